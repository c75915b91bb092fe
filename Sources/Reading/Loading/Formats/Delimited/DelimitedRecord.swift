/// One record of a CSV or TSV table: delimited fields, quoted if they contain delimiters or line ends (RFC 4180).
struct DelimitedRecord {
  /// The range of a field without its quotes.
  private struct Field {
    var range: Range<Int>
    /// Whether quotes in the field are doubled.
    var hasDoubledQuotes: Bool
  }

  private var bytes: Bytes
  private var fields: [Field] = []
  /// The length of the record, including its line end.
  private(set) var length = 0
  /// Whether a quotation never closes or would swallow other records.
  ///
  /// The record then ends with its line, and the stray quote is read literally.
  private(set) var isBroken = false
  /// Whether a quotation is not closed by the end of the bytes.
  private(set) var hasUnclosedQuote = false
  /// The table's number of fields; nil if unknown, or after the check for a stray quote.
  private var columns: Int?
  /// Whether the end of a quotation was not found in a record confined to its line.
  private var isUnclosed = false

  /// The known delimiters.
  static let delimiters: [UInt8] = [0x2C, 0x3B, 0x09, 0x7C]

  /// Reads the record at the front; nil if its end is not among the bytes and more are to come.
  ///
  /// `columns` is the table's number of fields, if known. With `staysInLine`, a quotation cannot span lines.
  init?(
    _ bytes: Bytes, delimiter: UInt8, isWhole: Bool, columns: Int? = nil, staysInLine: Bool = false
  ) {
    self.bytes = bytes
    self.columns = columns
    if !staysInLine {
      switch read(delimiter, isWhole: isWhole, staysInLine: false) {
      case .at: return
      case .more where !isWhole: return nil
      // All bytes are present, and nothing closes the quotation.
      case .more: hasUnclosedQuote = true
      case .broken: break
      }
    }
    guard let line = Self.line(bytes, from: 0, isWhole: isWhole) else { return nil }
    self.bytes = line
    fields = []
    // A record confined to its line cannot swallow others.
    self.columns = nil
    _ = read(delimiter, isWhole: true, staysInLine: true)
  }

  private init(line: Bytes, delimiter: UInt8) {
    bytes = line
    _ = read(delimiter, isWhole: true, staysInLine: true)
  }

  /// The line that begins at a place, with its line end; nil if the end is not in the buffer yet.
  private static func line(_ bytes: Bytes, from start: Int, isWhole: Bool) -> Bytes? {
    if let feed = bytes[start...].firstIndex(of: 0x0A) { return bytes.part(start, feed + 1) }
    return isWhole ? bytes.part(from: start) : nil
  }

  var count: Int { fields.count }

  var isBlank: Bool { fields.count == 1 && fields[0].range.isEmpty }

  /// Returns the bytes of a field, or nil if the record does not have it.
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

  private enum Ending {
    case at(Int)
    case more, broken
  }

  private mutating func read(_ delimiter: UInt8, isWhole: Bool, staysInLine: Bool) -> Ending {
    var place = 0
    while true {
      var end = Ending.more
      if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
        end = quotedField(at: place, delimiter, isWhole)
        if staysInLine, case .more = end {
          isUnclosed = true
          isBroken = true
          end = plainField(at: place, delimiter, isWhole)
        }
      } else {
        end = plainField(at: place, delimiter, isWhole)
      }
      guard case .at(let next) = end else { return end }
      place = next
      if place < bytes.count, bytes[place] == delimiter {
        place += 1
        continue
      }
      if place < bytes.count { place += bytes.has("\r\n", at: place) ? 2 : 1 }
      length = place
      return .at(place)
    }
  }

  private mutating func plainField(at start: Int, _ delimiter: UInt8, _ isWhole: Bool) -> Ending {
    var place = start
    while !isEnd(place, delimiter) { place += 1 }
    guard place < bytes.count || isWhole else { return .more }
    fields.append(Field(range: start..<place, hasDoubledQuotes: false))
    return .at(place)
  }

  private mutating func quotedField(at start: Int, _ delimiter: UInt8, _ isWhole: Bool) -> Ending {
    var place = start + 1
    var hasDoubledQuotes = false
    var sawStray = false
    var sawFeed = false
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "\"") else {
        // The end of a quotation was already searched for without success.
        if isUnclosed { return .more }
        if bytes[place] == 0x0A { sawFeed = true }
        if sawFeed, sawStray, let ended = runaway(delimiter, isWhole) { return ended }
        place += 1
        continue
      }
      if place + 1 == bytes.count, !isWhole { return .more }
      if place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "\"") {
        hasDoubledQuotes = true
        place += 2
        continue
      }
      if isEnd(place + 1, delimiter) {
        fields.append(Field(range: start + 1..<place, hasDoubledQuotes: hasDoubledQuotes))
        return .at(place + 1)
      }
      // A quote that was not doubled, or the end of a quotation followed by other characters.
      sawStray = true
      place += 1
    }
    return .more
  }

  /// Checks, once a record, whether a quotation that spans lines swallows other records.
  ///
  /// It does if the first line and the next one are complete records by themselves. Returns nil if it does not.
  private mutating func runaway(_ delimiter: UInt8, _ isWhole: Bool) -> Ending? {
    guard let columns else { return nil }
    guard let line = Self.line(bytes, from: 0, isWhole: isWhole),
      let next = Self.line(bytes, from: line.count, isWhole: isWhole)
    else { return .more }
    self.columns = nil
    let isRunaway = [line, next].allSatisfy { line in
      line.isEmpty || Self(line: line, delimiter: delimiter).count == columns
    }
    return isRunaway ? .broken : nil
  }

  /// Whether a field ends at a place: at a delimiter, a line end or the end of the bytes.
  @inline(__always)
  private func isEnd(_ place: Int, _ delimiter: UInt8) -> Bool {
    guard place < bytes.count else { return true }
    let byte = bytes[place]
    return byte == delimiter || byte == 0x0A
      || byte == 0x0D && (place + 1 == bytes.count || bytes[place + 1] == 0x0A)
  }
}
