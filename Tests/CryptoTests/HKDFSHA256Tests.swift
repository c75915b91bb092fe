import Crypto
import Testing

@Suite struct HKDFSHA256Tests {
  /// RFC 5869, A.1 to A.3: secret, salt, info and output.
  @Test(
    arguments: [
      (
        "A.1", [UInt8](repeating: 0x0b, count: 22), Array(0x00...0x0c), Array(0xf0...0xf9),
        hex(
          """
          3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf
          34007208d5b887185865
          """)
      ),
      (
        "A.2", Array(0x00...0x4f), Array(0x60...0xaf), Array(0xb0...0xff),
        hex(
          """
          b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c
          59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71
          cc30c58179ec3e87c14c01d5c1f3434f1d87
          """)
      ),
      (
        "A.3", [UInt8](repeating: 0x0b, count: 22), [], [],
        hex(
          """
          8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d
          9d201395faa4b61a96c8
          """)
      ),
    ] as [(String, [UInt8], [UInt8], [UInt8], [UInt8])])
  func `keys are the published ones`(
    name: String, secret: [UInt8], salt: [UInt8], info: [UInt8], bytes: [UInt8]
  ) {
    let derived = HKDFSHA256.derive(from: secret, salt: salt, info: info, count: bytes.count)
    #expect(derived == bytes, "\(name)")
  }

  @Test func `fewer bytes are the beginning of more, up to the most that can be had`() {
    let all = HKDFSHA256.derive(from: [1], salt: [2], info: [3], count: HKDFSHA256.longest)
    #expect(all.count == 8160)
    for count in [1, 31, 32, 33, 64, 8159] {
      let some = HKDFSHA256.derive(from: [1], salt: [2], info: [3], count: count)
      #expect(some == Array(all[..<count]))
    }
  }
}
