import Encoding
import Testing

@Suite struct JSONReaderTests {
  static func parse(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

  @Test(
    arguments: [
      ("empty array", "[]", [] as JSONValue),
      ("empty object", "{}", [:]),
      ("white space", " \t\r\n[ \n ] \n", []),
      ("lonely string", "\"a\"", "a"),
      ("lonely null", "null", nil),
      (
        "numbers", "[0,-0,10,-1.5,2e3,2E-3,1.25e+2]",
        .array(
          ["0", "-0", "10", "-1.5", "2e3", "2E-3", "1.25e+2"].map(JSONValue.number))
      ),
      ("huge number", "[1e400]", [.number("1e400")]),
      ("nested", "{\"a\":{\"b\":[{},[]]}}", ["a": ["b": [[:], []]]]),
      ("escapes", #"["\"\\\/\b\f\n\r\t\u00e9"]"#, ["\"\\/\u{8}\u{c}\n\r\té"]),
      ("surrogate pair", #"["\ud83c\udf89"]"#, ["🎉"]),
      ("escaped key", #"{"\u0061":1}"#, ["a": 1]),
      ("NUL", #"["\u0000"]"#, ["\0"]),
      ("unescaped delete", "[\"\u{7f}\"]", ["\u{7f}"]),
      ("repeated key", #"{"a":1,"a":2}"#, ["a": 1, "a": 2]),
      ("not a break", "[\"\u{2028}\"]", ["\u{2028}"]),
      (
        "long string", "[\"" + String(repeating: "x", count: 1000) + "\\n\"]",
        [.string(String(repeating: "x", count: 1000) + "\n")]
      ),
    ] as [(String, String, JSONValue)])
  func `what RFC 8259 allows is read`(name: String, text: String, value: JSONValue) throws {
    #expect(try Self.parse(text) == value, "\(name)")
  }

  @Test(arguments: [
    ("nothing", ""), ("space", " "), ("open array", "["), ("open object", "{"),
    ("comma first", "[,1]"), ("comma last", "[1,]"), ("two commas", "[1,,2]"),
    ("no comma", "[1 2]"), ("comma last in object", #"{"a":1,}"#), ("no colon", #"{"a" 1}"#),
    ("no value", #"{"a":}"#), ("bare key", "{a:1}"), ("single quotes", "['a']"),
    ("wrong bracket", "[1}"), ("wrong bracket after empty", "[}"), ("closed twice", "[]]"),
    ("two values", "[] []"), ("leading zero", "[01]"), ("minus zero one", "[-01]"),
    ("bare minus", "[-]"), ("plus", "[+1]"), ("point first", "[.5]"), ("point last", "[1.]"),
    ("no exponent", "[1e]"), ("hex", "[0x1]"), ("NaN", "[NaN]"), ("Infinity", "[Infinity]"),
    ("capital", "[True]"), ("cut literal", "[tru]"), ("cut string", #"["a"#),
    ("cut escape", #"["\"#), ("bad escape", #"["\x41"]"#), ("bad hex", #"["\u00G0"]"#),
    ("short hex", #"["\u00"]"#), ("line feed in string", "[\"a\nb\"]"),
    ("tab in string", "[\"\t\"]"), ("comment", "[1/**/]"), ("byte order mark", "\u{FEFF}[]"),
    ("form feed", "\u{c}[]"), ("string as number", "[1a]"),
  ])
  func `what RFC 8259 forbids is refused`(name: String, text: String) {
    #expect(throws: JSONError.self, "\(name)") { try Self.parse(text) }
  }

  @Test func `errors say what and where`() {
    #expect(throws: JSONError(.unexpected(UInt8(ascii: "x"), expected: .value), at: 6)) {
      try Self.parse("[1, 2,x]")
    }
    let error = JSONError(.unexpected(7, expected: .commaOrEnd), at: 3)
    #expect(error.description.hasPrefix("byte 0x07 instead of ',' or the end"))
    #expect(error.description.hasSuffix("at byte 3"))
  }

  @Test func `lone surrogates and broken UTF-8 are mended and counted`() throws {
    let bytes = Array(#"["\ud800","ok","\udc00\ud83c","a"#.utf8) + [0xFF] + Array(#"b","é"]"#.utf8)
    try bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      try reader.beginArray()
      var strings: [String] = []
      while try reader.nextElement() { strings.append(try reader.readString()) }
      #expect(strings == ["\u{FFFD}", "ok", "\u{FFFD}\u{FFFD}", "aÿb", "é"])
      #expect(reader.repairedStrings == 3)
    }
  }

  @Test func `depth is bounded where values are read, not where they are skipped`() throws {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    #expect(throws: JSONError(.tooDeep(limit: 512), at: 512)) { try Self.parse(deep) }
    try Array("{\"a\":\(deep),\"b\":7}".utf8).withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      try reader.beginObject()
      #expect(try reader.nextKey()?.equals("a") == true)
      try reader.skipValue()
      #expect(try reader.nextKey()?.equals("b") == true)
      #expect(try reader.readInt() == 7)
      #expect(try reader.nextKey() == nil)
      try reader.finish()
    }
  }

  @Test func `control characters in strings are taken where the caller puts up with them`() throws {
    let limits = JSONReader.Limits(allowsControlCharacters: true)
    #expect(try JSONValue(parsing: "[\"a\n\tb\"]".utf8, limits: limits) == ["a\n\tb"])
  }

  @Test(arguments: [
    ("whole", "42", 42), ("negative", "-7", -7), ("with a point", "3.0", 3),
    ("exponent", "1e3", 1000),
    ("largest", "9223372036854775807", .max),
  ])
  func `whole numbers are read`(name: String, text: String, value: Int) throws {
    #expect(try Self.parse(text).int == value, "\(name)")
    try Array(text.utf8).withUnsafeBufferPointer { buffer in
      var reader = JSONReader(buffer)
      let read = try reader.readInt()
      #expect(read == value, "\(name)")
    }
  }

  @Test(arguments: [("too large", "9223372036854775808"), ("half", "0.5"), ("string", "\"1\"")])
  func `a number that is not whole is refused`(name: String, text: String) throws {
    #expect(try Self.parse(text).int == nil, "\(name)")
    _ = Array(text.utf8).withUnsafeBufferPointer { buffer in
      #expect(throws: JSONError.self, "\(name)") {
        var reader = JSONReader(buffer)
        _ = try reader.readInt()
      }
    }
  }

  @Test func `hexadecimal escapes are read where they are allowed`() throws {
    let text = Array(#"{"a":"x\x1By\xe9"}"#.utf8)
    let lenient = JSONReader.Limits(allowsHexEscapes: true)
    #expect(try JSONValue(parsing: text, limits: lenient) == ["a": "x\u{1B}y\u{E9}"])
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: Array(#"["\x1"]"#.utf8), limits: lenient)
    }
  }

  @Test func `empty arrays and objects are stepped over, and nothing else with them`() throws {
    let text = Array(#"[[],{}, [ ],[[]],{"a":[]},[}]"#.utf8)
    try text.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(bytes)
      try reader.beginArray()
      var raw: [String] = []
      for _ in 0..<5 where try reader.nextElement() {
        raw.append(String(decoding: try reader.readRaw(), as: UTF8.self))
      }
      #expect(raw == ["[]", "{}", "[ ]", "[[]]", #"{"a":[]}"#])
    }
  }
}
