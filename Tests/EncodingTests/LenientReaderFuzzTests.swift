import TestSupport
import Testing

@testable import Encoding

@Suite struct LenientReaderFuzzTests {
  /// A list of objects as models answer, with characters that make strings hard to read.
  static func items(_ random: inout SeededRandom, count: Int) -> [JSONValue] {
    let pieces = [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "\", \"", "\": ", "\"}", "\"]", "]}", "```", "//",
      "/*", "#", "'", "“", "”", "\n", "\t", "é", "😀", "</think>", " ", "a", "task", "1", "…",
      "\"\"",
    ]
    return (0..<count).map { index in
      func text() -> JSONValue {
        let count = Int.random(in: 0...8, using: &random)
        return .string((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
      }
      return [
        "task": text(), "assignee": Bool.random(using: &random) ? nil : text(),
        "n": .number("\(index)"), "quote": text(), "tags": .array([text(), true]),
      ]
    }
  }

  static func text(_ items: [JSONValue], isPretty: Bool) -> String {
    let list = items.map { (isPretty ? "    " : "") + $0.compact }
    return isPretty
      ? "{\"items\": [\n\(list.joined(separator: ",\n"))\n]}"
      : "{\"items\":[\(list.joined(separator: ","))]}"
  }

  @Test func `JSON is read as what it is`() throws {
    var random = SeededRandom(seed: 11)
    for round in 0..<400 {
      let text = Self.text(Self.items(&random, count: 3), isPretty: false)
      let parser = LenientParser(Array(text.utf8), at: 0, limits: .init())
      guard case .value(let value, 0, false)? = parser.outcome else {
        Issue.record("round \(round): \(text)")
        return
      }
      #expect(value.compact == text, "round \(round)")
    }
  }

  @Test func `of a list cut at any byte exactly the whole entries are kept`() throws {
    var random = SeededRandom(seed: 12)
    for round in 0..<12 {
      let items = Self.items(&random, count: 4)
      let text = Self.text(items, isPretty: round % 2 == 0)
      let bytes = Array(text.utf8)
      var ends: [Int] = []
      var whole = "{\"items\":["
      for (index, item) in items.enumerated() {
        if index > 0 { whole += "," }
        whole += item.compact
        // The end of the item in either form.
        let pretty = Self.text(Array(items[...index]), isPretty: true)
        ends.append(round % 2 == 0 ? pretty.utf8.count - 3 : whole.utf8.count)
      }
      for length in 11..<bytes.count {
        let complete = ends.prefix { $0 <= length }.count
        var reader = LenientReader(Array(bytes[..<length]))
        let found = reader.next()
        let candidate = try #require(found, "round \(round), cut at \(length)")
        #expect(candidate.isCut, "round \(round), cut at \(length)")
        guard
          candidate.value["items"]?.compact == JSONValue.array(Array(items[..<complete])).compact
        else {
          let cut = String(decoding: bytes[..<length], as: UTF8.self)
          Issue.record("round \(round), cut at \(length), \(complete) whole: \(cut)")
          return
        }
        #expect(reader.next() == nil)
      }
    }
  }

  @Test func `mutants are read without harm`() {
    let seeds = [
      #"```json\n[{"a":"b \"c\" d","e":null},{"a":[1,2.5e3,true]}]\n```"#,
      "<think>[{'a': “b”}]</think>{a: b, // c\n \"d\": (1, 2,), e: {f: g}}",
      #""[{\"a\": \"b \\\"c\\\"\"}]""#, "{\"a\":\"b\n\"c\":1}, \"d\": {\"e\": \"\"\"f\"\"\"}}",
    ]
    var mutator = ByteMutator(
      seed: 13,
      tokens: ["\"", "[", "{", "}", "]", ",", ":", "```", "\\", "</think>", "'", "“", "\n", "//"])
    for round in 0..<FuzzRounds.count(2500) {
      let bytes = mutator.mutate(Array(seeds[round % seeds.count].utf8))
      var reader = LenientReader(bytes)
      var found = 0
      while let candidate = reader.next() {
        found += 1
        #expect(candidate.range.upperBound <= bytes.count && !candidate.range.isEmpty)
        if found % 2 == 0 { reader.lookInside() }
      }
      #expect(found <= 2 * bytes.count)
    }
  }

  /// The input size. A debug build is some thirty times slower; shorter input takes no measurable time.
  static var size: Int {
    #if DEBUG
      2500
    #else
      2_500_000
    #endif
  }

  @Test(arguments: [
    "[", "{", "\"", "\\", "]", "}", ",", " ", "\n", "'", "`", "[\"", "{\"", "\",'", "[]", "{}",
    "[1,", "<think>", "</think>", "{a", "{a:", "(", "/*", "#\n", "“", "\\\"", "[\\\"", "\"a\": ",
    ",\"a\" ", "[{} a ", "{\"a\":\"b\"}\n", ",\"\n",
    "[\"a</think>\n'b':/*", "[\\\"x</think>\n'a':1}]",
  ])
  func `the same again and again takes time in proportion`(piece: String) {
    for start in ["", "[", "{\"a\":\"", "[{\"a\":["] {
      func lot(_ size: Int) -> [UInt8] {
        Array((start + String(repeating: piece, count: size / piece.utf8.count)).utf8)
      }
      let excess = Growth.excess(over: Self.size, preparing: lot) { bytes in
        var reader = LenientReader(bytes)
        while reader.next() != nil {}
      }
      #expect(excess == nil, "\(start) \(piece)")
    }
  }
}
