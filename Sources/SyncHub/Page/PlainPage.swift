import ActionItemModel
import ActionItemRepository
import CivilTime
import Exporting
import Extraction
import JSONText

/// The pages that need no script, as markup: a list, an item, and what went wrong.
struct PlainPage {
  /// What leads from the page's address to the hub's own, for addresses in the page: the hub may stand anywhere behind
  /// another server.
  let root: String
  /// What forms carry; nil where nothing may be changed.
  let code: String?

  init(of request: HubRequest, code: String?) {
    root = String(repeating: "../", count: max(0, request.path.utf8.count { $0 == 0x2F } - 1))
    self.code = code
  }

  // MARK: - Frame

  /// What such a page may do (Content Security Policy Level 3): show itself, and send its forms home.
  static let policy =
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

  /// The whole page.
  func answer(_ status: Int = 200, title: String, _ content: Markup) -> HubAnswer {
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <link rel="stylesheet" href="\(root)hub.css">
      </head>
      <body class="plain">
      <header><h1><a href="\(root)list">Action items</a></h1></header>
      <main>
      \(content)
      </main>
      </body>
      </html>

      """
    var answer = HubAnswer(status, text: page.text)
    answer.type = "text/html; charset=utf-8"
    // Without a referrer a browser would name no origin either where a form is sent.
    answer.fields = [
      .init(name: "Content-Security-Policy", value: Self.policy),
      .init(name: "Referrer-Policy", value: "same-origin"),
    ]
    return answer
  }

  /// What is wrong, for people; the token is asked for as a password, which is all that a browser knows by itself.
  func problem(_ answer: HubAnswer, _ sentence: String) -> HubAnswer {
    var hint: Markup = ""
    if answer.status == 401 {
      hint =
        "<p>Your browser asks for a name and a password: the password is the token, the name is any.</p>"
    }
    var page = self.answer(
      answer.status, title: answer.words,
      "<h2>\(answer.words)</h2>\n<p role=\"alert\">\(sentence)</p>\n\(hint)<p><a href=\"\(root)list\">The list</a></p>"
    )
    page.fields += answer.fields.map { field in
      field.name == "WWW-Authenticate"
        ? .init(name: field.name, value: "Basic realm=\"actionitems hub\", charset=\"UTF-8\"")
        : field
    }
    return page
  }

  // MARK: - The list

  /// A page of the list, with what was asked for, and a form for a new item.
  func list(
    _ items: [ActionItem], next: ListCursor?, asked: [String: String], entry: ItemEntry = .init(),
    problem: String? = nil, status: Int = 200
  ) -> HubAnswer {
    var more: Markup = ""
    if let next {
      let address = Self.query(asked.merging(["cursor": next.text]) { $1 })
      more = "<p><a rel=\"next\" href=\"\(root)list?\(address)\">Next page</a></p>"
    }
    let rows = items.isEmpty ? "<p>There is nothing.</p>" : listing(items)
    let start: Markup =
      asked["cursor"] == nil ? "" : "<p><a href=\"\(root)list\">First page</a></p>"
    return answer(
      status, title: "Action items",
      """
      \(alert(problem))\(search(asked))
      <h2>Items</h2>
      \(start)\(rows)
      \(more)
      \(form("Add an item", to: "list", entry, button: "Add"))
      """)
  }

  private func listing(_ items: [ActionItem]) -> Markup {
    let rows = items.map { item -> Markup in
      """
      <li><a href="\(address(of: item))">\(item.task)</a> <span class="about">\(Self.facts(of: item))</span></li>
      """
    }
    return "<ul class=\"items\">\n\(Markup(rows, separator: "\n"))\n</ul>"
  }

  /// Leads to an item that was just changed, so that a look at the page anew does not change it again.
  func seeOther(_ item: ActionItem) -> HubAnswer {
    HubAnswer(303, fields: [.init(name: "Location", value: address(of: item))])
  }

  private func address(of item: ActionItem) -> String {
    "\(root)list/\(WebAddress.component(item.id))"
  }

  private static func facts(of item: ActionItem) -> String {
    var facts = [item.deadline.map { "due \($0)" } ?? "no date", item.assignee ?? "nobody"]
    facts.append(item.conversationTitle ?? item.conversationId)
    if item.priority != .medium { facts.append("\(item.priority.rawValue) priority") }
    if item.isComplete { facts.append("done") }
    return facts.joined(separator: " · ")
  }

  private static func query(_ members: [String: String]) -> String {
    members.sorted { $0.key < $1.key }
      .map { "\(WebAddress.component($0.key))=\(WebAddress.component($0.value))" }
      .joined(separator: "&")
  }

  private func search(_ asked: [String: String]) -> Markup {
    func field(_ label: String, _ name: String, _ type: String = "text") -> Markup {
      """
      <div><label for="q-\(name)">\(label)</label><input id="q-\(name)" name="\(name)" type="\(type)" \
      value="\(asked[name] ?? "")"></div>
      """
    }
    func choice(_ label: String, _ name: String, _ options: [(String, String)]) -> Markup {
      "<div>\(choices(label, name, options, asked[name] ?? "", id: "q-\(name)"))</div>"
    }
    return """
      <form class="controls" action="\(root)list" method="get" role="search">
      \(field("Search", "text", "search"))
      \(field("Person (- is nobody)", "assignee"))
      \(field("Conversation", "conversation"))
      \(field("Due from", "due-from", "date"))
      \(field("Due before", "due-before", "date"))
      \(choice("Date", "due", [("", "any or none"), ("any", "with a date"), ("none", "without")]))
      \(choice("Priority", "priority", [("", "any"), ("high", "high"), ("medium", "medium"), ("low", "low")]))
      \(choice("State", "state", [("", "open"), ("done", "done"), ("all", "all")]))
      <div><button>Search</button></div>
      </form>
      """
  }

  // MARK: - Forms

  private func choices(
    _ label: String, _ name: String, _ options: [(value: String, text: String)], _ chosen: String,
    id: String
  ) -> Markup {
    let lines = options.map { option -> Markup in
      let mark: Markup = option.value == chosen ? " selected" : ""
      return "<option value=\"\(option.value)\"\(mark)>\(option.text)</option>"
    }
    return """
      <label for="\(id)">\(label)</label><select id="\(id)" name="\(name)">\(Markup(lines))</select>
      """
  }

  private func hidden(_ values: [(name: String, value: String)]) -> Markup {
    Markup(
      values.map { "<input type=\"hidden\" name=\"\($0.name)\" value=\"\($0.value)\">" })
  }

  /// The fields of an item; nothing where nothing may be changed.
  private func form(
    _ title: String, to path: String, _ entry: ItemEntry, over before: ItemEntry? = nil,
    tag: String? = nil, button: String
  ) -> Markup {
    guard let code else { return "" }
    var carried = [("code", code)]
    if let tag { carried.append(("tag", tag)) }
    if let before { carried += ItemEntry.names.map { ("was-\($0)", before[$0]) } }
    let levels = ["high", "medium", "low"].map { ($0, $0) }
    return """
      <h2>\(title)</h2>
      <form action="\(root)\(path)" method="post" accept-charset="utf-8">
      \(hidden(carried))
      <p><label for="task">Task</label><textarea id="task" name="task" rows="3" required>\(entry["task"])</textarea></p>
      <p><label for="assignee">Who (empty is nobody)</label>\
      <input id="assignee" name="assignee" value="\(entry["assignee"])"></p>
      <p><label for="deadline">Due, such as 2026-05-01 (empty is no date)</label>\
      <input id="deadline" name="deadline" value="\(entry["deadline"])"></p>
      <p>\(choices("Priority", "priority", levels, entry["priority"], id: "priority"))</p>
      <p><button>\(button)</button></p>
      </form>
      """
  }

  private func alert(_ problem: String?) -> Markup {
    problem.map { "<p id=\"problem\" role=\"alert\">\($0)</p>\n" } ?? ""
  }

  // MARK: - One item

  /// An item with what proves it and what became of it. Of the messages around it, those are told that are handed in.
  func item(
    _ item: ActionItem, tag: String, around messages: [Finding.ContextLine], _ history: ItemHistory,
    entry: ItemEntry? = nil, problem: String? = nil, status: Int = 200
  ) -> HubAnswer {
    let path = "list/\(WebAddress.component(item.id))"
    var done: Markup = ""
    if let code {
      let carried = [("code", code), ("tag", tag), ("isComplete", "\(!item.isComplete)")]
      done = """
        <form action="\(root)\(path)" method="post">\(hidden(carried))<p><button>\
        \(item.isComplete ? "Reopen" : "Done")</button></p></form>
        """
    }
    let now = ItemEntry(item)
    return answer(
      status, title: item.task,
      """
      \(alert(problem))<h2>\(item.task)</h2>
      \(facts(of: item))
      \(proof(of: item))
      \(nearby(messages))\(done)
      \(form("Edit", to: path, entry ?? now, over: now, tag: tag, button: "Save"))
      \(told(history))
      """)
  }

  private func facts(of item: ActionItem) -> Markup {
    let facts: [(String, String?)] = [
      ("Who", item.assignee ?? "nobody in particular"), ("Due", item.deadline.map { "\($0)" }),
      ("Priority", item.priority.rawValue), ("State", item.isComplete ? "done" : "open"),
      ("Conversation", item.conversationTitle ?? item.conversationId),
      ("Said by", item.source.sender), ("Said", item.source.timestamp.map { "\($0)" }),
      ("Found by", item.model),
    ]
    let rows = facts.compactMap { name, value in
      value.map { value -> Markup in "<dt>\(name)</dt><dd>\(value)</dd>" }
    }
    return "<dl>\n\(Markup(rows, separator: "\n"))\n</dl>"
  }

  private func proof(of item: ActionItem) -> Markup {
    var pieces = item.evidence.compactMap { evidence in
      evidence.quote.map { quote -> Markup in "<blockquote>\(lines: quote)</blockquote>" }
    }
    if let link = WebAddress.checked(item.source.link) {
      pieces.append("<p><a href=\"\(link)\" rel=\"noopener noreferrer\">The message</a></p>")
    }
    return Markup(pieces, separator: "\n")
  }

  private func nearby(_ messages: [Finding.ContextLine]) -> Markup {
    if messages.isEmpty { return "" }
    let rows = messages.map { message -> Markup in
      let head = [message.timestamp.map { "\($0)" }, message.sender].compactMap { $0 }
      return """
        <li><span class="about">\(head.joined(separator: " "))</span> \
        \(message.text.cut(toBytes: ItemHistory.longestValue))</li>
        """
    }
    return "<h2>Around it</h2>\n<ul>\n\(Markup(rows, separator: "\n"))\n</ul>\n"
  }

  private func told(_ history: ItemHistory) -> Markup {
    var rows = history.steps.reversed().flatMap { step in
      step.settings.map { setting -> Markup in
        let value = (setting.value ?? "none").cut(toBytes: ItemHistory.longestValue)
        let what = setting.field == .source ? "its messages" : "\(setting.field.rawValue): \(value)"
        return """
          <li><span class="about">\("\(setting.at ?? step.at)") · \(setting.setter(here: "this hub"))</span> \(what)</li>
          """
      }
    }
    if !history.isWhole { rows.append("<li>What was before is not shown.</li>") }
    return "<h2>History</h2>\n<ol class=\"history\">\n\(Markup(rows, separator: "\n"))\n</ol>"
  }
}
