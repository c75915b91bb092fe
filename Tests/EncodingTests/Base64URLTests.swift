import Encoding
import TestSupport
import Testing

@Suite struct Base64URLTests {
  @Test(
    arguments: [
      ("RFC 7515, C", [3, 236, 255, 224, 193], "A-z_4ME"),
      ("nothing", [], ""),
      ("one byte", [0xFB], "-w"),
      ("two bytes", [0xFF, 0xFF], "__8"),
      ("three bytes", Array("foo".utf8), "Zm9v"),
    ] as [(String, [UInt8], String)])
  func `bytes have one text and back`(name: String, bytes: [UInt8], text: String) {
    #expect(Base64URL.string(bytes) == text, "\(name)")
    #expect(Base64URL.decode(text.utf8) == bytes, "\(name)")
  }

  @Test(
    arguments: [
      ("padding", "Zg=="), ("padding alone", "="), ("the other alphabet", "+w"),
      ("the other alphabet's last letter", "//8"), ("white space", "Zm 9v"),
      ("a line feed behind", "Zm9v\n"), ("one letter over", "Zm9vZ"),
      ("bits over in one byte", "Zh"), ("bits over in two bytes", "Zm9"), ("a dot", "Zm.v"),
      ("outside ASCII", "Zm9ü"), ("a zero byte", "Zm9\0"),
    ])
  func `what is not base64url to the letter is refused`(name: String, text: String) {
    #expect(Base64URL.decode(text.utf8) == nil, "\(name)")
  }

  @Test func `any bytes come back`() {
    var random = SeededRandom(seed: 64)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64URL.decode(Base64URL.string(bytes).utf8) == bytes)
    }
  }
}
