import ActionItems
import TestSupport
import Testing

@testable import Exporting

@Suite struct ChatPageTests {
  private static func page(
    _ messages: [Message], _ items: [ActionItem] = [],
    _ diagnostics: [ChatPage.ItemDiagnostic] = [],
    isShortened: Bool = false, limit: Int = 1 << 20
  ) -> String {
    var page = ChatPage(options: SampleItems.options, isShortened: isShortened, limit: limit)
    page.add(
      ChatPage.Chat(
        title: "Team <1>", messages: messages, items: items, diagnostics: diagnostics,
        unread: ["messages 8 to 9: <away>"]))
    return String(decoding: page.finish(), as: UTF8.self)
  }

  private static func message(_ id: String, _ text: String) -> Message {
    Message(
      id: id, sender: "Eve <b>", timestamp: SampleItems.time("2026-01-05T09:00:00Z"), text: text)
  }

  private static func diagnostic(_ quote: String, isRejected: Bool = true)
    -> ChatPage.ItemDiagnostic
  {
    ChatPage.ItemDiagnostic(
      messageId: "a", task: "Buy <cake>", assignee: "Ben", deadline: "soon", quote: quote,
      reason: "the quote & the task differ", isRejected: isRejected)
  }

  private static func item(_ quote: String, in message: String = "a") -> ActionItem {
    var item = SampleItems.item(1, "Send the <plan>", for: "Ann", due: "2026-01-09", quote: quote)
    item.messageId = message
    return item
  }

  @Test func `items and rejected ones are marked in the text and named under it`() {
    let page = Self.page(
      [Self.message("a", "Hi <all>,\nplease send\nthe plan & buy cake"), Self.message("b", "ok")],
      [Self.item("send the plan")], [Self.diagnostic("buy cake")])
    for part in [
      "Hi &lt;all&gt;,\nplease <mark class=\"found\">send\nthe plan</mark> &amp; "
        + "<mark class=\"rejected\">buy cake</mark></p>",
      "<p class=\"found\"><b>Item</b> Send the &lt;plan&gt; <span class=\"facts\">Ann · due ",
      "<b>overdue</b>",
      "<p class=\"rejected\"><b>Rejected</b> Buy &lt;cake&gt; <span class=\"facts\">Ben · soon · the quote &amp; the",
      "<h2>Team &lt;1&gt;</h2>", "<b>Eve &lt;b&gt;</b> 2026-01-05 10:00",
      "<a href=\"#m1-0\">Send the &lt;plan&gt;</a>", "<li id=\"m1-0\">", "<li id=\"m1-1\">",
      "1 found, 1 rejected", "<b>Not read</b> messages 8 to 9: &lt;away&gt;",
    ] {
      #expect(page.contains(part), "\(part)\n\(page)")
    }
  }

  @Test func `nothing of a chat becomes markup, and the page has no script`() {
    let hostile = "<script>alert(1)</script> </p> \" onclick='x' \u{202E}\u{1B}[31m"
    var diagnostic = Self.diagnostic(hostile)
    (diagnostic.task, diagnostic.assignee, diagnostic.reason) = (hostile, hostile, hostile)
    let page = Self.page([Self.message("a", hostile)], [Self.item(hostile)], [diagnostic])
    #expect(!page.contains("<script") && !page.contains("\u{202E}") && !page.contains("\u{1B}"))
    #expect(page.contains("default-src 'none'; style-src 'sha256-"))
    #expect(!page.contains("http") || page.contains("http-equiv"))
  }

  @Test(arguments: [
    (
      "over another quote", "one two", "two three",
      "<mark class=\"found\">one two</mark><mark class=\"rejected\"> three</mark>"
    ),
    ("not in the text", "one two", "four", "<mark class=\"found\">one two</mark> three"),
    ("blank", " ", "", "one two three"),
    ("longer than the text", "one two three four", "x", "one two three"),
  ])
  func `quotes are marked where they stand`(
    name: String, found: String, rejected: String, markup: String
  ) {
    let marks = QuoteMarks("one two three", found: [found], rejected: [rejected])
    #expect(marks.markup == markup, "\(name)")
  }

  @Test func `long quotes that nearly fit everywhere take time by their number`() {
    let text = String(repeating: "a", count: 4000)
    func lot(_ count: Int) -> [String] {
      (0..<count).map { String(repeating: "a", count: 1800 + $0) + "b" }
    }
    let excess = Growth.excess(over: 400, preparing: lot) { quotes in
      #expect(QuoteMarks(text, found: quotes, rejected: quotes).markup == text)
    }
    #expect(excess == nil)
  }

  @Test func `a long chat is bounded, and the page says so`() {
    let messages = (0..<500).map { Self.message("\($0)", String(repeating: "long ", count: 2000)) }
    let page = Self.page(messages, isShortened: true, limit: 100_000)
    #expect(page.utf8.count < 120_000)
    #expect(page.contains("only the messages around items are shown"))
    #expect(page.contains("more messages do not fit on the page"))
  }

  @Test func `chats beyond the limit are only counted`() {
    var page = ChatPage(options: SampleItems.options, isShortened: false, limit: 1000)
    for number in 0..<3 {
      let text = number == 0 ? String(repeating: "long ", count: 400) : "late \(number)"
      page.add(
        ChatPage.Chat(
          title: "Team \(number)", messages: [Self.message("a", text)], items: [], diagnostics: [],
          unread: []))
    }
    let markup = String(decoding: page.finish(), as: UTF8.self)
    #expect(markup.contains("<h2>Team 0</h2>") && !markup.contains("<h2>Team 1</h2>"))
    #expect(markup.contains("2 more chats do not fit") && markup.contains("2 more messages do not"))
  }

  @Test func `a long text is cut, even if it is one character`() {
    let text = "e" + String(repeating: "\u{301}", count: 100_000)
    let page = Self.page([Self.message("a", text)], [Self.item(text)])
    #expect(page.utf8.count < 30_000)
  }

  @Test func `a rejected item without a message stands after the chat`() {
    var diagnostic = Self.diagnostic("never said")
    diagnostic.messageId = nil
    let page = Self.page([Self.message("a", "hello")], [], [diagnostic])
    let parts = page.split(separator: "</ol>")
    #expect(parts.count == 2 && parts[1].contains("Buy &lt;cake&gt;"))
    #expect(page.contains("No items were found."))
  }
}
