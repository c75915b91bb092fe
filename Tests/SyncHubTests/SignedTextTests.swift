import Encoding
import SyncHub
import Testing

/// Tokens that `SignedText` accepts or refuses. Also the length and secrecy of a `TokenSecret`.
@Suite struct SignedTextTests {
  /// RFC 7515, A.1.1, also the token of RFC 7519, section 3.1.
  private static let token =
    "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9."
    + "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
    + "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  private static let key =
    "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"
  private static let payload =
    "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}"

  private func secret() throws -> TokenSecret {
    try #require(TokenSecret(text: Array(Self.key.utf8)))
  }

  @Test func `the token of RFC 7515 A.1 and RFC 7519 3.1 is taken`() throws {
    let payload = try SignedText.payload(of: Self.token.utf8, secret: try secret())
    #expect(String(decoding: payload, as: UTF8.self) == Self.payload)
  }

  @Test func `signing gives the code of the header that is written here`() throws {
    let token = SignedText.sign(Self.payload.utf8, with: try secret())
    let parts = token.split(separator: ".")
    #expect(Base64URL.decode(parts[0].utf8) == Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
    #expect(parts[1] == Self.token.split(separator: ".")[1])
    // Computed in Python: hmac.new(key, signed, sha256).
    #expect(parts[2] == "SfgggA-oZk7ztlq1i8Uz5VhmPmustakoDa9wAf8uHyQ")
    #expect(try SignedText.payload(of: token.utf8, secret: secret()) == Array(Self.payload.utf8))
  }

  @Test func `the unsecured token of RFC 7519 6.1 is refused`() throws {
    let token = "eyJhbGciOiJub25lIn0." + Self.token.split(separator: ".")[1] + "."
    #expect(throws: TokenProblem.wrongAlgorithm("none")) {
      try SignedText.payload(of: token.utf8, secret: self.secret())
    }
  }

  @Test(
    arguments: [
      ("none", #"{"alg":"none"}"#, .wrongAlgorithm("none")),
      ("None", #"{"alg":"None"}"#, .wrongAlgorithm("None")),
      ("NONE", #"{"alg":"NONE"}"#, .wrongAlgorithm("NONE")),
      ("no algorithm", #"{"typ":"JWT"}"#, .wrongAlgorithm(nil)),
      ("an empty one", #"{"alg":""}"#, .wrongAlgorithm("")),
      ("lower case", #"{"alg":"hs256"}"#, .wrongAlgorithm("hs256")),
      ("a space behind", #"{"alg":"HS256 "}"#, .wrongAlgorithm("HS256 ")),
      ("HS384", #"{"alg":"HS384"}"#, .wrongAlgorithm("HS384")),
      ("HS512", #"{"alg":"HS512"}"#, .wrongAlgorithm("HS512")),
      ("RS256", #"{"alg":"RS256"}"#, .wrongAlgorithm("RS256")),
      ("ES256", #"{"alg":"ES256"}"#, .wrongAlgorithm("ES256")),
      ("EdDSA", #"{"alg":"EdDSA"}"#, .wrongAlgorithm("EdDSA")),
      ("no text", #"{"alg":256}"#, .wrongAlgorithm(nil)),
      ("a list", #"{"alg":["HS256"]}"#, .wrongAlgorithm(nil)),
      ("null", #"{"alg":null}"#, .wrongAlgorithm(nil)),
      (
        "twice", #"{"alg":"none","alg":"HS256"}"#,
        .malformed("its header has a duplicate member")
      ),
      (
        "twice, one of them escaped", #"{"alg":"HS256","\u0061lg":"none"}"#,
        .malformed("its header has a duplicate member")
      ),
      ("crit", #"{"alg":"HS256","crit":["exp"],"exp":1}"#, .unknownHeader("crit")),
      ("an empty crit", #"{"alg":"HS256","crit":[]}"#, .unknownHeader("crit")),
      ("b64", #"{"alg":"HS256","b64":false}"#, .unknownHeader("b64")),
      ("a key", #"{"alg":"HS256","jwk":{"kty":"oct","k":"AA"}}"#, .unknownHeader("jwk")),
      ("a place of keys", #"{"alg":"HS256","jku":"https://a.example"}"#, .unknownHeader("jku")),
      ("another type", #"{"alg":"HS256","typ":"JOSE"}"#, .malformed("its type is not JWT")),
      ("no object", #"["HS256"]"#, .malformed("its header is not a small JSON object")),
      ("no JSON", "HS256", .malformed("its header is not JSON")),
      ("more behind", #"{"alg":"HS256"} {}"#, .malformed("its header is not JSON")),
      ("empty", "", .malformed("its header is not JSON")),
      (
        "too deep", #"{"alg":"HS256","typ":[[[[[[1]]]]]]}"#, .malformed("its header is not JSON")
      ),
    ] as [(String, String, TokenProblem)])
  func `every other header is refused, be it signed`(
    name: String, header: String, problem: TokenProblem
  ) throws {
    let token = try TokenSamples.token(TokenSamples.payload(), header: header)
    #expect(throws: problem, "\(name)") {
      try TokenSamples.check().claims(of: token.utf8, at: TokenSamples.now)
    }
  }

  @Test(arguments: ["JWT", "jwt", "Jwt"])
  func `the type may be written in either case, or not at all`(type: String) throws {
    for header in [#"{"alg":"HS256","typ":"\#(type)"}"#, #"{"alg":"HS256"}"#] {
      let token = try TokenSamples.token(TokenSamples.payload(), header: header)
      #expect(
        try TokenSamples.check().claims(of: token.utf8, at: TokenSamples.now).name == "Anna")
    }
  }

  private static let damages: [(String, @Sendable (String) -> String)] = [
    ("nothing", { _ in "" }), ("dots alone", { _ in ".." }), ("one part", { _ in "eyJ" }),
    ("two parts", { $0.split(separator: ".").prefix(2).joined(separator: ".") }),
    ("four parts", { $0 + ".AAAA" }), ("five parts, as encrypted ones have", { $0 + ".AA.AA" }),
    ("a line feed behind", { $0 + "\n" }), ("a space before", { " " + $0 }),
    ("padding", { $0 + "=" }),
    ("no signature", { $0.prefix { $0 != "." } + ".e30." }),
    ("a shorter signature", { String($0.dropLast(4)) }),
    ("a longer signature", { $0 + "AAAA" }),
    ("oversized", { $0 + String(repeating: "A", count: 5000) }),
  ]

  @Test(arguments: damages)
  func `an incomplete token is refused`(
    name: String, change: @Sendable (String) -> String
  ) throws {
    let token = TokenSamples.claims.token(signedWith: try TokenSamples.secret())
    #expect(throws: TokenProblem.self, "\(name)") {
      try TokenSamples.check().claims(of: change(token).utf8, at: TokenSamples.now)
    }
  }

  @Test func `a secret has 32 bytes at least, and is never shown`() throws {
    #expect(TokenSecret([UInt8](repeating: 1, count: 31)) == nil)
    #expect(TokenSecret([UInt8](repeating: 1, count: 1025)) == nil)
    var random = SystemRandomNumberGenerator()
    let secret = TokenSecret(random: &random)
    #expect(TokenSecret(text: secret.text) == secret)
    #expect(secret != TokenSecret(random: &random))
    var dumped = ""
    dump(secret, to: &dumped)
    let text = String(decoding: secret.text.dropLast(), as: UTF8.self)
    #expect(!dumped.contains(text.prefix(6)) && !"\(secret)".contains(text.prefix(6)))
  }
}
