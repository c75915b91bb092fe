import Encoding
import FoundationEssentials
import TestSupport
import Testing

@Suite struct Base64Tests {
  // RFC 4648, 10.
  @Test(arguments: [
    ("nothing", "", ""), ("one", "f", "Zg=="), ("two", "fo", "Zm8="), ("three", "foo", "Zm9v"),
    ("four", "foob", "Zm9vYg=="), ("five", "fooba", "Zm9vYmE="), ("six", "foobar", "Zm9vYmFy"),
  ])
  func `the published examples are written and read`(name: String, plain: String, coded: String) {
    #expect(Base64.string(plain.utf8) == coded, "\(name)")
    #expect(Base64.decode(coded.utf8) == Array(plain.utf8), "\(name)")
  }

  @Test(arguments: [
    ("no padding", "Zg"), ("half the padding", "Zg="), ("too much padding", "Zm9v===="),
    ("padding alone", "===="), ("padding first", "=Zg="), ("padding inside", "Zg==Zg=="),
    ("a gap in the padding", "Z=g="), ("bits beyond one byte", "Zh=="),
    ("bits beyond two bytes", "Zm9="), ("a line break", "Zm9v\n"), ("a space", "Zm9 "),
    ("the URL alphabet", "_-__"), ("beyond ASCII", "Zmé="), ("NUL", "Zm9\0"),
  ])
  func `anything else is refused`(name: String, text: String) {
    #expect(Base64.decode(text.utf8) == nil, "\(name)")
    #expect(Base64.words(text.utf8) == nil, "\(name)")
  }

  @Test func `every length agrees with Foundation`() {
    var random = SeededRandom(seed: 4)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Data(bytes).base64EncodedString()
      var appended = Array("before ".utf8)
      Base64.append(bytes, to: &appended)
      #expect(String(decoding: appended, as: UTF8.self) == "before " + text)
      #expect(Base64.decode(text.utf8) == bytes)
    }
  }

  @Test func `a damaged character is found in every place`() {
    let text = Array(Base64.string(0..<64).utf8)
    for index in text.indices {
      for foreign in UInt8.min...UInt8.max where foreign != text[index] {
        var damaged = text
        damaged[index] = foreign
        let decoded = Base64.decode(damaged)
        #expect(decoded == nil || Base64.string(decoded ?? []).utf8.elementsEqual(damaged))
      }
    }
  }

  @Test func `packed numbers come back`() {
    var random = SeededRandom(seed: 5)
    for count in 0..<50 {
      let words = (0..<count).map { _ in random.next() }
      var text: [UInt8] = []
      Base64.append(words: words, to: &text)
      #expect(Base64.words(text) == words)
    }
    #expect(Base64.words("AQAAAAAAAAA=".utf8) == [1])
    #expect(Base64.words(Base64.string([1, 2, 3]).utf8) == nil)
  }
}
