import Testing

@testable import Peering

/// The type, name and TXT data of a published service, and the TXT data of others.
@Suite struct ServicePublicationTests {
  // RFC 6763, 7, and RFC 6335, 5.1.
  @Test(
    arguments: [
      ("usual", "_actionitems._tcp", true), ("over UDP", "_a1-b2._udp", true),
      ("no underscore", "actionitems._tcp", false), ("no protocol", "_actionitems", false),
      ("another protocol", "_actionitems._sctp", false), ("empty", "_._tcp", false),
      ("nothing", "", false), ("no letter", "_123._tcp", false),
      ("16 characters", "_abcdefghijklmnop._tcp", false),
      ("15 characters", "_abcdefghijklmno._tcp", true),
      ("a hyphen in front", "_-a._tcp", false), ("a hyphen at the end", "_a-._tcp", false),
      ("two hyphens", "_a--b._tcp", false), ("a dot", "_a.b._tcp", false),
      ("another letter", "_ä._tcp", false),
    ])
  func `service types are parsed`(name: String, text: String, isOne: Bool) {
    #expect((ServiceType(text) != nil) == isOne, "\(name)")
  }

  // RFC 6763, 4.1.1: any human-readable name.
  @Test(
    arguments: [
      ("usual", "Anna's laptop", "Anna's laptop"), ("dots", "a.b", "a.b"),
      ("letters of others", "Büro – 家", "Büro – 家"), ("empty", "", nil),
      ("a line end", "a\nb", nil), ("an escape", "\u{1B}[31m", nil),
      (
        "too long", String(repeating: "家", count: 30), String(repeating: "家", count: 21)
      ),
    ])
  func `names are readable text, truncated between characters`(
    name: String, text: String, expected: String?
  ) {
    #expect(ServicePublication(name: text, port: 1)?.name == expected, "\(name)")
  }

  @Test func `taken names get numbers and stay short enough`() {
    #expect(InstanceName.numbered("Anna", 1) == "Anna")
    #expect(InstanceName.numbered("Anna", 2) == "Anna (2)")
    let long = InstanceName.numbered(String(repeating: "ä", count: 31), 10)
    #expect(long.utf8.count == 63 && long.hasSuffix("ä (10)"))
  }

  @Test(
    arguments: [
      ("none", [], [0]), ("one", [("a", [98])], [3, 97, 61, 98]),
      ("no value", [("a", [])], [2, 97, 61]), ("no key", [("", [1])], nil),
      ("a key with =", [("a=b", [1])], nil), ("a key that is not ASCII", [("ä", [1])], nil),
      ("too long", [("a", [UInt8](repeating: 1, count: 254))], nil),
      (
        "too much",
        [(String, [UInt8])](repeating: ("a", [UInt8](repeating: 1, count: 250)), count: 4), nil
      ),
    ] as [(String, [(String, [UInt8])], [UInt8]?)])
  func `TXT data of a service is written`(
    name: String, pairs: [(String, [UInt8])], bytes: [UInt8]?
  ) {
    let pairs = pairs.map { (key: $0.0, value: $0.1) }
    #expect(ServicePublication(name: "Anna", port: 1, text: pairs)?.text == bytes, "\(name)")
    #expect(ServicePublication(name: "Anna", port: 0, text: pairs) == nil)
  }

  // RFC 6763, 6.4.
  @Test(
    arguments: [
      ("none", [0], [:]), ("nothing at all", [], [:]),
      ("one", [3, 97, 61, 98], ["a": [98]]), ("a capital", [3, 65, 61, 66], ["a": [66]]),
      ("no =", [1, 97], ["a": []]), ("an empty value", [2, 97, 61], ["a": []]),
      ("= in the value", [5, 97, 61, 61, 0, 61], ["a": [61, 0, 61]]),
      ("the first of two counts", [3, 97, 61, 1, 3, 65, 61, 2], ["a": [1]]),
      ("no key", [2, 61, 1, 3, 97, 61, 1], ["a": [1]]),
      ("a key that is no text", [2, 0xFF, 61, 3, 97, 61, 1], ["a": [1]]),
      ("cut", [3, 97, 61, 1, 9, 98, 61], ["a": [1]]),
    ] as [(String, [UInt8], [String: [UInt8]])])
  func `TXT data of a service is read`(
    name: String, bytes: [UInt8], pairs: [String: [UInt8]]
  ) {
    #expect(ServiceText.pairs(bytes) == pairs, "\(name)")
  }

  @Test func `no more than 64 pairs are read`() {
    let bytes = (100..<300).flatMap { [5 as UInt8] + "\($0)=1".utf8 }
    #expect(ServiceText.pairs(bytes).count == 64)
  }
}
