import Testing

@testable import Peering

@Suite struct DNSNameTests {
  // RFC 6762, 16: letters of ASCII only.
  @Test(
    arguments: [
      ("the same", "Anna", "Anna", true), ("other capitals", "anna's MAC", "ANNA's mac", true),
      ("another length", "Anna", "Ann", false), ("other letters", "Anna", "Anno", false),
      ("capitals of others", "É", "é", false), ("brackets are no letters", "a[", "a{", false),
    ])
  func `names are the same whatever the case`(
    name: String, one: String, other: String, isSame: Bool
  ) {
    let (one, other) = (Sample.instance(one), Sample.instance(other))
    #expect((one == other) == isSame, "\(name)")
  }

  @Test func `a label may be of any bytes, and names know their places`() throws {
    let name = try #require(Sample.type.child([0, 46, 0xFF, 0xC0]))
    #expect(Array(name.label) == [0, 46, 0xFF, 0xC0])
    #expect(name.parent == DNSName("_ACTIONITEMS._TCP.local"))
    #expect(name.parent.parent == DNSName("_tcp.local") && DNSName("").parent == DNSName(""))
    let message = Sample.query(name, DNSType.any)
    #expect(try DNSMessage(parsing: message.packets()[0]) == message)
  }

  @Test func `labels and names have their limits`() throws {
    #expect(Sample.type.child([]) == nil)
    #expect(Sample.type.child([UInt8](repeating: 97, count: 64)) == nil)
    let label = [UInt8](repeating: 97, count: 63)
    let long = try #require(Sample.type.child(label)?.child(label)?.child(label))
    // 24 and three times 64 bytes; 254 are the most.
    #expect(long.bytes.count == 216 && long.child(label) == nil)
    #expect(long.child(Array(label.prefix(37)))?.bytes.count == 254)
    #expect(long.child(Array(label.prefix(39))) == nil)
  }
}
