import ActionItems
import Exporting
import ItemRecords
import Store

/// Makes the HTML page of one item: fields, evidence, messages around it, forms to change it, and history.
extension PlainPage {
  /// The page of an item. If given, `entry` is the text of its form; `problem` explains why that was not saved.
  func item(
    _ item: ActionItem, tag: String, around messages: [Finding.ContextLine], _ history: ItemHistory,
    entry: ItemEntry? = nil, problem: String? = nil, status: Int = 200
  ) -> HubAnswer {
    let path = "list/\(WebAddress.component(item.id))"
    var acts: [Markup] = []
    if let code {
      let words = item.isComplete ? "Reopen" : "Done"
      acts = [(words, "isComplete", "\(!item.isComplete)"), ("Remove", "remove", "true")].map {
        let carried = [("code", code), ("tag", tag), ($0.1, $0.2)]
        return """
          <form action="\(root)\(path)" method="post">\(hidden(carried))<p><button>\($0.0)</button></p></form>
          """
      }
    }
    let now = ItemEntry(item, clock)
    return answer(
      status, title: item.task,
      """
      \(alert(problem))<h2>\(item.task)</h2>
      \(table(of: item))
      \(evidence(of: item))
      \(nearby(messages))\(Markup(acts, separator: "\n"))
      \(form("Edit", to: path, entry ?? now, over: now, tag: tag, button: "Save"))
      \(historyList(history))
      \(zone)
      """)
  }

  private func table(of item: ActionItem) -> Markup {
    let facts: [(String, String?)] = [
      ("Who", item.assignee ?? "unassigned"), ("Due", due(item)),
      ("Priority", item.priority.rawValue), ("State", item.isComplete ? "done" : "open"),
      ("Conversation", item.conversationTitle ?? item.conversationId),
      ("Said by", item.source.sender), ("Said", item.source.timestamp.map(clock.written)),
      ("Found by", item.model),
    ]
    let rows = facts.compactMap { name, value in
      value.map { value -> Markup in "<dt>\(name)</dt><dd>\(value)</dd>" }
    }
    return "<dl>\n\(Markup(rows, separator: "\n"))\n</dl>"
  }

  private func evidence(of item: ActionItem) -> Markup {
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
      let head = [message.timestamp.map(clock.minute), message.sender].compactMap { $0 }
      return """
        <li><span class="about">\(head.joined(separator: " "))</span> \
        \(message.text.cut(toBytes: ItemHistory.longestValue))</li>
        """
    }
    return "<h2>Messages around it</h2>\n<ul>\n\(Markup(rows, separator: "\n"))\n</ul>\n"
  }

  private func historyList(_ history: ItemHistory) -> Markup {
    var rows = history.steps.reversed().flatMap { step in
      step.settings.map { setting -> Markup in
        """
        <li><span class="about">\(clock.minute(setting.at ?? step.at)) · \(setting.setter(here: "this hub"))</span> \(setting.what(clock))</li>
        """
      }
    }
    if !history.isWhole { rows.append("<li>Earlier changes are not shown.</li>") }
    return "<h2>History</h2>\n<ol class=\"history\">\n\(Markup(rows, separator: "\n"))\n</ol>"
  }
}
