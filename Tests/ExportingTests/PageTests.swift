import ActionItems
import Crypto
import Encoding
import Testing

@testable import Exporting

@Suite struct PageTests {
  static func page(_ items: [ActionItem]) -> String {
    SampleItems.export(items, as: .html, SampleItems.options)
  }

  /// All parts of a text between two words.
  private static func parts(of text: String, from start: String, to end: String) -> [Substring] {
    text.split(separator: start, omittingEmptySubsequences: false).dropFirst().map { part in
      part[..<(part.firstRange(of: end)?.lowerBound ?? part.endIndex)]
    }
  }

  /// The words of the charts.
  private static func words(of page: String) -> [Substring] {
    parts(of: page, from: "<desc ", to: "</desc>").compactMap { $0.split(separator: ">").last }
  }

  @Test func `messages around an item are folded in with it, as text`() {
    var exporter = Exporter(format: .html, options: SampleItems.options)
    exporter.add(
      SampleItems.usual[0],
      around: [
        (
          sender: "Eve <b>", timestamp: SampleItems.time("2026-01-05T08:59:00+01:00"),
          text: "<script>alert(1)</script>\u{202E} at last"
        ),
        (sender: nil, timestamp: nil, text: String(repeating: "long ", count: 1000)),
      ])
    exporter.finish()
    let page = String(decoding: exporter.take(), as: UTF8.self)
    let nearby = Self.parts(of: page, from: "aria-label=\"Messages around it\">", to: "</div>")
    #expect(nearby.count == 1)
    #expect(
      nearby.first?.hasPrefix(
        "<p><b>Eve &lt;b&gt;</b> 2026-01-05 08:59: &lt;script&gt;alert(1)&lt;/script&gt; at last</p>"
      )
        == true)
    #expect(nearby.first.map { $0.contains("<b>Unknown sender</b>") && $0.count < 1000 } == true)
  }

  @Test func `the policy lets the page's own style and script run and nothing else`() throws {
    let page = Self.page(SampleItems.hostile)
    let scripts = Self.parts(of: page, from: "<script>", to: "</script>")
    let styles = Self.parts(of: page, from: "<style>", to: "</style>")
    #expect(scripts.count == 2 && styles.count == 1)
    for text in scripts + styles {
      let digest = Base64.string(SHA256.digest(Array(text.utf8)))
      #expect(page.contains(" 'sha256-\(digest)'"))
    }
    #expect(page.contains("default-src 'none'") && page.contains("form-action 'none'"))
    #expect(
      !page.contains("unsafe-inline") && !page.contains(" style=\"") && !page.contains("<link"))
    // The page has no handler, no picture, and no addresses but those of messages.
    #expect(!page.contains(" onclick=\"") && !page.contains("<img") && !page.contains("src=\""))
    #expect(!page.contains("href=\"javascript"))
  }

  @Test func `hostile words stay words`() {
    let page = Self.page(SampleItems.hostile)
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; **bold**"))
    #expect(!page.contains("<script>alert"))
    #expect(page.contains("data-room=\"a&quot;b,c\""))
  }

  @Test func `every control has a label, and every image a title and words`() {
    let page = Self.page(SampleItems.usual)
    let labelled = Set(Self.parts(of: page, from: "<label for=\"", to: "\""))
    let controls =
      Self.parts(of: page, from: "<select id=\"", to: "\"")
      + Self.parts(of: page, from: "<input id=\"", to: "\"")
    #expect(controls.count == 5 && labelled == Set(controls))
    let ids = Self.parts(of: page, from: " id=\"", to: "\"")
    #expect(Set(ids).count == ids.count)
    let references =
      Self.parts(of: page, from: "aria-labelledby=\"", to: "\"").flatMap {
        $0.split(separator: " ")
      }
    #expect(references.count == 7 && references.allSatisfy(ids.contains))
  }

  @Test func `charts count open items by week and by person`() {
    let page = Self.page(SampleItems.usual)
    let words = Self.words(of: page)
    #expect(words.count == 2)
    #expect(words.first == "overdue: 1; this week: 2; no date: 1")
    #expect(words.last == "Anna: 1; Ben Okafor: 1; 山田: 1; unassigned: 1")
    #expect(page.contains("<p>4 open, 1 of them overdue, 1 done, as of 2026-01-12 21:00</p>"))
    #expect(Self.page([]).contains("<p>No open items.</p>"))
  }

  @Test func `those who owe little are counted together`() {
    let items = (0..<20).flatMap { person in
      (0...person).map { SampleItems.item($0, "Task", for: "P\(100 + person)") }
    }
    let words = Self.words(of: Self.page(items))
    #expect(words.last?.hasPrefix("P119: 20; P118: 19; ") ?? false)
    #expect(words.last?.hasSuffix("P108: 9; 8 others: 36") ?? false)
  }
}
