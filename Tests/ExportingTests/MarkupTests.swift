import Testing

@testable import Exporting

/// Texts in Markdown, web addresses, and the lines and durations of calendars.
@Suite struct MarkupTests {
  @Test(arguments: [
    ("words", "send the e-mail (soon)!", "send the e-mail (soon)!"),
    ("emphasis", "*a* _b_ `c`", "\\*a\\* \\_b\\_ \\`c\\`"),
    ("link", "[a](b)", "\\[a\\](b)"), ("tag", "<b>&amp;", "\\<b\\>\\&amp;"),
    ("bullet", "- a", "\\- a"), ("plus", "+ a", "\\+ a"), ("number", "1. a", "1\\. a"),
    ("bracket", "12) a", "12\\) a"), ("year", "2026 plan", "2026 plan"),
    ("heading", "# a", "\\# a"),
    ("lines", "a\n\n    b", "a b"), ("backslash", "a\\*b", "a\\\\\\*b"),
  ])
  func `markdown shows a text as it is`(name: String, text: String, markdown: String) {
    #expect(MarkdownText.escaped(text) == markdown, "\(name)")
  }

  @Test(
    arguments: [
      ("plain", "https://x.example/a?b=1", "https://x.example/a?b=1"),
      ("wide", "https://x.example/ü", "https://x.example/%C3%BC"),
      ("script", "javascript:alert(1)", nil),
      ("data", "data:text/html,x", nil), ("case", "JavaScript://x", nil), ("none", nil, nil),
      ("quote", "https://x.example/\"x", nil), ("space", "https://x.example/a b", nil),
      ("line", "https://x.example/\nx", nil), ("nothing", "https://", nil), ("relative", "/a", nil),
    ] as [(String, String?, String?)])
  func `only web addresses are links`(name: String, text: String?, address: String?) {
    #expect(WebAddress.checked(text) == address, "\(name)")
  }

  @Test func `lines of a calendar are folded at 75 octets and no character is cut`() {
    var output: [UInt8] = []
    let text =
      "SUMMARY:" + String(repeating: "a", count: 66) + "é" + String(repeating: "猫", count: 40)
    ContentLine.append(text, to: &output)
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\r\n")
    #expect(lines.count == 3 && lines.allSatisfy { $0.utf8.count <= 75 })
    #expect(lines[0] == "SUMMARY:" + String(repeating: "a", count: 66))
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") })
    #expect(lines[0] + lines.dropFirst().map { String($0.dropFirst()) }.joined() == text)
  }

  @Test(arguments: [
    (86_400, "P1D"), (7200, "PT2H"), (5400, "PT1H30M"), (90, "PT1M30S"), (0, "PT0S"),
  ])
  func `a reminder's time is a duration`(seconds: Int, text: String) {
    #expect(ContentLine.duration(.seconds(seconds)) == text)
  }
}
