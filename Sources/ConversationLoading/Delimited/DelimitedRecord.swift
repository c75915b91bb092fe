/// One record of a table in text: fields between commas or other signs, quoted where they hold such
/// signs or line ends (RFC 4180).
struct DelimitedRecord {
  /// Where a field stands, without its quotes.
  private struct Field {
    var range: Range<Int>
    /// Whether quotes in it are doubled.
    var hasDoubledQuotes: Bool
  }

  private let bytes: Bytes
  private var fields: [Field] = []
  /// The length of the record with its line end.
  private(set) var length = 0
  /// Whether a quotation was never closed; it was then read as it stands, to the end of its line.
  private(set) var isBroken = false

  /// The signs that are known to stand between fields.
  static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Reads the record at the front; nil where its end is not among the bytes and more are to come.
  init?(_ bytes: Bytes, delimiter: UInt8, isWhole: Bool) {
    self.bytes = bytes
    if read(delimiter, isWhole: isWhole, honoursQuotes: true) { return }
    // With all bytes at hand, nothing closes the quotation.
    guard isWhole else { return nil }
    isBroken = true
    fields = []
    _ = read(delimiter, isWhole: true, honoursQuotes: false)
  }

  var count: Int { fields.count }

  /// Whether the record is an empty line.
  var isBlank: Bool { fields.count == 1 && fields[0].range.isEmpty }

  /// The bytes of a field; nil where the record has none.
  func field(_ number: Int) -> [UInt8]? {
    guard number < fields.count else { return nil }
    let field = fields[number]
    let raw = bytes.part(field.range.lowerBound, field.range.upperBound)
    guard field.hasDoubledQuotes else { return Array(raw) }
    var plain: [UInt8] = []
    plain.reserveCapacity(raw.count)
    var place = 0
    while place < raw.count {
      plain.append(raw[place])
      place += raw.has("\"\"", at: place) ? 2 : 1
    }
    return plain
  }

  private mutating func read(_ delimiter: UInt8, isWhole: Bool, honoursQuotes: Bool) -> Bool {
    var place = 0
    while true {
      let isQuoted = honoursQuotes && place < bytes.count && bytes[place] == UInt8(ascii: "\"")
      guard
        let end = isQuoted
          ? quotedField(at: place, delimiter, isWhole)
          : plainField(at: place, delimiter, isWhole)
      else { return false }
      place = end
      if place == bytes.count {
        length = place
        return true
      }
      let sign = bytes[place]
      place += 1
      if sign == delimiter { continue }
      if sign == 0x0D, place < bytes.count, bytes[place] == 0x0A { place += 1 }
      length = place
      return true
    }
  }

  /// Where the field ends: at a delimiter, a line end or the end of everything.
  private mutating func plainField(at start: Int, _ delimiter: UInt8, _ isWhole: Bool) -> Int? {
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == delimiter || byte == 0x0A || byte == 0x0D && isEnd(place) {
        fields.append(Field(range: start..<place, hasDoubledQuotes: false))
        return place
      }
      place += 1
    }
    guard isWhole else { return nil }
    fields.append(Field(range: start..<place, hasDoubledQuotes: false))
    return place
  }

  private mutating func quotedField(at start: Int, _ delimiter: UInt8, _ isWhole: Bool) -> Int? {
    var place = start + 1
    var hasDoubledQuotes = false
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "\"") else {
        place += 1
        continue
      }
      if place + 1 == bytes.count, !isWhole { return nil }
      if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") {
        hasDoubledQuotes = true
        place += 2
        continue
      }
      let next = place + 1
      if next == bytes.count || bytes[next] == delimiter || bytes[next] == 0x0A
        || bytes[next] == 0x0D && isEnd(next)
      {
        fields.append(Field(range: start + 1..<place, hasDoubledQuotes: hasDoubledQuotes))
        return next
      }
      // A quote that somebody forgot to double.
      place += 1
    }
    return nil
  }

  /// Whether a carriage return ends a line.
  private func isEnd(_ place: Int) -> Bool {
    place + 1 == bytes.count || bytes[place + 1] == 0x0A
  }
}
