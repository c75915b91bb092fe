import Encoding
import Testing

@testable import Loading

@Suite struct JSONRecordTests {
  /// Reads a text as a record and calls `body` with it.
  static func with<Value>(
    _ text: String, _ body: (JSONRecord) throws(JSONError) -> Value
  ) throws(JSONError) -> Value {
    let bytes = Array(text.utf8)
    let result = bytes.withUnsafeBufferPointer { bytes -> Result<Value, JSONError> in
      var reader = JSONReader(bytes, limits: .export)
      do throws(JSONError) {
        return .success(try body(try RecordBuffer().read(&reader)))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  @Test func `values are asked for by key, whatever they are`() throws {
    let text = #"{"s":"a\u00e9","n":-1.5,"i":7,"t":true,"o":{"x":"y"},"a":[1],"z":null,"e":""}"#
    try Self.with(text) { record throws(JSONError) in
      #expect(record.string("s") == "aé" && record.scalar("n") == "-1.5" && record.int("i") == 7)
      #expect(record.flag("t") && !record.flag("s") && !record.flag("none"))
      #expect(record.string("n") == nil && record.string("e") == nil && record.int("s") == nil)
      #expect(record.string("none", "s") == "aé")
      #expect(record.has("z") && record.has("z", .null) && !record.has("z", .object))
      let inner = try record.record("o")?.string("x")
      let tree = try record.tree("a")
      #expect(inner == "y" && tree == [1])
      #expect(record.scalar("i") == "7", "an inner record leaves the outer one")
    }
  }

  @Test func `of two members of a name the last one counts`() throws {
    let value = try Self.with(#"{"a":"1","b":"2","a":"3"}"#) { $0.string("a") }
    #expect(value == "3")
  }

  @Test func `inner records tell where they stand`() throws {
    let text = #"{"list": [ {"k":"a"}, 5, "b",  {"k":"c"} ]}"#
    var found: [String] = []
    var places: [Int] = []
    try Self.with(text) { record throws(JSONError) in
      try record.forEachRecord("list") { inner, place in
        found.append(inner.string("k") ?? "")
        places.append(place)
      }
    }
    #expect(found == ["a", "c"])
    let bytes = Array(text.utf8)
    #expect(places.allSatisfy { bytes[$0...].starts(with: #"{"k":"#.utf8) })
  }

  @Test func `what is stepped over may be damaged, what is asked for may not`() throws {
    let text = #"{"a":"x","bad":{"k" 1}}"#
    let value = try Self.with(text) { $0.string("a") }
    #expect(value == "x")
    let error = #expect(throws: JSONError.self) {
      try Self.with(text) { record throws(JSONError) in _ = try record.tree("bad") }
    }
    #expect(error?.offset == 20, "the place is that in the record")
  }

  @Test(arguments: [(#"{"a":"\ud800"}"#, true), (#"{"a":"x","b":"\ud800"}"#, false)])
  func `only strings that are read count as repaired`(text: String, isRepaired: Bool) throws {
    let found = try Self.with(text) { record in
      _ = record.string("a")
      return record.isRepaired
    }
    #expect(found == isRepaired)
  }

  @Test func `an object of very many members costs no more memory than one of many`() throws {
    let members = (0..<10_000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    let (first, last) = try Self.with("{\(members)}") { ($0.int("k0"), $0.int("k9999")) }
    #expect(first == 0 && last == nil)
  }
}
