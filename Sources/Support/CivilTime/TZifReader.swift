/// Reads compiled zone files into `ZoneRules`: TZif, versions 1 to 4 (RFC 8536, RFC 9636).
enum TZifReader {
  /// The largest accepted file. The largest one of the database has about 4,000 bytes.
  static let sizeLimit = 262_144

  /// Reads a whole file. From version 2 on, the block with 32-bit times is skipped.
  static func read(_ bytes: [UInt8], name: String) throws(TimeZoneError) -> ZoneRules {
    do throws(TimeZoneError.Damage) {
      guard bytes.count <= sizeLimit else { throw .tooLarge(limit: sizeLimit) }
      var scanner = TZifScanner(bytes: bytes)
      let header = try scanner.header()
      if header.version == 1 { return try scanner.rules(header, timeSize: 4) }
      try scanner.skip(header.size(timeSize: 4))
      return try scanner.rules(try scanner.header(), timeSize: 8)
    } catch {
      throw .damaged(name: name, reason: error)
    }
  }
}

/// The counts in the header of one block.
private struct TZifHeader {
  let version: Int
  let universalIndicators: Int
  let standardIndicators: Int
  let leapSeconds: Int
  let transitions: Int
  let types: Int
  let characters: Int

  /// Returns the size in bytes of the block that follows.
  func size(timeSize: Int) -> Int {
    transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
      + standardIndicators + universalIndicators
  }
}

private struct TZifScanner {
  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) throws(TimeZoneError.Damage) {
    guard count <= bytes.count - position else { throw .truncated }
    position += count
  }

  /// Reads a big-endian number of 1, 4 or 8 bytes, in two's complement unless it has 1 byte.
  private mutating func integer(size: Int) throws(TimeZoneError.Damage) -> Int {
    let start = position
    try skip(size)
    var value: UInt64 = 0
    for byte in bytes[start..<position] { value = value << 8 | UInt64(byte) }
    return switch size {
    case 4: Int(Int32(truncatingIfNeeded: value))
    case 8: Int(Int64(bitPattern: value))
    default: Int(value)
    }
  }

  mutating func header() throws(TimeZoneError.Damage) -> TZifHeader {
    let start = position
    try skip(20)
    guard bytes[start..<start + 4].elementsEqual("TZif".utf8) else { throw .notTZif }
    // Versions after 4 are read as version 4. They have to stay compatible.
    let version = bytes[start + 4] == 0 ? 1 : 2
    var counts: [Int] = []
    for _ in 0..<6 {
      let count = try integer(size: 4)
      guard (0...TZifReader.sizeLimit).contains(count) else { throw .counts }
      counts.append(count)
    }
    let header = TZifHeader(
      version: version, universalIndicators: counts[0], standardIndicators: counts[1],
      leapSeconds: counts[2], transitions: counts[3], types: counts[4], characters: counts[5])
    guard (1...256).contains(header.types), header.characters >= 1,
      [0, header.types].contains(header.standardIndicators),
      [0, header.types].contains(header.universalIndicators)
    else { throw .counts }
    return header
  }

  mutating func rules(
    _ header: TZifHeader, timeSize: Int
  ) throws(TimeZoneError.Damage) -> ZoneRules {
    guard header.leapSeconds == 0 else { throw .leapSeconds }
    guard header.size(timeSize: timeSize) <= bytes.count - position else { throw .truncated }
    var changes: [Int] = []
    changes.reserveCapacity(header.transitions)
    for _ in 0..<header.transitions {
      let change = try integer(size: timeSize)
      if let last = changes.last, change <= last { throw .order }
      changes.append(change)
    }
    var typeOfChange: [UInt8] = []
    for _ in 0..<header.transitions {
      let index = try integer(size: 1)
      guard index < header.types else { throw .index }
      typeOfChange.append(UInt8(index))
    }
    let types = try types(header)
    try skip(header.standardIndicators + header.universalIndicators)
    return ZoneRules(
      changes: changes, typeOfChange: typeOfChange, types: types,
      rule: timeSize == 8 ? try footer() : nil)
  }

  private mutating func types(
    _ header: TZifHeader
  ) throws(TimeZoneError.Damage) -> [LocalTimeType] {
    var entries: [(offset: Int, name: Int)] = []
    for _ in 0..<header.types {
      let offset = try integer(size: 4)
      guard abs(offset) < 86_400 else { throw .offset(offset) }
      // The flag for daylight saving time is not needed.
      try skip(1)
      entries.append((offset, try integer(size: 1)))
    }
    let start = position
    try skip(header.characters)
    let characters = bytes[start..<position]
    var types: [LocalTimeType] = []
    for entry in entries {
      guard entry.name < header.characters,
        let end = characters[(start + entry.name)...].firstIndex(of: 0)
      else { throw .index }
      types.append(
        LocalTimeType(
          offset: entry.offset,
          abbreviation: String(decoding: characters[start + entry.name..<end], as: UTF8.self)))
    }
    return types
  }

  /// Reads the TZ string between two line feeds; nil if it is empty.
  private mutating func footer() throws(TimeZoneError.Damage) -> YearlyRule? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\n"),
      let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "\n"))
    else { throw .truncated }
    let text = bytes[position + 1..<end]
    if text.isEmpty { return nil }
    guard let rule = YearlyRule(text) else {
      throw .rule(String(decoding: text, as: UTF8.self))
    }
    return rule
  }
}
