package import ActionItems
import CivilTime
import Encoding

/// Writes the HTML page of `extract --page`: chats in which the quotes of items are marked, without scripts. Rejected
/// items are marked in another colour, with the reason. `PageItemWriter` writes the page of `export`, a list of items.
package struct ChatPage {
  /// One conversation with everything that the page shows of it.
  package struct Chat {
    var title: String
    var messages: [Message]
    var items: [ActionItem]
    var diagnostics: [ItemDiagnostic]
    /// The parts that were not read, with the reasons.
    var unread: [String]

    package init(
      title: String, messages: [Message], items: [ActionItem], diagnostics: [ItemDiagnostic],
      unread: [String]
    ) {
      (self.title, self.messages, self.items) = (title, messages, items)
      (self.diagnostics, self.unread) = (diagnostics, unread)
    }
  }

  /// An item that was rejected or changed.
  package struct ItemDiagnostic {
    var messageId: String?
    var task: String
    var assignee: String?
    var deadline: String?
    var quote: String?
    var reason: String
    var isRejected: Bool

    package init(
      messageId: String?, task: String, assignee: String?, deadline: String?, quote: String?,
      reason: String, isRejected: Bool
    ) {
      (self.messageId, self.task, self.assignee) = (messageId, task, assignee)
      (self.deadline, self.quote) = (deadline, quote)
      (self.reason, self.isRejected) = (reason, isRejected)
    }
  }

  private let options: ExportOptions
  private let isShortened: Bool
  private let limit: Int
  private var sections: [UInt8] = []
  /// The numbers of found and of rejected items.
  private var count = (items: 0, rejected: 0)
  /// The numbers of chats and messages beyond the limit.
  private var left = (chats: 0, messages: 0)
  private var chats = 0

  /// The limits in Unicode scalars of a message, and of a field such as a task or reason; longer ones are cut.
  private static let longestText = 4000
  private static let longestField = 300

  /// Creates an empty page. `isShortened` means that only messages around items are added. Chats and messages
  /// beyond `limit` bytes of markup are only counted.
  package init(options: ExportOptions, isShortened: Bool, limit: Int = 16 << 20) {
    (self.options, self.isShortened, self.limit) = (options, isShortened, limit)
  }

  package mutating func add(_ chat: Chat) {
    chats += 1
    count.items += chat.items.count
    count.rejected += chat.diagnostics.count(where: \.isRejected)
    if isShortened, chat.messages.isEmpty, chat.unread.isEmpty { return }
    guard sections.count < limit else {
      left.chats += 1
      left.messages += chat.messages.count
      return
    }
    let items = Dictionary(grouping: chat.items, by: \.messageId)
    let diagnostics = Dictionary(grouping: chat.diagnostics) { $0.messageId ?? "" }
    sections += "<section><h2>\(HTMLEscaping.escaped(chat.title))</h2>\n".utf8
    // The parts of a long message have one id.
    var places: [String: Int] = [:]
    for (place, message) in chat.messages.enumerated() where places[message.id] == nil {
      places[message.id] = place
    }
    sections += contents(of: chat, places).utf8
    sections += "<ol class=\"chat\">\n".utf8
    var shown: Set<String> = []
    for (place, message) in chat.messages.enumerated() {
      guard sections.count < limit else {
        left.messages += 1
        continue
      }
      let isFirst = shown.insert(message.id).inserted
      sections +=
        row(
          message, anchor(place), items[message.id] ?? [], diagnostics[message.id] ?? [],
          areListed: isFirst
        ).utf8
    }
    sections += "</ol>\n".utf8
    let homeless = chat.diagnostics.filter { !shown.contains($0.messageId ?? "") && $0.isRejected }
    for diagnostic in homeless.prefix(100) { sections += words(of: diagnostic).utf8 }
    for failure in chat.unread.prefix(100) {
      sections += "<p class=\"unread\"><b>Not read</b> \(field(failure))</p>\n".utf8
    }
    sections += "</section>\n".utf8
  }

  /// The finished page.
  package consuming func finish() -> [UInt8] {
    let notes = [
      isShortened ? "The chat is long, so only the messages around items are shown." : nil,
      left.chats > 0
        ? "\(left.chats.counted("more chat does", "more chats do")) not fit on the page." : nil,
      left.messages > 0
        ? "\(left.messages.counted("more message does", "more messages do")) not fit on the page."
        : nil,
    ].compactMap(\.self).joined(separator: " ")
    let page =
      PageFrame.beginning("Action items in the chat", style: PageFrame.chatStyle, scripts: [])
        + """
        <header><h1>Action items in the chat</h1>
        <p>\(count.items) found, \(count.rejected) rejected, as of \(options.local(options.now).minute).\
        \(notes.isEmpty ? "" : " " + notes)</p>
        <p><mark class="found">Words of an item</mark> <mark class="rejected">words of a rejected one</mark></p></header>
        <main>

        """
    return Array(page.utf8) + sections + Array("</main>\n</body>\n</html>\n".utf8)
  }

  // MARK: - Parts

  /// The items of a chat as links to their messages.
  private func contents(of chat: Chat, _ places: [String: Int]) -> String {
    if chat.items.isEmpty { return "<p class=\"hint\">No items were found.</p>\n" }
    let sorted = chat.items.enumerated().sorted {
      (places[$0.element.messageId] ?? .max, $0.offset)
        < (places[$1.element.messageId] ?? .max, $1.offset)
    }
    let rows = sorted.map(\.element).map { item in
      let task = field(item.task)
      let link = places[item.messageId].map { "<a href=\"#\(anchor($0))\">\(task)</a>" } ?? task
      return "<li>\(link) <span class=\"facts\">\(facts(of: item))</span></li>\n"
    }
    return "<ul class=\"contents\">\n\(rows.joined())</ul>\n"
  }

  private func row(
    _ message: Message, _ anchor: String, _ items: [ActionItem], _ diagnostics: [ItemDiagnostic],
    areListed: Bool
  ) -> String {
    let time = message.timestamp.map { " " + options.local($0).minute } ?? ""
    let text = PlainText.block(Self.cut(message.text, Self.longestText))
    let rejected = diagnostics.filter(\.isRejected)
    let marked = QuoteMarks(
      text, found: items.compactMap(\.quote), rejected: rejected.compactMap(\.quote))
    var row = """
      <li id="\(anchor)"><p class="from">\
      <b>\(HTMLEscaping.escaped(message.sender ?? "Unknown sender"))</b>\(time)</p>
      <p class="said">\(marked.markup)</p>

      """
    if areListed {
      for item in items {
        row +=
          "<p class=\"found\"><b>Item</b> \(field(item.task)) "
          + "<span class=\"facts\">\(facts(of: item))</span></p>\n"
      }
      for diagnostic in rejected + diagnostics.filter({ !$0.isRejected }) {
        row += words(of: diagnostic)
      }
    }
    return row + "</li>\n"
  }

  private func words(of diagnostic: ItemDiagnostic) -> String {
    let facts = [diagnostic.assignee, diagnostic.deadline].compactMap { $0.map(field) }
    let (kind, word) = diagnostic.isRejected ? ("rejected", "Rejected") : ("changed", "Changed")
    return "<p class=\"\(kind)\"><b>\(word)</b> \(field(diagnostic.task)) <span class=\"facts\">"
      + (facts + [field(diagnostic.reason)]).joined(separator: " · ") + "</span></p>\n"
  }

  /// The facts of an item in words, so that colour is never the only sign.
  private func facts(of item: ActionItem) -> String {
    var facts = [field(item.assignee ?? "unassigned")]
    if let deadline = item.at(options.local).deadline {
      let isLate = options.isOverdue(item)
      facts.append("due \(deadline.words)" + (isLate ? " <b>overdue</b>" : ""))
    }
    if item.priority != .medium { facts.append("\(item.priority.rawValue) priority") }
    if item.isComplete { facts.append("<strong>done</strong>") }
    return facts.joined(separator: " · ")
  }

  private func field(_ text: String) -> String {
    HTMLEscaping.escaped(Self.cut(text, Self.longestField))
  }

  /// A text with at most `most` Unicode scalars. A single character may have any number of them.
  private static func cut(_ text: String, _ most: Int) -> String {
    let scalars = text.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }

  /// The anchor of a message in the current chat.
  private func anchor(_ place: Int) -> String { "m\(chats)-\(place)" }
}
