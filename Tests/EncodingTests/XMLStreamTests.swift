import Encoding
import TestSupport
import Testing

/// The events of an `XMLStream`, and the lines of a `WordDocumentText`.
@Suite struct XMLStreamTests {
  /// The events of a text that is read so many bytes at a time, with adjacent texts joined, and what ends it.
  static func events(
    _ text: String, chunk: Int = .max, depthLimit: Int = 256, tagLimit: Int = 1 << 16
  ) -> (events: [String], error: XMLError.Reason?) {
    var stream = XMLStream(
      MemorySource(Array(text.utf8), chunk: chunk), depthLimit: depthLimit, tagLimit: tagLimit)
    var events: [String] = []
    var words: [UInt8] = []
    func endWords() {
      if !words.isEmpty { events.append("'\(String(decoding: words, as: UTF8.self))'") }
      words = []
    }
    do {
      while let event = try stream.next() {
        switch event {
        case .text(let text): words += text
        case .start(let name):
          endWords()
          events.append("<\(name)>")
        case .end(let name):
          endWords()
          events.append("</\(name)>")
        }
      }
      endWords()
      return (events, nil)
    } catch {
      endWords()
      return (events, (error as? XMLError)?.reason)
    }
  }

  @Test(
    arguments: [
      ("<a>b</a>", ["<a>", "'b'", "</a>"]), ("<w:a x='1'/>", ["<a>", "</a>"]),
      ("<a><b/>c</a >", ["<a>", "<b>", "</b>", "'c'", "</a>"]),
      ("<a x=\">\" y='\"/>'>b</a>", ["<a>", "'b'", "</a>"]),
      ("<?xml version=\"1.0\"?><!-- <b> -- - --><a/>", ["<a>", "</a>"]),
      ("<a><![CDATA[<b>]] ]]>c]]></a>", ["<a>", "'<b>]] c]]>'", "</a>"]),
      ("<a>&lt;&amp;&#233;&#x1F600;&quot;&apos;&gt;</a>", ["<a>", "'<&é😀\"'>'", "</a>"]),
      (
        "<a>&b; & &#xD800;&#0;&#99999999999;&#+1;</a>",
        ["<a>", "'&b; & \u{FFFD}\u{FFFD}&#99999999999;&#+1;'", "</a>"]
      ),
      ("<a>é</a>\n", ["<a>", "'é'", "</a>", "'\n'"]), ("", []),
    ] as [(String, [String])])
  func `tags and text are read, however the bytes come`(text: String, expected: [String]) {
    for chunk in [1, 2, 3, 7, .max] {
      let found = Self.events(text, chunk: chunk)
      #expect(found.events == expected && found.error == nil, "\(text) by \(chunk)")
    }
  }

  @Test(
    arguments: [
      ("<a>", .endOfText), ("<a", .endOfText), ("<a x='>", .endOfText), ("<!-- a", .endOfText),
      ("<a><![CDATA[b]]", .endOfText), ("</a>", .endTag), ("<a></a></a>", .endTag), ("<>", .tag),
      ("< a>", .tag), ("<a <b>", .tag), ("<!DOCTYPE a>", .declaration),
      ("<!DOCTYPE a [<!ENTITY b \"&c;&c;\">]><a>&b;</a>", .declaration),
      ("<a><b><c/></b></a>", .tooDeep(limit: 2)),
      ("<a x='\(String(repeating: "x", count: 100))'/>", .tooLong(limit: 64)),
    ] as [(String, XMLError.Reason)])
  func `what is damaged, or asks for too much, is an error`(text: String, reason: XMLError.Reason) {
    for chunk in [1, .max] {
      #expect(
        Self.events(text, chunk: chunk, depthLimit: 2, tagLimit: 64).error == reason, "\(text)")
    }
  }

  @Test func `a text of any length is read in little memory and time by its length`() {
    let excess = Growth.excess(
      over: 200_000, preparing: { String(repeating: "<a>b &amp; c<!-- d --></a>", count: $0 / 20) },
      { #expect(Self.events($0).error == nil) })
    #expect(excess == nil)
  }

  @Test func `mutants are read or refused`() {
    let text = "<?xml?><a x=\"1\"><b>c &amp; d</b><!-- e --><![CDATA[f]]><g/></a>"
    var mutator = ByteMutator(
      seed: 11,
      tokens: ["<", ">", "&", ";", "\"", "'", "<!--", "-->", "]]>", "<![CDATA[", "</", "/>", "<?"])
    for number in 0..<FuzzRounds.count(2000) {
      let mutant = mutator.mutant(number, of: Array(text.utf8))
      var stream = XMLStream(
        MemorySource(mutant, chunk: 1 + number % 5), depthLimit: 8, tagLimit: 64)
      var length = 0
      do {
        while let event = try stream.next() {
          if case .text(let text) = event { length += text.count }
        }
      } catch {}
      #expect(length <= mutant.count * 3)
    }
  }

  @Test func `a document's paragraphs and breaks are lines`() throws {
    var damage: XMLError.Reason?
    func text(_ xml: String) throws -> String {
      let words = WordDocumentText(MemorySource(Array(xml.utf8), chunk: 5)) { damage = $0.reason }
      var bytes = [UInt8](repeating: 0, count: 4096)
      var count = 0
      while true {
        let added = try bytes.withUnsafeMutableBytes {
          try words.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
        }
        if added == 0 { return String(decoding: bytes[..<count], as: UTF8.self) }
        count += added
      }
    }
    #expect(
      try text(
        "<w:d><w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr><w:r><w:t>a</w:t><w:tab/><w:t> b</w:t>"
          + "<w:br/><w:t>c</w:t></w:r><w:del><w:r><w:delText>x</w:delText><w:t>y</w:t></w:r></w:del>"
          + "<w:r><w:instrText>z</w:instrText></w:r></w:p>\n<w:p/></w:d>") == "a\t b\nc\n\n")
    #expect(
      try text(
        "<d><p><r><t>a</t><A><Choice><t>b</t></Choice><Fallback><t>b</t></Fallback></A></r></p></d>"
      )
        == "ab\n")
    #expect(damage == nil)
    #expect(try text("<d><p><r><t>a</t></r></p><p><r><t>b") == "a\nb" && damage == .endOfText)
  }
}
