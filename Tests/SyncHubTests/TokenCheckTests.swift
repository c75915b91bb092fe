import CivilTime
import Encoding
import SyncHub
import TestSupport
import Testing

@Suite struct TokenCheckTests {
  @Test func `what is signed is read back`() throws {
    for channels in [nil, [], ["conversation:team*", "person:Anna"]] as [[String]?] {
      var claims = TokenSamples.claims
      claims.scope = TokenScope(mayWrite: channels == nil, channels: channels)
      let token = claims.token(signedWith: try TokenSamples.secret())
      #expect(try TokenSamples.check().claims(of: token.utf8, at: TokenSamples.now) == claims)
      #expect(SignedText.isLike(token))
    }
  }

  /// The replacement of a claim, or its removal, and the result.
  @Test(
    arguments: [
      ("no subject", "sub", nil, .missing("sub")),
      ("an empty subject", "sub", #""""#, .badClaim("sub")),
      ("a number as subject", "sub", "1", .badClaim("sub")),
      ("no name", "name", nil, .missing("name")),
      ("a name that moves the cursor", "name", #""A\u001b[2J""#, .badClaim("name")),
      ("a name that turns the line round", "name", #""A\u202eB""#, .badClaim("name")),
      ("a long name", "name", "\"\(String(repeating: "a", count: 101))\"", .badClaim("name")),
      ("half a pair", "name", #""\ud800""#, .malformed("its payload is not UTF-8")),
      ("no id", "jti", nil, .missing("jti")),
      ("an id with a line in it", "jti", #""a\nb""#, .badClaim("jti")),
      ("a long id", "jti", "\"\(String(repeating: "a", count: 65))\"", .badClaim("jti")),
      ("no end", "exp", nil, .missing("exp")),
      ("an end as text", "exp", #""1790003600""#, .badClaim("exp")),
      ("an end with a fraction", "exp", "1790003600.5", .badClaim("exp")),
      ("an end beyond the years", "exp", "1e300", .badClaim("exp")),
      ("null as end", "exp", "null", .badClaim("exp")),
      ("expired", "exp", "1789999000", .expired(TokenSamples.time(1_789_999_000))),
      ("expired long ago", "exp", "-1", .expired(TokenSamples.time(-1))),
      ("future", "nbf", "1790000100", .early(TokenSamples.time(1_790_000_100))),
      ("a beginning as text", "nbf", #""0""#, .badClaim("nbf")),
      ("made at no time", "iat", #""today""#, .badClaim("iat")),
      ("no audience", "aud", nil, .missing("aud")),
      ("wrong audience", "aud", #""other""#, .wrongAudience),
      ("no audience in a list", "aud", "[]", .wrongAudience),
      ("wrong audiences", "aud", #"["a","b"]"#, .wrongAudience),
      ("the audience in capitals", "aud", "\"\(TokenSamples.hub.uppercased())\"", .wrongAudience),
      ("a number as audience", "aud", "5", .badClaim("aud")),
      ("a number among audiences", "aud", "[\"\(TokenSamples.hub)\",5]", .badClaim("aud")),
      (
        "too many audiences", "aud",
        "[\"\(TokenSamples.hub)\"\(String(repeating: ",\"a\"", count: 8))]", .badClaim("aud")
      ),
      ("no scope", "scope", nil, .missing("scope")),
      ("an empty scope", "scope", #""""#, .badClaim("scope")),
      ("an unknown scope", "scope", #""read admin""#, .badClaim("scope")),
      ("channels alone", "scope", #""channels""#, .badClaim("scope")),
      ("channels that are not there", "scope", #""read channels""#, .missing("channels")),
      ("channels that are no texts", "channels", "[1]", .badClaim("channels")),
      (
        "too many channels", "channels",
        "[\(Array(repeating: "\"a\"", count: 21).joined(separator: ","))]",
        .badClaim("channels")
      ),
    ] as [(String, String, String?, TokenProblem)])
  func `a claim that is not as it has to be is refused`(
    name: String, claim: String, value: String?, problem: TokenProblem
  ) throws {
    let token = try TokenSamples.token(TokenSamples.payload(claim, value))
    #expect(throws: problem, "\(name)") {
      try TokenSamples.check().claims(of: token.utf8, at: TokenSamples.now)
    }
  }

  @Test(
    arguments: [
      ("the hub among others", "aud", "[\"a\",\"\(TokenSamples.hub)\"]"),
      ("a beginning that is past", "nbf", "1789999999"),
      ("a beginning within the leeway", "nbf", "1790000005"),
      ("an end within the leeway", "exp", "1789999996"),
      ("a claim that nobody knows", "https://a.example/x", "{\"a\":[1]}"),
      ("a name beyond ASCII", "name", #""Zoë 王""#),
    ])
  func `a claim that is as it may be is taken`(
    name: String, claim: String, value: String
  ) throws {
    let token = try TokenSamples.token(TokenSamples.payload(claim, value))
    #expect(throws: Never.self, "\(name)") {
      try TokenSamples.check().claims(of: token.utf8, at: TokenSamples.now)
    }
  }

  private static let unreadable: [(name: String, payload: String)] = [
    ("no object", "[]"), ("no JSON", "{"), ("nothing", ""),
    ("two ends", "\(opened),\"exp\":9999999999}"),
    ("an escaped second end", opened + #","\u0065xp":9999999999}"#),
    ("too many members", "{\(members.joined(separator: ","))}"),
    ("too deep", TokenSamples.payload("x", "[[[[[[[[1]]]]]]]]")),
  ]
  private static let opened = String(TokenSamples.payload().dropLast())
  private static let members = (0..<40).map { "\"a\($0)\":1" }

  @Test(arguments: unreadable)
  func `a payload that cannot be read is refused`(name: String, payload: String) throws {
    let token = try TokenSamples.token(payload)
    let thrown = #expect(throws: TokenProblem.self, "\(name)") {
      try TokenSamples.check().claims(of: token.utf8, at: TokenSamples.now)
    }
    guard case .malformed = thrown else { return #expect(Bool(false), "\(name): \(thrown as Any)") }
  }

  @Test func `what another hub has signed is refused`() throws {
    let token = TokenSamples.claims.token(signedWith: try TokenSamples.secret(8))
    #expect(throws: TokenProblem.wrongSignature) {
      try TokenSamples.check().claims(of: token.utf8, at: TokenSamples.now)
    }
  }

  @Test func `no bit of a token can be changed`() throws {
    let check = try TokenSamples.check()
    let token = Array(TokenSamples.claims.token(signedWith: try TokenSamples.secret()).utf8)
    for place in token.indices {
      for bit in 0..<8 {
        var flipped = token
        flipped[place] ^= 1 << bit
        #expect(throws: TokenProblem.self, "byte \(place), bit \(bit)") {
          try check.claims(of: flipped, at: TokenSamples.now)
        }
      }
    }
  }

  @Test func `no prefix of a token is accepted`() throws {
    let check = try TokenSamples.check()
    let token = Array(TokenSamples.claims.token(signedWith: try TokenSamples.secret()).utf8)
    for count in token.indices {
      #expect(throws: TokenProblem.self, "\(count) bytes") {
        try check.claims(of: token[..<count], at: TokenSamples.now)
      }
    }
  }

  @Test func `mutants of tokens are refused, whatever they are`() throws {
    let check = try TokenSamples.check()
    let token = Array(TokenSamples.claims.token(signedWith: try TokenSamples.secret()).utf8)
    var mutator = ByteMutator(
      seed: 2026, tokens: [".", "..", "=", "eyJhbGciOiJub25lIn0", "\0", "\n"])
    for number in 0..<FuzzRounds.count(1000) {
      let mutant = mutator.mutant(number, of: token)
      guard mutant != token else { continue }
      #expect(throws: TokenProblem.self, "mutant \(number)") {
        try check.claims(of: mutant, at: TokenSamples.now)
      }
    }
  }

  @Test func `payloads that somebody with the secret has damaged do no harm`() throws {
    let check = try TokenSamples.check()
    var mutator = ByteMutator(seed: 7519, tokens: ["\"exp\":", "[", "{", "1e999", "\\ud800"])
    for number in 0..<FuzzRounds.count(1000) {
      let payload = mutator.mutate(Array(TokenSamples.payload().utf8))
      let token = SignedText.sign(payload, with: try TokenSamples.secret())
      // Either result is fine; an accepted token must have valid claims.
      guard let claims = try? check.claims(of: token.utf8, at: TokenSamples.now) else { continue }
      #expect(claims.audience.contains(TokenSamples.hub), "mutant \(number)")
      #expect(TokenClaims.isName(claims.name) && TokenClaims.isName(claims.subject))
    }
  }

  @Test func `a token ends at its second and the leeway`() {
    let end = TokenSamples.time(100)
    #expect(!TokenCheck.isExpired(end, at: TokenSamples.time(99 + TokenCheck.leeway)))
    #expect(TokenCheck.isExpired(end, at: TokenSamples.time(100 + TokenCheck.leeway)))
  }
}
