import Encoding
import Testing

@Suite struct UUIDv4Tests {
  @Test func `is a UUID of version 4 in lower case`() throws {
    for _ in 0..<1000 {
      let text = UUIDv4.random()
      let uuid = try #require(UUIDv5.Namespace(text))
      #expect(uuid.high >> 12 & 15 == 4)
      #expect(uuid.low >> 62 == 2)
      #expect(!text.contains { $0.isUppercase })
    }
  }

  @Test func `each bit that is free to differ does`() throws {
    var (high, low, first) = (UInt64.zero, UInt64.zero, UUIDv5.Namespace?.none)
    for _ in 0..<200 {
      let uuid = try #require(UUIDv5.Namespace(UUIDv4.random()))
      high |= uuid.high ^ (first ?? uuid).high
      low |= uuid.low ^ (first ?? uuid).low
      first = first ?? uuid
    }
    #expect(high == ~(15 << 12))
    #expect(low == ~0 >> 2)
  }
}
