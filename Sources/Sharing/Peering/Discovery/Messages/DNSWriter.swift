/// Encodes one packet of a DNS message, record by record. Names that were written before are compressed to pointers.
struct DNSWriter {
  private(set) var bytes: [UInt8]
  /// The written names and their offsets.
  private var names: [(name: ArraySlice<UInt8>, place: Int)] = []
  /// Whether service targets may be compressed; legacy resolvers need them in full (RFC 6762, 18.14).
  private let pointsAtHosts: Bool

  init(id: UInt16, flags: UInt16, pointsAtHosts: Bool = true) {
    self.pointsAtHosts = pointsAtHosts
    bytes = []
    bytes.reserveCapacity(512)
    number(id)
    number(flags)
    bytes += [UInt8](repeating: 0, count: 8)
  }

  /// The uncompressed data of a record, which hosts that want the same name compare (RFC 6762, 8.2).
  static func bytes(of content: DNSRecord.Content) -> ArraySlice<UInt8> {
    var writer = DNSWriter(id: 0, flags: 0)
    writer.content(content)
    return writer.bytes[12...]
  }

  mutating func setFlags(_ flags: UInt16) {
    bytes[2] = UInt8(flags >> 8)
    bytes[3] = UInt8(flags & 0xFF)
  }

  /// Writes a question; returns false if it does not fit after what was written.
  mutating func write(_ question: DNSQuestion, limit: Int) -> Bool {
    let start = bytes.count
    name(question.name)
    number(question.type)
    number(question.wantsUnicast ? 0x8001 : 1)
    return keep(from: start, section: 0, limit)
  }

  /// Writes a record of a section (1: answers, 2: authorities, 3: additionals); returns false if it does not fit.
  mutating func write(_ record: DNSRecord, _ section: Int, limit: Int) -> Bool {
    let start = bytes.count
    name(record.name)
    number(record.type)
    number(record.isUnique ? 0x8001 : 1)
    number(UInt16(record.ttl >> 16))
    number(UInt16(record.ttl & 0xFFFF))
    let length = bytes.count
    number(0)
    content(record.content)
    let count = bytes.count - length - 2
    bytes[length] = UInt8(count >> 8)
    bytes[length + 1] = UInt8(count & 0xFF)
    return keep(from: start, section: section, limit)
  }

  /// Counts the last question or record, or removes it if it does not fit. The first one in a packet always stays.
  private mutating func keep(from start: Int, section: Int, _ limit: Int) -> Bool {
    if bytes.count > limit, start > 12 {
      bytes.removeSubrange(start...)
      while let last = names.last, last.place >= start { names.removeLast() }
      return false
    }
    let place = 4 + 2 * section
    bytes[place + 1] &+= 1
    if bytes[place + 1] == 0 { bytes[place] &+= 1 }
    return true
  }

  private mutating func number(_ value: UInt16) {
    bytes.append(UInt8(value >> 8))
    bytes.append(UInt8(value & 0xFF))
  }

  private mutating func name(_ name: DNSName) {
    var rest = name.bytes[...]
    while let length = rest.first {
      for known in names where known.name == rest {
        return number(0xC000 | UInt16(known.place))
      }
      if bytes.count < 0x4000 { names.append((rest, bytes.count)) }
      let end = rest.startIndex + Int(length) + 1
      bytes += rest[..<end]
      rest = rest[end...]
    }
    bytes.append(0)
  }

  private mutating func content(_ content: DNSRecord.Content) {
    switch content {
    case .address(let address): bytes += address
    case .pointer(let target): name(target)
    case .service(let priority, let weight, let port, let host):
      number(priority)
      number(weight)
      number(port)
      if pointsAtHosts { name(host) } else { bytes += host.bytes + [0] }
    case .text(let text): bytes += text
    case .existence(let next, let types):
      name(next)
      existence(types)
    case .other(_, let data): bytes += data
    }
  }

  private mutating func existence(_ types: [UInt16]) {
    var start = 0
    while start < types.count {
      let block = types[start] >> 8
      var bits: [UInt8] = []
      while start < types.count, types[start] >> 8 == block {
        let place = Int(types[start] & 0xFF)
        while bits.count <= place >> 3 { bits.append(0) }
        bits[place >> 3] |= 0x80 >> UInt8(place & 7)
        start += 1
      }
      number(block << 8 | UInt16(bits.count))
      bytes += bits
    }
  }
}
