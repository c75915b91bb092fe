/// Decodes the parts of a DNS message in order. It never reads past the end, and refuses pointer loops.
struct DNSReader {
  private let bytes: [UInt8]
  private var place = 0

  /// The limit of compression pointers in one name, more than a sane sender uses.
  private static let mostJumps = 32

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func number() throws(DNSProblem) -> UInt16 {
    guard place + 2 <= bytes.count else { throw .length }
    defer { place += 2 }
    return UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
  }

  /// The next question; nil for one of another class.
  mutating func question() throws(DNSProblem) -> DNSQuestion? {
    let name = try name()
    let (type, kind) = try (number(), number())
    guard kind & 0x7FFF == 1 || kind & 0x7FFF == 255 else { return nil }
    return DNSQuestion(name: name, type: type, wantsUnicast: kind & 0x8000 != 0)
  }

  mutating func records(_ count: UInt16) throws(DNSProblem) -> [DNSRecord] {
    var records: [DNSRecord] = []
    for _ in 0..<count {
      let name = try name()
      let (type, kind) = try (number(), number())
      let ttl = try UInt32(number()) << 16 | UInt32(number())
      let end = try Int(number()) + place
      guard end <= bytes.count else { throw .length }
      let content = try content(type, to: end)
      guard place == end else { throw .content }
      // A TTL with the highest bit set counts as 0 (RFC 2181, 8).
      let record = DNSRecord(
        name: name, content: content, ttl: ttl >> 31 == 0 ? ttl : 0, isUnique: kind & 0x8000 != 0)
      if kind & 0x7FFF == 1 { records.append(record) }
    }
    return records
  }

  private mutating func content(
    _ type: UInt16, to end: Int
  ) throws(DNSProblem) -> DNSRecord.Content {
    switch type {
    case DNSType.address4, DNSType.address6:
      guard end - place == (type == DNSType.address4 ? 4 : 16) else { throw .content }
      return .address(rest(end))
    case DNSType.pointer: return .pointer(try name())
    case DNSType.service:
      return try .service(
        priority: number(), weight: number(), port: number(), host: name())
    case DNSType.text: return .text(rest(end))
    case DNSType.existence: return try .existence(next: name(), types: types(end))
    default: return .other(type: type, rest(end))
    }
  }

  private mutating func rest(_ end: Int) -> [UInt8] {
    defer { place = end }
    return Array(bytes[place..<end])
  }

  /// The record types in a type bitmap (RFC 4034, 4.1.2).
  private mutating func types(_ end: Int) throws(DNSProblem) -> [UInt16] {
    var types: [UInt16] = []
    var last = -1
    while place < end {
      let head = try number()
      let (block, count) = (Int(head >> 8), Int(head & 0xFF))
      guard block > last, (1...32).contains(count), place + count <= end else { throw .content }
      last = block
      for bit in 0..<count * 8 where bytes[place + bit >> 3] & 0x80 >> UInt8(bit & 7) != 0 {
        types.append(UInt16(block << 8 | bit))
      }
      place += count
    }
    return types
  }

  /// A name, which may continue at an earlier place (RFC 1035, 4.1.4).
  private mutating func name() throws(DNSProblem) -> DNSName {
    var name: [UInt8] = []
    var (next, end, jumps) = (place, nil as Int?, 0)
    var start = place
    while true {
      guard next < bytes.count else { throw .length }
      let length = Int(bytes[next])
      switch length >> 6 {
      case 0:
        guard length > 0 else {
          place = end ?? next + 1
          return DNSName(bytes: name)
        }
        guard next + length < bytes.count else { throw .length }
        guard name.count + length + 1 <= DNSName.longest else { throw .name }
        name += bytes[next...next + length]
        next += length + 1
      case 3:
        guard next + 1 < bytes.count else { throw .length }
        let target = (length & 0x3F) << 8 | Int(bytes[next + 1])
        jumps += 1
        // Pointers only lead to before the part just read, so there are no loops.
        guard target < start, target >= 12, jumps <= Self.mostJumps else { throw .name }
        end = end ?? next + 2
        (next, start) = (target, target)
      default: throw .name
      }
    }
  }
}
