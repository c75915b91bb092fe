import Testing

@testable import Store

@Suite struct LinePrefilterTests {
  @Test(arguments: [
    ("a word", ["report"], true), ("in large letters", ["REPORT"], true),
    ("another word", ["rapport"], false), ("both", ["report", "ann"], true),
    ("one of two", ["report", "zoe"], false), ("nothing", [], true), ("an empty text", [""], true),
    ("an escape", ["\"report\""], true), ("a path", ["a/report"], true),
    ("an accent of its own", ["cafe\u{301}"], true), ("a ligature", ["caf\u{E9}"], true),
    ("a Kelvin sign", ["5k"], true), ("a Greek question mark", ["report;"], true),
    ("nothing but an escape", ["\n"], true), ("letters around a quote", ["zz\"report"], true),
    ("what is longer than the line", [String(repeating: "a", count: 99)], false),
  ])
  func `a line is skipped only if its item cannot contain the texts`(
    name: String, texts: [String], isLetThrough: Bool
  ) {
    let line = Array(#"{"task":"Send the \"Report\" to the Café, 5K","who":"Ann"}"#.utf8)
    line.withUnsafeBufferPointer {
      #expect(LinePrefilter(texts).mayHold($0) == isLetThrough, "\(name)")
    }
  }
}
