import Archives
import Testing

@Suite struct DeflaterTests {
  @Test(arguments: [1, 7, 255, 256, 1000, 5000])
  func `input that zlib gets in pieces stays whole`(atOnce: Int) {
    let input = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 5) }
    guard var deflater = Deflater(), var inflater = Inflater() else {
      Issue.record("there is no memory")
      return
    }
    // The second message continues the first one's stream.
    for _ in 0..<2 {
      let packed = input.withUnsafeBytes { deflater.compress($0, atOnce: atOnce) }
      #expect(packed.suffix(4) == [0, 0, 0xFF, 0xFF])
      let output = packed.withUnsafeBytes { packed in
        [UInt8](unsafeUninitializedCapacity: 6000) { buffer, count in
          let room = UnsafeMutableRawBufferPointer(buffer)
          count = inflater.expand(packed, into: room).produced
        }
      }
      #expect(output == input)
    }
  }
}
