import Testing

@testable import Sealing

/// The vectors of RFC 8439.
@Suite struct ChaCha20Tests {
  @Test(
    arguments: [
      (
        "2.3.2",
        hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"),
        1,
        hex("000000090000004a00000000"),
        hex(
          """
          10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e
          d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e
          """)
      ),
      (
        "A.1, 1",
        zeros(32),
        0,
        zeros(12),
        hex(
          """
          76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7
          da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586
          """)
      ),
      (
        "A.1, 2",
        zeros(32),
        1,
        zeros(12),
        hex(
          """
          9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed
          29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f
          """)
      ),
      (
        "A.1, 3",
        hex("0000000000000000000000000000000000000000000000000000000000000001"),
        1,
        zeros(12),
        hex(
          """
          3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a
          8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0
          """)
      ),
      (
        "A.1, 4",
        hex("00ff000000000000000000000000000000000000000000000000000000000000"),
        2,
        zeros(12),
        hex(
          """
          72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca
          13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096
          """)
      ),
      (
        "A.1, 5",
        zeros(32),
        0,
        hex("000000000000000000000002"),
        hex(
          """
          c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7
          8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d
          """)
      ),
    ] as [(String, [UInt8], UInt32, [UInt8], [UInt8])])
  func `a block of the key stream is the published one`(
    name: String, key: [UInt8], counter: UInt32, nonce: [UInt8], stream: [UInt8]
  ) {
    #expect(applied(zeros(64), key, counter, nonce) == stream, "\(name)")
  }

  @Test(
    arguments: [
      (
        "2.4.2",
        hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"),
        1,
        hex("000000000000004a00000000"),
        text(
          "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for "
            + "the future, sunscreen would be it."),
        hex(
          """
          6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0b
          f91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d8
          07ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab7793736
          5af90bbf74a35be6b40b8eedf2785e42874d
          """)
      ),
      (
        "A.2, 1",
        zeros(32),
        0,
        zeros(12),
        zeros(64),
        hex(
          """
          76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7
          da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586
          """)
      ),
      (
        "A.2, 2",
        hex("0000000000000000000000000000000000000000000000000000000000000001"),
        1,
        hex("000000000000000000000002"),
        contribution,
        hex(
          """
          a3fbf07df3fa2fde4f376ca23e82737041605d9f4f4f57bd8cff2c1d4b7955ec
          2a97948bd3722915c8f3d337f7d370050e9e96d647b7c39f56e031ca5eb6250d
          4042e02785ececfa4b4bb5e8ead0440e20b6e8db09d881a7c6132f420e527950
          42bdfa7773d8a9051447b3291ce1411c680465552aa6c405b7764d5e87bea85a
          d00f8449ed8f72d0d662ab052691ca66424bc86d2df80ea41f43abf937d3259d
          c4b2d0dfb48a6c9139ddd7f76966e928e635553ba76c5c879d7b35d49eb2e62b
          0871cdac638939e25e8a1e0ef9d5280fa8ca328b351c3c765989cbcf3daa8b6c
          cc3aaf9f3979c92b3720fc88dc95ed84a1be059c6499b9fda236e7e818b04b0b
          c39c1e876b193bfe5569753f88128cc08aaa9b63d1a16f80ef2554d7189c411f
          5869ca52c5b83fa36ff216b9c1d30062bebcfd2dc5bce0911934fda79a86f6e6
          98ced759c3ff9b6477338f3da4f9cd8514ea9982ccafb341b2384dd902f3d1ab
          7ac61dd29c6f21ba5b862f3730e37cfdc4fd806c22f221
          """)
      ),
      (
        "A.2, 3",
        hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0"),
        42,
        hex("000000000000000000000002"),
        text(
          "'Twas brillig, and the slithy toves\nDid gyre and gimble in the wabe:\nAll mimsy"
            + " were the borogoves,\nAnd the mome raths outgrabe."),
        hex(
          """
          62e6347f95ed87a45ffae7426f27a1df5fb69110044c0d73118effa95b01e5cf
          166d3df2d721caf9b21e5fb14c616871fd84c54f9d65b283196c7fe4f60553eb
          f39c6402c42234e32a356b3e764312a61a5532055716ead6962568f87d3f3f77
          04c6a8d1bcd1bf4d50d6154b6da731b187b58dfd728afa36757a797ac188d1
          """)
      ),
    ] as [(String, [UInt8], UInt32, [UInt8], [UInt8], [UInt8])])
  func `a text is sealed to the published bytes and opened again`(
    name: String, key: [UInt8], counter: UInt32, nonce: [UInt8], plain: [UInt8], sealed: [UInt8]
  ) {
    #expect(applied(plain, key, counter, nonce) == sealed, "\(name)")
    #expect(applied(sealed, key, counter, nonce) == plain, "\(name)")
  }

  @Test(
    arguments: [
      (
        "2.6.2",
        hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"),
        hex("000000000001020304050607"),
        hex("8ad5a08b905f81cc815040274ab29471a833b637e3fd0da508dbb8e2fdd1a646")
      ),
      (
        "A.4, 1",
        zeros(32),
        zeros(12),
        hex("76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7")
      ),
      (
        "A.4, 2",
        hex("0000000000000000000000000000000000000000000000000000000000000001"),
        hex("000000000000000000000002"),
        hex("ecfa254f845f647473d3cb140da9e87606cb33066c447b87bc2666dde3fbb739")
      ),
      (
        "A.4, 3",
        hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0"),
        hex("000000000000000000000002"),
        hex("965e3bc6f9ec7ed9560808f4d229f94b137ff275ca9b3fcbdd59deaad23310ae")
      ),
    ] as [(String, [UInt8], [UInt8], [UInt8])])
  func `the key of a tag is the published one`(
    name: String, key: [UInt8], nonce: [UInt8], tagKey: [UInt8]
  ) {
    #expect(applied(zeros(32), key, 0, nonce) == tagKey, "\(name)")
  }

  @Test func `each length gives the beginning of the same stream`() {
    let whole = applied(zeros(1100), Array(1...32), 7, zeros(12))
    for count in 0...1100 {
      #expect(applied(zeros(count), Array(1...32), 7, zeros(12)) == Array(whole[..<count]))
    }
    // Blocks are counted whole, wherever one begins.
    #expect(applied(zeros(300), Array(1...32), 10, zeros(12)) == Array(whole[192..<492]))
  }

  private func applied(
    _ text: [UInt8], _ key: [UInt8], _ counter: UInt32, _ nonce: [UInt8]
  ) -> [UInt8] {
    func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
      (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(bytes[4 * index + $1]) }
    }
    var words = SIMD8<UInt32>()
    for index in 0..<8 { words[index] = word(key, index) }
    let cipher = ChaCha20(key: words, nonce: SIMD3(word(nonce, 0), word(nonce, 1), word(nonce, 2)))
    var bytes = text
    bytes.withUnsafeMutableBytes { cipher.apply(to: $0, from: counter) }
    return bytes
  }
}
