import Encoding
import Testing

@testable import LanguageModel

@Suite struct SecretsTests {
  private static let key = "sk-proj-Ab1Cd2Ef3+Gh4/Ij5Kl6Mn7"

  private static func base64(_ text: String) -> String { Base64.string(Array(text.utf8)) }

  /// What a server sends after "<" and before ">". At most two characters at the ends of base64 stay.
  private static let echoes: [(name: String, text: String, slack: Int)] = [
    ("whole", key, 0), ("the first 12 bytes", String(key.prefix(12)), 0),
    ("the last 12 bytes", String(key.suffix(12)), 0),
    ("from the middle", String(key.dropFirst(5).dropLast(5)), 0),
    ("twice", key + key, 0), ("a part twice", String(key.prefix(15)) + String(key.prefix(15)), 0),
    ("next to more text", "x" + key.prefix(20) + "x", 2), ("in base64", base64(key), 4),
    ("in base64 after a scheme", base64("Bearer " + key), 14),
    ("in base64 after a user", base64("a:" + key), 5),
    ("in base64 before a colon", base64(key + ":x"), 5),
    ("a part in base64", base64(String(key.dropFirst(7).prefix(14))), 6),
    ("in base64url", Base64URL.string(Array(("user:" + key).utf8)), 9),
    ("percent-encoded", "sk-proj-Ab1Cd2Ef3%2BGh4%2FIj5Kl6Mn7", 0),
    ("percent-encoded in lower case", "sk-proj-Ab1Cd2Ef3%2bGh4%2fIj5Kl6Mn7", 0),
    ("a percent-encoded part", "Ef3%2BGh4%2FIj", 0),
  ]

  @Test(arguments: echoes)
  func `a key is masked in all its forms`(name: String, text: String, slack: Int) {
    let secrets = Secrets(keys: [Self.key])
    let shown = secrets.masked("error <\(text)>, try again")
    #expect(shown.hasPrefix("error <") && shown.hasSuffix(">, try again"), "\(name): \(shown)")
    let inner = shown.dropFirst(7).dropLast(12)
    #expect(inner.contains("***"), "\(name): \(shown)")
    let rest = inner.filter { $0 != "*" }
    #expect(rest.count <= slack, "\(name): \(shown)")
    #expect(secrets.masked(Array(text.utf8)) == Array(secrets.masked(text).utf8), "\(name)")
  }

  @Test(arguments: [
    ("fewer than 12 bytes", String(key.prefix(11))),
    ("other text", "The key is wrong (sk-proj-…)."),
    ("empty", ""), ("other scripts", "Schlüssel 键 🔑 ungültig"),
  ])
  func `other text stays`(name: String, text: String) {
    #expect(Secrets(["team-of-the-north"], keys: [Self.key]).masked(text) == text, "\(name)")
  }

  @Test func `a value that is no key is masked only as a whole`() {
    let secrets = Secrets(["team-of-the-north"])
    #expect(secrets.masked("a team-of-the-north b team-of-the-n") == "a *** b team-of-the-n")
  }

  @Test func `a body full of the key is masked in one pass`() {
    let many = Array(repeating: Self.key.prefix(14) + " ", count: 50_000).joined()
    #expect(Secrets(keys: [Self.key]).masked(many).count == 200_000)
  }
}
