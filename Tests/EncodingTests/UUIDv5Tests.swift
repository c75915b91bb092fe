import Encoding
import Testing

@Suite struct UUIDv5Tests {
  @Test func `gives the example of RFC 9562`() {
    #expect(
      UUIDv5.string(namespace: .dns, name: "www.example.com")
        == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
  }

  @Test func `a namespace is read from text`() throws {
    let text = try #require(UUIDv5.Namespace("6BA7B811-9dad-11d1-80b4-00c04fd430c8"))
    #expect(text == .url)
    #expect(
      UUIDv5.string(namespace: .url, name: [0x61]) == UUIDv5.string(namespace: text, name: "a"))
  }

  @Test(arguments: [
    ("empty", ""), ("no hyphens", "6ba7b8119dad11d180b400c04fd430c8"),
    ("a hyphen out of place", "6ba7b81-19dad-11d1-80b4-00c04fd430c8"),
    ("no digit", "6ba7b811-9dad-11d1-80b4-00c04fd430cg"),
    ("braces", "{6ba7b811-9dad-11d1-80b4-00c04fd430c8}"),
  ])
  func `anything else is no namespace`(name: String, text: String) {
    #expect(UUIDv5.Namespace(text) == nil, "\(name)")
  }
}
