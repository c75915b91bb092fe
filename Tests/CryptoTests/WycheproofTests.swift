import Crypto
import Encoding
import FoundationEssentials
import Testing

private let vectors = ProcessInfo.processInfo.environment["WYCHEPROOF_VECTORS"]

/// The vectors of Project Wycheproof (github.com/C2SP/wycheproof), made to find errors in implementations. They are
/// not stored here: WYCHEPROOF_VECTORS names their folder.
@Suite(
  .enabled(
    if: vectors != nil,
    "WYCHEPROOF_VECTORS names no folder with Wycheproof's testvectors_v1"))
struct WycheproofTests {
  @Test func `texts are sealed and opened as Wycheproof says`() throws {
    try eachTest(of: "chacha20_poly1305_test.json") { test, isValid in
      let key = ChaCha20Poly1305(key: try bytes(test, "key"))
      let nonce = ChaCha20Poly1305.Nonce(try bytes(test, "iv"))
      guard let key, let nonce else { return !isValid }
      let (plain, additional) = (try bytes(test, "msg"), try bytes(test, "aad"))
      let sealed = try bytes(test, "ct") + bytes(test, "tag")
      var made = plain
      key.seal(&made, nonce: nonce, additional: additional)
      var opened = sealed
      let opens = key.open(&opened, nonce: nonce, additional: additional)
      return isValid ? made == sealed && opens && opened == plain : made != sealed && !opens
    }
  }

  @Test func `keys are derived as Wycheproof says`() throws {
    try eachTest(of: "hkdf_sha256_test.json") { test, isValid in
      let count = try #require(test["size"]?.int)
      guard count <= HKDFSHA256.longest else { return !isValid }
      let derived = HKDFSHA256.derive(
        from: try bytes(test, "ikm"), salt: try bytes(test, "salt"), info: try bytes(test, "info"),
        count: count)
      return isValid == (derived == (try bytes(test, "okm")))
    }
  }

  @Test func `codes are those of Wycheproof`() throws {
    try eachTest(of: "hmac_sha256_test.json") { test, isValid in
      let tag = try bytes(test, "tag")
      let code = HMACSHA256.code(try bytes(test, "msg"), key: try bytes(test, "key"))
      return isValid == ConstantTime.areEqual(Array(code.prefix(tag.count)), tag)
    }
  }

  private func bytes(_ test: JSONValue, _ key: String) throws -> [UInt8] {
    hex(try #require(test[key]?.string))
  }

  /// Calls `body` with each test and whether it is valid; `body` returns its own verdict.
  private func eachTest(
    of file: String, _ body: (JSONValue, Bool) throws -> Bool
  ) throws {
    let folder = try #require(vectors)
    let whole = try JSONValue(
      parsing: [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: file))))
    var count = 0
    for group in try #require(whole["testGroups"]?.array) {
      for test in try #require(group["tests"]?.array) {
        let result = try #require(test["result"]?.string)
        // Vectors that may be accepted or rejected prove nothing.
        if result != "acceptable" {
          let comment = test["comment"]?.string ?? ""
          #expect(
            try body(test, result == "valid"), "\(file) \(test["tcId"]?.int ?? 0) \(comment)")
        }
        count += 1
      }
    }
    #expect(count == whole["numberOfTests"]?.int)
    print("\(file): \(count) vectors")
  }
}
