import Crypto
import TestSupport
import Testing

@Suite struct ChaCha20Poly1305Tests {
  /// RFC 8439.
  @Test(
    arguments: [
      (
        "2.8.2",
        hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"),
        hex("070000004041424344454647"),
        hex("50515253c0c1c2c3c4c5c6c7"),
        text(
          "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for "
            + "the future, sunscreen would be it."),
        hex(
          """
          d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6
          3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36
          92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
          3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd060
          0691
          """)
      ),
      (
        "A.5",
        hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0"),
        hex("000000000102030405060708"),
        hex("f33388860000000000004e91"),
        hex(
          """
          496e7465726e65742d4472616674732061726520647261667420646f63756d65
          6e74732076616c696420666f722061206d6178696d756d206f6620736978206d
          6f6e74687320616e64206d617920626520757064617465642c207265706c6163
          65642c206f72206f62736f6c65746564206279206f7468657220646f63756d65
          6e747320617420616e792074696d652e20497420697320696e617070726f7072
          6961746520746f2075736520496e7465726e65742d4472616674732061732072
          65666572656e6365206d6174657269616c206f7220746f206369746520746865
          6d206f74686572207468616e206173202fe2809c776f726b20696e2070726f67
          726573732e2fe2809d
          """),
        hex(
          """
          64a0861575861af460f062c79be643bd5e805cfd345cf389f108670ac76c8cb2
          4c6cfc18755d43eea09ee94e382d26b0bdb7b73c321b0100d4f03b7f355894cf
          332f830e710b97ce98c8a84abd0b948114ad176e008d33bd60f982b1ff37c855
          9797a06ef4f0ef61c186324e2b3506383606907b6a7c02b0f9f6157b53c867e4
          b9166c767b804d46a59b5216cde7a4e99040c5a40433225ee282a1b0a06c523e
          af4534d7f83fa1155b0047718cbc546a0d072b04b3564eea1b422273f548271a
          0bb2316053fa76991955ebd63159434ecebb4e466dae5a1073a6727627097a10
          49e617d91d361094fa68f0ff77987130305beaba2eda04df997b714d6c6f2c29
          a6ad5cb4022b02709beead9d67890cbb22392336fea1851f38
          """)
      ),
    ] as [(String, [UInt8], [UInt8], [UInt8], [UInt8], [UInt8])])
  func `a text is sealed to the published bytes and opened again`(
    name: String, key: [UInt8], nonce: [UInt8], additional: [UInt8], plain: [UInt8],
    sealed: [UInt8]
  ) throws {
    let key = try #require(ChaCha20Poly1305(key: key))
    let nonce = try #require(ChaCha20Poly1305.Nonce(nonce))
    var bytes = plain
    key.seal(&bytes, nonce: nonce, additional: additional)
    #expect(bytes == sealed, "\(name)")
    #expect(key.open(&bytes, nonce: nonce, additional: additional), "\(name)")
    #expect(bytes == plain, "\(name)")
  }

  private static let key = ChaCha20Poly1305(key: Array(1...32))
  private static let nonce = ChaCha20Poly1305.Nonce(counter: 5)

  @Test func `a text of each length is opened again, and what stands before it is left alone`()
    throws
  {
    let key = try #require(Self.key)
    for count in 0...600 {
      let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      var bytes = [9, 8, 7] + plain
      key.seal(&bytes, from: 3, nonce: Self.nonce)
      #expect(bytes.count == count + 3 + ChaCha20Poly1305.tagBytes)
      #expect(bytes[..<3] == [9, 8, 7])
      var sealed = Array(bytes[3...])
      #expect(key.open(&sealed, nonce: Self.nonce))
      #expect(sealed == plain)
    }
  }

  @Test func `nothing but what was sealed is opened, and it is left as it was`() throws {
    let key = try #require(Self.key)
    var sealed = text("a text of some length")
    key.seal(&sealed, nonce: Self.nonce, additional: [1, 2])
    func opens(
      _ bytes: [UInt8], _ nonce: ChaCha20Poly1305.Nonce = Self.nonce,
      _ additional: [UInt8] = [1, 2]
    ) -> Bool {
      var copy = bytes
      defer { #expect(copy == bytes || bytes == sealed) }
      return key.open(&copy, nonce: nonce, additional: additional)
    }
    for bit in 0..<sealed.count * 8 {
      var changed = sealed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!opens(changed), "bit \(bit)")
    }
    for count in 0..<sealed.count { #expect(!opens(Array(sealed[..<count])), "\(count) bytes") }
    #expect(!opens(sealed + [0]))
    #expect(!opens([0] + sealed))
    #expect(!opens(sealed, .init(counter: 6)))
    for other in [[1, 3], [1], [1, 2, 0], []] as [[UInt8]] {
      #expect(!opens(sealed, Self.nonce, other))
    }
    #expect(opens(sealed))
    let other = try #require(ChaCha20Poly1305(key: Array(2...33)))
    var copy = sealed
    #expect(!other.open(&copy, nonce: Self.nonce, additional: [1, 2]))
  }

  @Test func `a counter is the end of a nonce, its lowest byte first`() throws {
    let key = try #require(Self.key)
    let bytes = try #require(ChaCha20Poly1305.Nonce([0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1]))
    var (one, other) = (text("the same"), text("the same"))
    key.seal(&one, nonce: bytes)
    key.seal(&other, nonce: .init(counter: 0x0102_0304_0506_0708))
    #expect(one == other)
  }

  @Test func `keys and nonces of another length are none`() {
    for count in 0...64 {
      #expect((ChaCha20Poly1305(key: zeros(count)) != nil) == (count == 32))
      #expect((ChaCha20Poly1305.Nonce(zeros(count)) != nil) == (count == 12))
    }
  }

  @Test func `a key is never shown`() throws {
    let key = try #require(ChaCha20Poly1305(key: [UInt8](repeating: 0x41, count: 32)))
    var dumped = ""
    dump(key, to: &dumped)
    for shown in ["\(key)", String(reflecting: key), dumped] {
      #expect(!shown.contains("1094795585"))
      #expect(shown.contains("a key"))
    }
  }
}
