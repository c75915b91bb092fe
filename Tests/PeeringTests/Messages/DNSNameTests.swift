import Testing

@testable import Peering

@Suite struct DNSNameTests {
  // RFC 6762, 16: the comparison ignores case for ASCII letters only.
  @Test(
    arguments: [
      ("the same", "Anna", "Anna", true), ("other capitals", "anna's MAC", "ANNA's mac", true),
      ("another length", "Anna", "Ann", false), ("other letters", "Anna", "Anno", false),
      ("capitals of others", "É", "é", false), ("brackets are no letters", "a[", "a{", false),
    ])
  func `names are compared without case`(
    name: String, one: String, other: String, isSame: Bool
  ) {
    let (one, other) = (Sample.instance(one), Sample.instance(other))
    #expect((one == other) == isSame, "\(name)")
  }

  @Test func `labels may contain any bytes, and names have a hierarchy`() throws {
    let name = try #require(Sample.type.child([0, 46, 0xFF, 0xC0]))
    #expect(Array(name.label) == [0, 46, 0xFF, 0xC0])
    #expect(name.parent == DNSName("_ACTIONITEMS._TCP.local"))
    #expect(name.parent.parent == DNSName("_tcp.local") && DNSName("").parent == DNSName(""))
    let message = Sample.query(name, DNSType.any)
    #expect(try DNSMessage(parsing: message.packets()[0]) == message)
  }

  @Test func `labels and names have maximum lengths`() throws {
    #expect(Sample.type.child([]) == nil)
    #expect(Sample.type.child([UInt8](repeating: 97, count: 64)) == nil)
    let label = [UInt8](repeating: 97, count: 63)
    let long = try #require(Sample.type.child(label)?.child(label)?.child(label))
    // One label of 24 and three of 64 bytes; the maximum is 254.
    #expect(long.bytes.count == 216 && long.child(label) == nil)
    #expect(long.child(Array(label.prefix(37)))?.bytes.count == 254)
    #expect(long.child(Array(label.prefix(39))) == nil)
  }
}
