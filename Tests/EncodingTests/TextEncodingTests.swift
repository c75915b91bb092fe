import Encoding
import Testing

@Suite struct TextEncodingTests {
  @Test(
    arguments: [
      ([0x63, 0x61, 0x66, 0xE9], "café"),
      // A pair that happens to be valid UTF-8 does not outweigh other letters.
      ([0xE9, 0x74, 0xE9, 0x20, 0xC2, 0xBB], "été Â»"),
      ([0xC3, 0xA9, 0x20, 0xE9, 0x20], "é \u{FFFD} "),
      ([0xC3, 0xA9, 0xC3, 0xA9, 0xE2, 0x82], "éé\u{FFFD}"),
      ([], ""),
    ] as [([UInt8], String)])
  func `what is not UTF-8 is damaged where most of it is`(bytes: [UInt8], text: String) {
    #expect(bytes.withUnsafeBufferPointer(TextEncoding.string) == text)
  }
}
