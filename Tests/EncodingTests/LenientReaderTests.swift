import TestSupport
import Testing

@testable import Encoding

@Suite struct LenientReaderTests {
  static func candidates(_ text: String) -> [LenientReader.Candidate] {
    var reader = LenientReader(Array(text.utf8))
    var found: [LenientReader.Candidate] = []
    while let candidate = reader.next() {
      found.removeAll { $0.range.lowerBound < reader.answerStart }
      found.append(candidate)
    }
    found.removeAll { $0.range.lowerBound < reader.answerStart }
    return found
  }

  /// The value of a text, and whether it has to be repaired.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var json: String
    var state: State

    var testDescription: String { name }

    enum State { case json, mended, cut }

    init(_ name: String, _ text: String, _ json: String, _ state: State = .json) {
      self.name = name
      self.text = text
      self.json = json
      self.state = state
    }
  }

  func check(_ row: Case) throws {
    let candidate = try #require(Self.candidates(row.text).last, "\(row.name): nothing found")
    #expect(candidate.value.compact == row.json, "\(row.name)")
    #expect(candidate.isRepaired == (row.state != .json), "\(row.name)")
    #expect(candidate.isCut == (row.state == .cut), "\(row.name)")
  }

  @Test(arguments: [
    Case("bare", #"{"a":1}"#, #"{"a":1}"#),
    Case("byte order mark", "\u{FEFF}[1]", "[1]"),
    Case("fence", "```json\n[1, 2]\n```", "[1,2]"),
    Case("fence in capitals", "```JSON\n[1]\n```\n", "[1]"),
    Case("fence of tildes", "~~~\n[1]\n~~~", "[1]"),
    Case("indented fence", "1. This:\n   ```json5\n   {\"a\": 1}\n   ```", #"{"a":1}"#),
    Case("fence within a string", #"["run ```make``` twice"]"#, #"["run ```make``` twice"]"#),
    Case("prose around", "See [this] and (that): [1]. Done [x].", "[1]"),
    Case("a box to tick", "- [x] done\n{\"a\":[]}", #"{"a":[]}"#),
    Case("quoted code before", "Use `a[i]` here: {\"a\":1}", #"{"a":1}"#),
    Case("a link behind", "{\"a\":1} (see [the page](http://x.y/z))", #"{"a":1}"#),
    Case("a tag behind", "<answer>[1]</answer>", "[1]"),
    Case("a string", #""[{\"a\": \"b \\\"c\\\" d\"}]""#, #"[{"a":"b \"c\" d"}]"#, .mended),
    Case("a string in a string", #""\"[{\\\"a\\\":1}]\"""#, #"[{"a":1}]"#, .mended),
    Case("escaped without quotes", #"[{\"a\": \"b\"}]"#, #"[{"a":"b"}]"#, .mended),
    Case("escaped over lines", #"[\n  {\"a\": \"b\"}\n]"#, #"[{"a":"b"}]"#, .mended),
  ])
  func `JSON is found in its usual dress`(row: Case) throws { try check(row) }

  @Test(arguments: ["\u{A0}", "\u{3000}", "\u{2009}", "\u{200B}", "\u{2028}", "\u{205F}"])
  func `white space of every width indents`(space: String) throws {
    let text =
      "[\n\(space)\(space){\n\(space)\"a\":\(space)\"b\"\(space),\n\(space)\"c\":\(space)1}\(space)\n]"
    try check(Case("indented", text, #"[{"a":"b","c":1}]"#, .mended))
    try check(Case("on one line", text.replacing("\n", with: ""), #"[{"a":"b","c":1}]"#, .mended))
  }

  @Test(arguments: [
    Case("after an element", "[1,2,]", "[1,2]", .mended),
    Case("after a member", "{\"a\":1,\n}", #"{"a":1}"#, .mended),
    Case("doubled", "[1,,2]", "[1,2]", .mended),
    Case("in front", "[,1]", "[1]", .mended),
    Case("missing between members", "{\"a\":1\n\"b\":2}", #"{"a":1,"b":2}"#, .mended),
    Case(
      "missing after a string", "{\"a\":\"x\"\n  \"b\":2}", #"{"a":"x","b":2}"#, .mended),
    Case("missing on one line", #"{"a":"x" "b":2}"#, #"{"a":"x","b":2}"#, .mended),
    Case(
      "missing between objects", "[{\"a\":1} {\"a\":2}]", #"[{"a":1},{"a":2}]"#, .mended),
    Case("missing between strings", "[\"a\"\n\"b\"]", #"["a","b"]"#, .mended),
    Case("missing colon", #"{"a" "b"}"#, #"{"a":"b"}"#, .mended),
    Case("arrow", #"{"a" => "b"}"#, #"{"a":"b"}"#, .mended),
    Case("missing value", #"{"a": , "b": 1}"#, #"{"a":null,"b":1}"#, .mended),
    Case("missing last value", #"{"a": }"#, #"{"a":null}"#, .mended),
  ])
  func `commas and colons are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("brace in a list", "[{\"a\":1]", #"[{"a":1}]"#, .mended),
    Case(
      "brace before the next", "[{\"a\":1, {\"a\":2}]", #"[{"a":1},{"a":2}]"#, .mended),
    Case("list in an object", #"{"a":["x"}"#, #"{"a":["x"]}"#, .mended),
    Case("brace at the front", #"["a":1}]"#, #"[{"a":1}]"#, .mended),
    Case("list before prose", "[{\"a\":1}\nThat is all.", #"[{"a":1}]"#, .mended),
    Case("list before a fence", "```\n[{\"a\":1}\n```\nDone.", #"[{"a":1}]"#, .mended),
    Case("closed too early", #"{"a":1}, "b":2}"#, #"{"a":1,"b":2}"#, .mended),
    Case("closed too early in a list", #"[{"a":1}, "b":2}]"#, #"[{"a":1,"b":2}]"#, .mended),
    Case("doubled braces", #"{{"a":1}}"#, #"{"a":1}"#, .mended),
    Case("a stray one", #"{"a":[1])}"#, #"{"a":[1]}"#, .mended),
    Case(
      "words between", #"[{"a":1} and {"a":2}]"#, #"[{"a":1},{"a":2}]"#, .mended),
    Case("tuple", "[(1, 2), ()]", "[[1,2],[]]", .mended),
    Case("parentheses", #"{"a": ("x")}"#, #"{"a":"x"}"#, .mended),
    Case("set", "[{'x', 'y'}]", #"[["x","y"]]"#, .mended),
  ])
  func `brackets are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("single", "{'a': 'it''s'}", #"{"a":"it''s"}"#, .mended),
    Case(
      "single with an apostrophe", "{'a': 'it's', 'b': 1}", #"{"a":"it's","b":1}"#, .mended),
    Case("curly", "{“a”: “b”}", #"{"a":"b"}"#, .mended),
    Case("curly at the end", "{\"a\": \"b”,\n \"c\": 1}", #"{"a":"b","c":1}"#, .mended),
    Case("German", "{„a“: „b“}", #"{"a":"b"}"#, .mended),
    Case("angled", "{«a»: «b»}", #"{"a":"b"}"#, .mended),
    Case("backticks", "{`a`: `b`}", #"{"a":"b"}"#, .mended),
    Case(
      "curly within", #"{"a": "say “b”, c", "d": 1,}"#, #"{"a":"say “b”, c","d":1}"#, .mended),
    Case("three", "{\"a\": \"\"\"b \"c\" d\"\"\"}", #"{"a":"b \"c\" d"}"#, .mended),
    Case("within", #"{"a": "the "b" c"}"#, #"{"a":"the \"b\" c"}"#, .mended),
    Case(
      "within at the end", #"{"a": "the "b"", "c": 1}"#, #"{"a":"the \"b\"","c":1}"#, .mended),
    Case(
      "within before a comma", #"{"a": "x, "y", z", "c": 1}"#, #"{"a":"x, \"y\", z","c":1}"#,
      .mended),
    Case("within a list", #"["a "b" c", "d"]"#, #"["a \"b\" c","d"]"#, .mended),
    Case(
      "an object within", #"{"a": "is {"b": "c"}, no"}"#, #"{"a":"is {\"b\": \"c\"}, no"}"#, .mended
    ),
    Case(
      "a link within", #"{"a": "[b]("c")", "d": 1}"#, #"{"a":"[b](\"c\")","d":1}"#, .mended),
    Case("one too many", #"{"a": "b"", "c": 1}"#, #"{"a":"b","c":1}"#, .mended),
    Case("missing at the end", #"{"a": "b, "c": 1}"#, #"{"a":"b","c":1}"#, .mended),
    Case(
      "missing before a line", "{\"a\": \"b\n \"c\": 1}", #"{"a":"b","c":1}"#, .mended),
    Case("missing before the end", "{\"a\": \"b}\n", #"{"a":"b"}"#, .mended),
    Case("missing in a key", #"{"a: "b"}"#, #"{"a":"b"}"#, .mended),
    Case("missing before a key", #"{"a":1, b": 2}"#, #"{"a":1,"b":2}"#, .mended),
    Case("missing before a value", #"{"a": b c", "d": 1}"#, #"{"a":"b c","d":1}"#, .mended),
    Case("words behind", #"{"a": "high" (very), "b": 1}"#, #"{"a":"high","b":1}"#, .mended),
  ])
  func `quotes are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("keys", "{a: 1, b_2: 2, c-d: 3}", #"{"a":1,"b_2":2,"c-d":3}"#, .mended),
    Case("value", "{\"a\": Ann, \"b\": 1}", #"{"a":"Ann","b":1}"#, .mended),
    Case("value of words", "{a: Send it, now, b: 1}", #"{"a":"Send it, now","b":1}"#, .mended),
    Case("value with braces", "{a: x{y}z}", #"{"a":"x{y}z"}"#, .mended),
    Case("a link", "{a: http://x.y/z, b: 1}", #"{"a":"http://x.y/z","b":1}"#, .mended),
    Case("Python", "[True, False, None]", "[true,false,null]", .mended),
    Case("JavaScript", "[undefined, NaN, -Infinity]", "[null,null,null]", .mended),
    Case("numbers", "[.5, +1, 1_000, 2., 1e3]", "[0.5,1,1000,2,1e3]", .mended),
    Case("no numbers", "[007, 1-2, 3x]", #"["007","1-2","3x"]"#, .mended),
    Case(
      "huge", "[1e999, 123456789012345678901234567890]", "[1e999,123456789012345678901234567890]"),
    Case("line comment", "[1, // one\n2]", "[1,2]", .mended),
    Case("block comment", "{\"a\": /* b */ 1}", #"{"a":1}"#, .mended),
    Case("slash in a comment", "{\"a\": /*/ b */ 1}", #"{"a":1}"#, .mended),
    Case("empty comment", "{\"a\": /**/ 1}", #"{"a":1}"#, .mended),
    Case("number sign", "{\"a\": 1, # b\n\"c\": 2}", #"{"a":1,"c":2}"#, .mended),
    Case("comment after a string", "{\"a\": \"b\" // c\n}", #"{"a":"b"}"#, .mended),
    Case("a link is no comment", #"{"a": "http://b", }"#, #"{"a":"http://b"}"#, .mended),
    Case("ellipsis", "[1, ..., 3]", "[1,3]", .mended),
    Case("a word before a key", #"{"a": 1, AND "b": 2}"#, #"{"a":1,"b":2}"#, .mended),
  ])
  func `other languages are read`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("line end", "[\"a\nb\"]", #"["a\nb"]"#, .mended),
    Case("tab and null", "[\"a\tb\u{0}\"]", #"["a\tb\u0000"]"#, .mended),
    Case("escaped apostrophe", #"["it\'s"]"#, #"["it's"]"#, .mended),
    Case("escape of no kind", #"["a\d \_"]"#, #"["a\\d \\_"]"#, .mended),
    Case("half an escape", #"["a\u12"]"#, #"["a\\u12"]"#, .mended),
    Case("lone surrogate", #"["a\ud83d"]"#, "[\"a\u{FFFD}\"]", .mended),
    Case(
      "lone surrogate, damaged", #"["a\ude00",]"#, "[\"a\u{FFFD}\"]", .mended),
    Case("pair", #"["\ud83d\ude00",]"#, #"["😀"]"#, .mended),
    Case("no-break space", "[1,\u{A0}2]", "[1,2]", .mended),
    Case("repeated key", #"{"a":1,"a":2,}"#, #"{"a":1,"a":2}"#, .mended),
  ])
  func `characters are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("nothing", "[", "[]", .cut),
    Case("behind an object", #"[{"a":1},"#, #"[{"a":1}]"#, .cut),
    Case("in an object of a list", #"[{"a":1},{"a":"#, #"[{"a":1}]"#, .cut),
    Case("in a string of a list", #"["a","b"#, #"["a"]"#, .cut),
    Case("in a key", #"{"a":1,"b"#, #"{"a":1}"#, .cut),
    Case("before a value", #"{"a":1,"b":"#, #"{"a":1}"#, .cut),
    Case("in a literal", #"{"a":1,"b":tru"#, #"{"a":1}"#, .cut),
    Case("in a string", #"{"a":"b c"#, #"{"a":"b c"}"#, .cut),
    Case("in an escape", #"{"a":"b\"#, #"{"a":"b\\"}"#, .cut),
    Case("in a list of lists", "[[1],[2,3", "[[1],[2,3]]", .cut),
    Case("in a comment", #"{"a":1 /* b"#, #"{"a":1}"#, .cut),
    Case("in a wrapper", #"{"a":[{"b":1},{"b":2"#, #"{"a":[{"b":1}]}"#, .cut),
    Case("encoded", #""[{\"a\":1},{\"a"#, #"[{"a":1}]"#, .cut),
    Case(
      "white space for ever", "{\"a\":[{\"b\":1},{\"b\":" + String(repeating: " ", count: 99),
      #"{"a":[{"b":1}]}"#, .cut),
  ])
  func `of a text that is cut, what is whole is kept`(row: Case) throws { try check(row) }

  @Test(arguments: [
    ("object", #"{"a":1"#, 1), ("list", "[1", 1), ("both", #"{"a":[1"#, 2),
    ("object in a list", #"[{"a":1"#, 1), ("object in an object", #"{"a":{"b":1"#, 2),
    ("closed within", #"{"a":{"b":1}"#, 1),
  ])
  func `the containers open at a cut are reported`(name: String, text: String, depth: Int) {
    #expect(Self.candidates(text).map(\.openDepth) == [depth], "\(name)")
  }

  @Test(arguments: [
    ("closed", "<think>[1]</think>[2]", ["[2]"]),
    ("in capitals", "<THINKING>\n[1]\n</THINKING>\n[2]", ["[2]"]),
    ("opened by the template", "So [1].\n</think>\n[2]", ["[2]"]),
    ("twice", "<think>[1]</think>[2]<think>[3]</think>[4]", ["[4]"]),
    ("in brackets", "[THINK][1][/THINK][2]", ["[2]"]),
    (
      "a channel", "<|channel|>analysis<|message|>[1]<|end|><|channel|>final<|message|>[2]", ["[2]"]
    ),
    ("an open bracket within", "Maybe {\"a\": \"b\n</think>\n[{\"c\": \"d\"}]", [#"[{"c":"d"}]"#]),
    ("in a string", #"{"a":"<think>b</think>"}"#, [#"{"a":"<think>b</think>"}"#]),
    ("in a string that is mended", #"{"a":"b</think>c",}"#, [#"{"a":"b</think>c"}"#]),
    ("nothing behind", "[1]</think>", []),
  ])
  func `what was thought aloud is no answer`(name: String, text: String, found: [String]) {
    #expect(Self.candidates(text).map(\.value.compact) == found, "\(name)")
  }

  @Test func `unfinished thinking is reported`() {
    var reader = LenientReader(Array("<think>Hm, [1]".utf8))
    #expect(reader.next()?.value == [1])
    #expect(reader.endsInThought)
  }

  @Test(arguments: [
    ("lines", "{\"a\":1}\n{\"a\":2}"), ("commas", "{\"a\":1}, {\"a\":2}"),
    ("a list", "- {\"a\":1}\n- {\"a\":2}"), ("numbers", "1. {\"a\":1}\n2. {\"a\":2}"),
    ("headings", "### Item 1\n{\"a\":1}\n### Item 2\n{\"a\":2}"),
    ("fences", "```json\n{\"a\":1}\n```\n\n```json\n{\"a\":2}\n```"),
    ("a second thought", "{\"a\":1}\nOn second thought:\n{\"a\":2}"),
  ])
  func `candidates are found whatever stands between them`(name: String, text: String) {
    let found = Self.candidates(text)
    #expect(found.map(\.value.compact) == [#"{"a":1}"#, #"{"a":2}"#], "\(name)")
  }

  @Test func `a bracket in prose does not hide what stands behind it`() {
    var reader = LenientReader(Array(#"Logs begin with "I, [" here: {"a": 1, "b": "c"}"#.utf8))
    var found: [String] = []
    while let candidate = reader.next() {
      found.append(candidate.value.compact)
      if candidate.value.kind == .array { reader.lookInside() }
    }
    #expect(found.last == #"{"a":1,"b":"c"}"#)
  }

  @Test func `what is nested too deep is passed over whole`() {
    let deep = String(repeating: "[", count: 100) + "{}" + String(repeating: "]", count: 100)
    var reader = LenientReader(Array("\(deep) [1]".utf8))
    #expect(reader.next()?.value == [1])
    #expect(reader.isBeyondLimits)
    var damaged = LenientReader(Array(deep.dropLast(50).utf8))
    #expect(damaged.next() == nil && damaged.isBeyondLimits)
  }

  @Test func `a text beyond the limits is not read`() {
    var long = LenientReader(Array("[1, 2, 3]".utf8), limits: .init(bytes: 8))
    #expect(long.next() == nil && long.isBeyondLimits)
    var many = LenientReader(Array("[1, 2, 3,]".utf8), limits: .init(values: 2))
    #expect(many.next() == nil && many.isBeyondLimits)
    var candidates = LenientReader(Array("[1][2][3]".utf8), limits: .init(candidates: 2))
    while candidates.next() != nil {}
    #expect(candidates.isBeyondLimits)
  }
}
