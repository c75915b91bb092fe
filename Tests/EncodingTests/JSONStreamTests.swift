import Encoding
import TestSupport
import Testing

@Suite struct JSONStreamTests {
  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func `values come out whole whatever the size of the pieces`(chunk: Int) throws {
    let text = #"{"name":"général","messages":[{"id":123456,"t":"\ud83c\udf89"},{"id":-7}],"n":12}"#
    var stream = try JSONStream(MemorySource(Array(text.utf8), chunk: chunk))
    var seen: [String] = []
    try stream.beginObject()
    while let key = try stream.nextKey() {
      if key == "messages" {
        try stream.beginArray()
        while try stream.nextElement() {
          let value = try stream.value { reader throws(JSONError) in
            try JSONValue(reading: &reader)
          }
          seen.append(value.compact)
        }
      } else {
        let value = try stream.value { reader throws(JSONError) in try JSONValue(reading: &reader) }
        seen.append(key + "=" + value.compact)
      }
    }
    try stream.finish()
    #expect(
      seen == ["name=\"général\"", "{\"id\":123456,\"t\":\"🎉\"}", "{\"id\":-7}", "n=12"])
  }

  @Test func `a value beyond the limit is refused and can be skipped`() throws {
    let long = String(repeating: "y", count: 5000)
    let text = "[{\"a\":1},{\"a\":\"\(long)\"},{\"a\":3},\"\(long)\",5]"
    var stream = try JSONStream(MemorySource(Array(text.utf8), chunk: 100), valueLimit: 1000)
    var seen: [String] = []
    try stream.beginArray()
    while try stream.nextElement() {
      do {
        let value = try stream.value { reader throws(JSONError) in try JSONValue(reading: &reader) }
        seen.append(value.compact)
      } catch let error as JSONError {
        #expect(error.reason == .tooLong(limit: 1000))
        try stream.skipValue()
        seen.append("skipped")
      }
    }
    try stream.finish()
    #expect(seen == ["{\"a\":1}", "skipped", "{\"a\":3}", "skipped", "5"])
  }

  @Test func `a damaged element can be skipped by its brackets`() throws {
    let text = #"[{"a":1},{"a":tru,"b":[1 2]},{"a":3}]"#
    var stream = try JSONStream(MemorySource(Array(text.utf8), chunk: 5))
    var seen: [String] = []
    try stream.beginArray()
    while try stream.nextElement() {
      do {
        let value = try stream.value { reader throws(JSONError) in try JSONValue(reading: &reader) }
        seen.append(value.compact)
      } catch let error as JSONError {
        seen.append("byte \(error.offset)")
        try stream.skipValue()
      }
    }
    #expect(seen == ["{\"a\":1}", "byte 17", "{\"a\":3}"])
  }

  @Test func `errors name the place in the source`() throws {
    let text = "[" + String(repeating: "1, ", count: 1000) + "x]"
    var stream = try JSONStream(MemorySource(Array(text.utf8), chunk: 64), valueLimit: 100)
    try stream.beginArray()
    #expect(throws: JSONError(.unexpected(UInt8(ascii: "x"), expected: .value), at: 3001)) {
      while try stream.nextElement() {
        _ = try stream.value { reader throws(JSONError) in try reader.readInt() }
      }
    }
  }

  @Test func `a byte order mark is stepped over`() throws {
    var stream = try JSONStream(MemorySource([0xEF, 0xBB, 0xBF] + Array("[]".utf8)))
    try stream.beginArray()
    #expect(try !stream.nextElement())
    try stream.finish()
  }

  @Test func `the end of a cut text is an error, not an end`() throws {
    let text = #"[{"a":[1,2,{"b":"c\n"}]},"#
    for length in 0..<text.utf8.count {
      #expect(throws: JSONError.self, "cut at \(length)") {
        var stream = try JSONStream(MemorySource(Array(text.utf8.prefix(length)), chunk: 4))
        try stream.beginArray()
        while try stream.nextElement() {
          _ = try stream.value { reader throws(JSONError) in try JSONValue(reading: &reader) }
        }
      }
    }
  }

  @Test func `mutated texts end in a value or an error`() throws {
    let text = Array(#"[{"a":1,"b":["x\n\u00e9",null,true],"c":{"d":-1.5e3}},[],"é🎉"]"#.utf8)
    var mutator = ByteMutator(seed: 3, tokens: ["\"", "\\", "[", "{", "}", "]", ",", ":", "\\u"])
    var whole = 0
    for _ in 0..<5000 {
      let bytes = mutator.mutate(text)
      let direct = try? JSONValue(parsing: bytes)
      var streamed: [JSONValue]?
      do {
        var stream = try JSONStream(MemorySource(bytes, chunk: 3))
        var elements: [JSONValue] = []
        try stream.beginArray()
        while try stream.nextElement() {
          let value = try stream.value { reader throws(JSONError) in
            try JSONValue(reading: &reader)
          }
          elements.append(value)
        }
        try stream.finish()
        streamed = elements
      } catch is JSONError {}
      if let streamed {
        #expect(direct == .array(streamed))
        whole += 1
      }
    }
    #expect(whole > 100)
  }
}
