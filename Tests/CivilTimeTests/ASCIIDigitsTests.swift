import Testing

@testable import CivilTime

struct ASCIIDigitsTests {
  @Test(arguments: [
    (0, 1, "0"), (0, 2, "00"), (7, 2, "07"), (99, 2, "99"), (100, 2, "100"), (7, 4, "0007"),
    (9999, 4, "9999"), (12345, 4, "12345"), (10, 1, "10"), (123_456, 6, "123456"),
    (1_000_000_000_000_000_000, 1, "1000000000000000000"), (.max, 1, "9223372036854775807"),
    (.max, 25, "0000009223372036854775807"),
  ])
  func `numbers are written in decimal, padded with zeros`(
    number: Int, width: Int, wanted: String
  ) {
    var bytes = Array("x".utf8)
    bytes.appendDigits(number, width: width)
    #expect(String(decoding: bytes, as: UTF8.self) == "x" + wanted)
  }
}
