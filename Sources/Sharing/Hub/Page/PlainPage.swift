import ActionItems
import CivilTime
import Encoding
import Exporting
import ItemRecords
import Store

/// Makes the HTML of the pages without scripts: a list, an item, a problem. `PlainList` decides which.
struct PlainPage {
  /// The relative path from the page's address to the hub's root. A reverse proxy may serve the hub at any path.
  let root: String
  /// The anti-forgery code of the forms; nil if the client may not write.
  let code: String?
  /// The clock of the hub's machine, because a page without scripts does not know its reader's zone.
  let clock: ItemClock

  /// Pages for problems show no times.
  init(
    of request: HubRequest, code: String?,
    clock: ItemClock = ItemClock(now: .epoch, zone: .utc, zones: ZoneDatabase(environment: [:]))
  ) {
    root = String(repeating: "../", count: max(0, request.path.utf8.count { $0 == 0x2F } - 1))
    (self.code, self.clock) = (code, clock)
  }

  // MARK: - Frame

  /// The Content Security Policy (Level 3) of these pages: their style, and forms sent to the hub.
  static let policy =
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

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
      <header><h1><a href="\(root)list">Action items</a></h1><p><a href="\(root).">Live page</a></p></header>
      <main>
      \(content)
      </main>
      </body>
      </html>

      """
    var answer = HubAnswer(status, text: page.text)
    answer.type = "text/html; charset=utf-8"
    // With `no-referrer`, a browser would send forms without their origin.
    answer.fields = [
      .init("Content-Security-Policy", Self.policy),
      .init("Referrer-Policy", "same-origin"),
    ]
    return answer
  }

  /// A page for a problem. For 401, requests the token as a password (Basic), for which browsers ask by themselves.
  func problem(_ answer: HubAnswer, _ sentence: String) -> HubAnswer {
    var hint: Markup = ""
    if answer.status == 401 {
      hint =
        "<p>If your browser asks for a name and a password, enter any name and the token as the password.</p>"
    }
    var page = self.answer(
      answer.status, title: answer.words,
      "<h2>\(answer.words)</h2>\n<p role=\"alert\">\(sentence)</p>\n\(hint)<p><a href=\"\(root)list\">The list</a></p>"
    )
    page.fields += answer.fields.filter { $0.name != "WWW-Authenticate" }
    if answer.status == 401 {
      page.fields.append(
        .init("WWW-Authenticate", "Basic realm=\"actionitems hub\", charset=\"UTF-8\""))
    }
    return page
  }

  // MARK: - The list

  /// A page of the list, with the search form and a form for a new item.
  func list(
    _ items: [ActionItem], next: ListCursor?, asked: [String: String], entry: ItemEntry = .init(),
    problem: String? = nil, status: Int = 200
  ) -> HubAnswer {
    var more: Markup = ""
    if let next {
      let address = Self.query(asked.merging(["cursor": next.text]) { $1 })
      more = "<p><a rel=\"next\" href=\"\(root)list?\(address)\">Next page</a></p>"
    }
    let rows = items.isEmpty ? "" : listing(items)
    let noun = items.count == 1 && next == nil ? "item" : "items"
    let count =
      items.isEmpty
      ? "No items found." : "\(items.count) \(next == nil ? "" : "and more ")\(noun)."
    let start: Markup =
      asked["cursor"] == nil ? "" : "<p><a href=\"\(root)list\">First page</a></p>"
    return answer(
      status, title: "Action items",
      """
      \(alert(problem))\(search(asked))
      <h2>Items</h2>
      <p role="status">\(count)</p>
      \(start)\(rows)
      \(more)
      \(form("Add an item", to: "list", entry, button: "Add"))
      \(zone)
      """)
  }

  var zone: Markup {
    "<p class=\"about\">Times are those of the hub's zone, \(clock.zone.identifier).</p>"
  }

  private func listing(_ items: [ActionItem]) -> Markup {
    let rows = items.map { item -> Markup in
      """
      <li><a href="\(address(of: item))">\(item.task.cut(toBytes: ItemHistory.longestValue))</a> <span class="about">\(facts(of: item))</span></li>
      """
    }
    return "<ul class=\"items\">\n\(Markup(rows, separator: "\n"))\n</ul>"
  }

  /// Redirects to the list after a removal.
  var seeList: HubAnswer {
    HubAnswer(303, fields: [.init("Location", "\(root)list")])
  }

  /// Redirects to an item after a change, so that a reload does not repeat the change.
  func seeOther(_ item: ActionItem) -> HubAnswer {
    HubAnswer(303, fields: [.init("Location", address(of: item))])
  }

  private func address(of item: ActionItem) -> String {
    "\(root)list/\(WebAddress.component(item.id))"
  }

  private func facts(of item: ActionItem) -> String {
    var facts = [due(item).map { "due \($0)" } ?? "no date", item.assignee ?? "unassigned"]
    facts.append(item.conversationTitle ?? item.conversationId)
    if item.priority != .medium { facts.append("\(item.priority.rawValue) priority") }
    if item.isComplete { facts.append("done") }
    return facts.joined(separator: " · ")
  }

  /// The deadline, and whether it has passed.
  func due(_ item: ActionItem) -> String? {
    item.deadline.map { clock.words($0, isOverdue: clock.isOverdue(item)) }
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
      \(field("Person (-: unassigned)", "assignee"))
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
}
