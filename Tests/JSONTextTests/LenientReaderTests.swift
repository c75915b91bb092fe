import TestSupport
import Testing

@testable import JSONText

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

  /// What a text is read as, and what is mended on the way.
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var json: String
    var repairs: Set<JSONRepair.Kind>

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ json: String, _ repairs: Set<JSONRepair.Kind>) {
      self.name = name
      self.text = text
      self.json = json
      self.repairs = repairs
    }
  }

  func check(_ row: Case) throws {
    let candidate = try #require(Self.candidates(row.text).last, "\(row.name): nothing found")
    #expect(candidate.value.compact == row.json, "\(row.name)")
    #expect(candidate.repairs.kinds == row.repairs, "\(row.name)")
    #expect(candidate.isCut == row.repairs.contains(.cut), "\(row.name)")
  }

  @Test(arguments: [
    Case("bare", #"{"a":1}"#, #"{"a":1}"#, []),
    Case("byte order mark", "\u{FEFF}[1]", "[1]", []),
    Case("fence", "```json\n[1, 2]\n```", "[1,2]", []),
    Case("fence in capitals", "```JSON\n[1]\n```\n", "[1]", []),
    Case("fence of tildes", "~~~\n[1]\n~~~", "[1]", []),
    Case("indented fence", "1. This:\n   ```json5\n   {\"a\": 1}\n   ```", #"{"a":1}"#, []),
    Case("fence within a string", #"["run ```make``` twice"]"#, #"["run ```make``` twice"]"#, []),
    Case("prose around", "See [this] and (that): [1]. Done [x].", "[1]", []),
    Case("a box to tick", "- [x] done\n{\"a\":[]}", #"{"a":[]}"#, []),
    Case("quoted code before", "Use `a[i]` here: {\"a\":1}", #"{"a":1}"#, []),
    Case("a link behind", "{\"a\":1} (see [the page](http://x.y/z))", #"{"a":1}"#, []),
    Case("a tag behind", "<answer>[1]</answer>", "[1]", []),
    Case("a string", #""[{\"a\": \"b \\\"c\\\" d\"}]""#, #"[{"a":"b \"c\" d"}]"#, [.doubleEncoded]),
    Case("a string in a string", #""\"[{\\\"a\\\":1}]\"""#, #"[{"a":1}]"#, [.doubleEncoded]),
    Case("escaped without quotes", #"[{\"a\": \"b\"}]"#, #"[{"a":"b"}]"#, [.doubleEncoded]),
    Case("escaped over lines", #"[\n  {\"a\": \"b\"}\n]"#, #"[{"a":"b"}]"#, [.doubleEncoded]),
  ])
  func `JSON is found in its usual dress`(row: Case) throws { try check(row) }

  @Test(arguments: ["\u{A0}", "\u{3000}", "\u{2009}", "\u{200B}", "\u{2028}", "\u{205F}"])
  func `white space of every width indents`(space: String) throws {
    let text =
      "[\n\(space)\(space){\n\(space)\"a\":\(space)\"b\"\(space),\n\(space)\"c\":\(space)1}\(space)\n]"
    try check(Case("indented", text, #"[{"a":"b","c":1}]"#, []))
    try check(Case("on one line", text.replacing("\n", with: ""), #"[{"a":"b","c":1}]"#, []))
  }

  @Test(arguments: [
    Case("behind an element", "[1,2,]", "[1,2]", [.extraComma]),
    Case("behind a member", "{\"a\":1,\n}", #"{"a":1}"#, [.extraComma]),
    Case("doubled", "[1,,2]", "[1,2]", [.extraComma]),
    Case("in front", "[,1]", "[1]", [.extraComma]),
    Case("missing between members", "{\"a\":1\n\"b\":2}", #"{"a":1,"b":2}"#, [.missingComma]),
    Case(
      "missing behind a string", "{\"a\":\"x\"\n  \"b\":2}", #"{"a":"x","b":2}"#, [.missingComma]),
    Case("missing on one line", #"{"a":"x" "b":2}"#, #"{"a":"x","b":2}"#, [.missingComma]),
    Case(
      "missing between objects", "[{\"a\":1} {\"a\":2}]", #"[{"a":1},{"a":2}]"#, [.missingComma]),
    Case("missing between strings", "[\"a\"\n\"b\"]", #"["a","b"]"#, [.missingComma]),
    Case("missing colon", #"{"a" "b"}"#, #"{"a":"b"}"#, [.missingColon]),
    Case("arrow", #"{"a" => "b"}"#, #"{"a":"b"}"#, [.missingColon]),
    Case("missing value", #"{"a": , "b": 1}"#, #"{"a":null,"b":1}"#, [.missingValue]),
    Case("missing last value", #"{"a": }"#, #"{"a":null}"#, [.missingValue]),
  ])
  func `commas and colons are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("brace in a list", "[{\"a\":1]", #"[{"a":1}]"#, [.missingBracket]),
    Case(
      "brace before the next", "[{\"a\":1, {\"a\":2}]", #"[{"a":1},{"a":2}]"#,
      [.missingBracket]),
    Case("list in an object", #"{"a":["x"}"#, #"{"a":["x"]}"#, [.missingBracket]),
    Case("brace at the front", #"["a":1}]"#, #"[{"a":1}]"#, [.missingBracket]),
    Case("list before prose", "[{\"a\":1}\nThat is all.", #"[{"a":1}]"#, [.missingBracket]),
    Case("list before a fence", "```\n[{\"a\":1}\n```\nDone.", #"[{"a":1}]"#, [.missingBracket]),
    Case("closed too early", #"{"a":1}, "b":2}"#, #"{"a":1,"b":2}"#, [.extraBracket]),
    Case("closed too early in a list", #"[{"a":1}, "b":2}]"#, #"[{"a":1,"b":2}]"#, [.extraBracket]),
    Case("doubled braces", #"{{"a":1}}"#, #"{"a":1}"#, [.extraBracket]),
    Case("a stray one", #"{"a":[1])}"#, #"{"a":[1]}"#, [.extraBracket]),
    Case(
      "words between", #"[{"a":1} and {"a":2}]"#, #"[{"a":1},{"a":2}]"#,
      [.strayText, .missingComma]),
    Case("tuple", "[(1, 2), ()]", "[[1,2],[]]", [.otherBrackets]),
    Case("parentheses", #"{"a": ("x")}"#, #"{"a":"x"}"#, [.otherBrackets]),
    Case("set", "[{'x', 'y'}]", #"[["x","y"]]"#, [.otherQuotes, .otherBrackets]),
  ])
  func `brackets are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("single", "{'a': 'it''s'}", #"{"a":"it''s"}"#, [.otherQuotes, .innerQuote]),
    Case(
      "single with an apostrophe", "{'a': 'it's', 'b': 1}", #"{"a":"it's","b":1}"#,
      [
        .otherQuotes, .innerQuote,
      ]),
    Case("curly", "{“a”: “b”}", #"{"a":"b"}"#, [.otherQuotes]),
    Case("curly at the end", "{\"a\": \"b”,\n \"c\": 1}", #"{"a":"b","c":1}"#, [.otherQuotes]),
    Case("German", "{„a“: „b“}", #"{"a":"b"}"#, [.otherQuotes]),
    Case("angled", "{«a»: «b»}", #"{"a":"b"}"#, [.otherQuotes]),
    Case("backticks", "{`a`: `b`}", #"{"a":"b"}"#, [.otherQuotes]),
    Case(
      "curly within", #"{"a": "say “b”, c", "d": 1,}"#, #"{"a":"say “b”, c","d":1}"#, [.extraComma]),
    Case("three", "{\"a\": \"\"\"b \"c\" d\"\"\"}", #"{"a":"b \"c\" d"}"#, [.otherQuotes]),
    Case("within", #"{"a": "the "b" c"}"#, #"{"a":"the \"b\" c"}"#, [.innerQuote]),
    Case(
      "within at the end", #"{"a": "the "b"", "c": 1}"#, #"{"a":"the \"b\"","c":1}"#, [.innerQuote]),
    Case(
      "within before a comma", #"{"a": "x, "y", z", "c": 1}"#, #"{"a":"x, \"y\", z","c":1}"#,
      [
        .innerQuote
      ]),
    Case("within a list", #"["a "b" c", "d"]"#, #"["a \"b\" c","d"]"#, [.innerQuote]),
    Case(
      "an object within", #"{"a": "is {"b": "c"}, no"}"#, #"{"a":"is {\"b\": \"c\"}, no"}"#,
      [
        .innerQuote
      ]),
    Case(
      "a link within", #"{"a": "[b]("c")", "d": 1}"#, #"{"a":"[b](\"c\")","d":1}"#, [.innerQuote]),
    Case("one too many", #"{"a": "b"", "c": 1}"#, #"{"a":"b","c":1}"#, [.extraQuote]),
    Case("missing at the end", #"{"a": "b, "c": 1}"#, #"{"a":"b","c":1}"#, [.missingQuote]),
    Case(
      "missing before a line", "{\"a\": \"b\n \"c\": 1}", #"{"a":"b","c":1}"#,
      [
        .missingQuote, .missingComma, .controlCharacter,
      ]),
    Case("missing before the end", "{\"a\": \"b}\n", #"{"a":"b"}"#, [.missingQuote]),
    Case("missing in a key", #"{"a: "b"}"#, #"{"a":"b"}"#, [.missingQuote]),
    Case("missing before a key", #"{"a":1, b": 2}"#, #"{"a":1,"b":2}"#, [.missingQuote]),
    Case("missing before a value", #"{"a": b c", "d": 1}"#, #"{"a":"b c","d":1}"#, [.noQuotes]),
    Case("words behind", #"{"a": "high" (very), "b": 1}"#, #"{"a":"high","b":1}"#, [.strayText]),
  ])
  func `quotes are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("keys", "{a: 1, b_2: 2, c-d: 3}", #"{"a":1,"b_2":2,"c-d":3}"#, [.noQuotes]),
    Case("value", "{\"a\": Ann, \"b\": 1}", #"{"a":"Ann","b":1}"#, [.noQuotes]),
    Case("value of words", "{a: Send it, now, b: 1}", #"{"a":"Send it, now","b":1}"#, [.noQuotes]),
    Case("value with braces", "{a: x{y}z}", #"{"a":"x{y}z"}"#, [.noQuotes]),
    Case("a link", "{a: http://x.y/z, b: 1}", #"{"a":"http://x.y/z","b":1}"#, [.noQuotes]),
    Case("Python", "[True, False, None]", "[true,false,null]", [.foreignLiteral]),
    Case("JavaScript", "[undefined, NaN, -Infinity]", "[null,null,null]", [.foreignLiteral]),
    Case("numbers", "[.5, +1, 1_000, 2., 1e3]", "[0.5,1,1000,2,1e3]", [.foreignLiteral]),
    Case("no numbers", "[007, 1-2, 3x]", #"["007","1-2","3x"]"#, [.noQuotes]),
    Case(
      "huge", "[1e999, 123456789012345678901234567890]", "[1e999,123456789012345678901234567890]",
      []),
    Case("line comment", "[1, // one\n2]", "[1,2]", [.comment]),
    Case("block comment", "{\"a\": /* b */ 1}", #"{"a":1}"#, [.comment]),
    Case("number sign", "{\"a\": 1, # b\n\"c\": 2}", #"{"a":1,"c":2}"#, [.comment]),
    Case("comment behind a string", "{\"a\": \"b\" // c\n}", #"{"a":"b"}"#, [.comment]),
    Case("a link is no comment", #"{"a": "http://b", }"#, #"{"a":"http://b"}"#, [.extraComma]),
    Case("ellipsis", "[1, ..., 3]", "[1,3]", [.ellipsis]),
    Case("a word before a key", #"{"a": 1, AND "b": 2}"#, #"{"a":1,"b":2}"#, [.strayText]),
  ])
  func `other languages are read`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("line end", "[\"a\nb\"]", #"["a\nb"]"#, [.controlCharacter]),
    Case("tab and null", "[\"a\tb\u{0}\"]", #"["a\tb\u0000"]"#, [.controlCharacter]),
    Case("escaped apostrophe", #"["it\'s"]"#, #"["it's"]"#, [.escape]),
    Case("escape of no kind", #"["a\d \_"]"#, #"["a\\d \\_"]"#, [.escape]),
    Case("half an escape", #"["a\u12"]"#, #"["a\\u12"]"#, [.escape]),
    Case("lone surrogate", #"["a\ud83d"]"#, "[\"a\u{FFFD}\"]", [.brokenCharacter]),
    Case(
      "lone surrogate, damaged", #"["a\ude00",]"#, "[\"a\u{FFFD}\"]",
      [
        .brokenCharacter, .extraComma,
      ]),
    Case("pair", #"["\ud83d\ude00",]"#, #"["😀"]"#, [.extraComma]),
    Case("no-break space", "[1,\u{A0}2]", "[1,2]", []),
    Case("repeated key", #"{"a":1,"a":2,}"#, #"{"a":1,"a":2}"#, [.repeatedKey, .extraComma]),
  ])
  func `characters are put right`(row: Case) throws { try check(row) }

  @Test(arguments: [
    Case("nothing", "[", "[]", [.cut]),
    Case("behind an object", #"[{"a":1},"#, #"[{"a":1}]"#, [.cut]),
    Case("in an object of a list", #"[{"a":1},{"a":"#, #"[{"a":1}]"#, [.cut]),
    Case("in a string of a list", #"["a","b"#, #"["a"]"#, [.cut]),
    Case("in a key", #"{"a":1,"b"#, #"{"a":1}"#, [.cut]),
    Case("before a value", #"{"a":1,"b":"#, #"{"a":1}"#, [.cut]),
    Case("in a literal", #"{"a":1,"b":tru"#, #"{"a":1}"#, [.cut]),
    Case("in a string", #"{"a":"b c"#, #"{"a":"b c"}"#, [.cut]),
    Case("in an escape", #"{"a":"b\"#, #"{"a":"b\\"}"#, [.cut, .escape]),
    Case("in a list of lists", "[[1],[2,3", "[[1],[2,3]]", [.cut]),
    Case("in a comment", #"{"a":1 /* b"#, #"{"a":1}"#, [.comment, .cut]),
    Case("in a wrapper", #"{"a":[{"b":1},{"b":2"#, #"{"a":[{"b":1}]}"#, [.cut]),
    Case("encoded", #""[{\"a\":1},{\"a"#, #"[{"a":1}]"#, [.doubleEncoded, .cut]),
    Case(
      "white space for ever", "{\"a\":[{\"b\":1},{\"b\":" + String(repeating: " ", count: 99),
      #"{"a":[{"b":1}]}"#, [.cut]),
  ])
  func `of a text that is cut, what is whole is kept`(row: Case) throws { try check(row) }

  @Test(arguments: [
    ("object", #"{"a":1"#, 1), ("list", "[1", 1), ("both", #"{"a":[1"#, 2),
    ("object in a list", #"[{"a":1"#, 1), ("object in an object", #"{"a":{"b":1"#, 2),
    ("closed within", #"{"a":{"b":1}"#, 1),
  ])
  func `what was open at the cut is told`(name: String, text: String, depth: Int) {
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

  @Test func `thoughts that never end are told`() {
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

  @Test func `every place that was mended is counted, the first ones are listed`() throws {
    let text = "[" + String(repeating: "1,,", count: 100) + "1]"
    let repairs = try #require(Self.candidates(text).first).repairs
    #expect(repairs.count == 100 && repairs.first.count == JSONRepairs.listed)
    #expect(repairs.first[0] == JSONRepair(.extraComma, at: 3))
    #expect(repairs.description == "a comma too many")
  }
}
