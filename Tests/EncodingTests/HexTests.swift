import Encoding
import Testing

@Suite struct HexTests {
  // RFC 4648, section 10, which uses upper case digits.
  @Test(arguments: [
    ("nothing", "", ""), ("one", "f", "66"), ("two", "fo", "666F"), ("three", "foo", "666F6F"),
    ("four", "foob", "666F6F62"), ("five", "fooba", "666F6F6261"),
    ("six", "foobar", "666F6F626172"),
  ])
  func `the published examples are written and read`(name: String, plain: String, coded: String) {
    #expect(Hex.string(plain.utf8) == coded.lowercased(), "\(name)")
    #expect(Hex.decode(coded.utf8) == Array(plain.utf8), "\(name)")
    #expect(Hex.decode(coded.lowercased().utf8) == Array(plain.utf8), "\(name)")
  }

  @Test func `every byte comes back, and nothing but digits is read`() {
    for byte in UInt8.min...UInt8.max {
      #expect(Hex.decode(Hex.string([byte]).utf8) == [byte])
      let isDigit = Character(UnicodeScalar(byte)).isHexDigit && byte < 128
      #expect((Hex.decode([byte, UInt8(ascii: "0")]) != nil) == isDigit)
      #expect((Hex.decode([UInt8(ascii: "0"), byte]) != nil) == isDigit)
      #expect((Hex.decode([UInt8(ascii: "0"), byte], as: UInt8.self) != nil) == isDigit)
    }
    #expect(Hex.decode("123".utf8) == nil)
  }

  @Test(
    arguments: [
      ("zero", 0, "00000000"), ("one", 1, "00000001"), ("all", .max, "ffffffff"),
      ("mixed", 0xe306_9283, "e3069283"),
    ] as [(String, UInt32, String)])
  func `numbers have all their digits`(name: String, number: UInt32, text: String) {
    var written: [UInt8] = []
    Hex.append(number, to: &written)
    #expect(String(decoding: written, as: UTF8.self) == text, "\(name)")
    #expect(Hex.decode(text.utf8, as: UInt32.self) == number, "\(name)")
    #expect(Hex.decode(text.utf8, as: UInt64.self) == nil, "\(name)")
  }
}
