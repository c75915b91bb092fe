import JSONText

/// A file of UTF-16 that is being read as UTF-8, as Excel and old Windows programs write text.
///
/// Half of a surrogate pair, and half of a character at the end, become U+FFFD.
struct UTF16Text: ByteSource {
  /// Which byte of a unit comes first.
  enum Order: Sendable {
    case lowFirst, highFirst
  }

  private var source: any ByteSource
  private let order: Order
  private var input: [UInt8]
  /// The bytes of `input` that are not read yet.
  private var unread = 0..<0
  private var isAtEnd = false
  /// The first half of a pair, whose second one has to follow.
  private var lead: UInt16?
  /// Bytes of the last character that had no room.
  private var pending: [UInt8] = []

  /// The order of a text that begins with a byte order mark of UTF-16; nil for any other.
  static func order(of sample: FormatSample) -> Order? {
    // FF FE 00 00 is the mark of UTF-32.
    if sample.bytes.starts(with: [0xFF, 0xFE]) {
      return sample.bytes.dropFirst(2).starts(with: [0, 0]) ? nil : .lowFirst
    }
    return sample.bytes.starts(with: [0xFE, 0xFF]) ? .highFirst : nil
  }

  /// Starts behind the byte order mark.
  init(_ source: any ByteSource, _ order: Order) throws {
    self.source = source
    self.order = order
    input = Array(repeating: 0, count: 1 << 16)
    _ = try nextUnit()
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    var count = 0
    while count < buffer.count {
      if pending.isEmpty {
        guard let scalar = try nextScalar() else { break }
        if scalar.isASCII {
          buffer[count] = UInt8(scalar.value)
          count += 1
          continue
        }
        pending = Array(scalar.utf8)
      }
      let room = min(pending.count, buffer.count - count)
      for index in 0..<room { buffer[count + index] = pending[index] }
      pending.removeFirst(room)
      count += room
    }
    return count
  }

  /// The next character; nil at the end.
  private mutating func nextScalar() throws -> Unicode.Scalar? {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    while let unit = try takeLead() ?? nextUnit() {
      if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
      guard UTF16.isLeadSurrogate(unit), let trail = try nextUnit() else { return replacement }
      guard UTF16.isTrailSurrogate(trail) else {
        lead = trail
        return replacement
      }
      let high = UInt32(unit & 0x3FF) << 10
      return Unicode.Scalar(0x10000 + (high | UInt32(trail & 0x3FF))) ?? replacement
    }
    return nil
  }

  private mutating func takeLead() -> UInt16? {
    defer { lead = nil }
    return lead
  }

  /// The next two bytes; U+FFFD for a single one at the end, and nil behind it.
  private mutating func nextUnit() throws -> UInt16? {
    if unread.count < 2 { try fill() }
    guard let start = unread.first else { return nil }
    guard unread.count > 1 else {
      unread = 0..<0
      return 0xFFFD
    }
    unread = start + 2..<unread.upperBound
    let (first, second) = (UInt16(input[start]), UInt16(input[start + 1]))
    return order == .lowFirst ? first | second << 8 : first << 8 | second
  }

  private mutating func fill() throws {
    if let left = unread.first { input[0] = input[left] }
    var count = unread.count
    while count < 2, !isAtEnd {
      let added = try input.withUnsafeMutableBytes {
        try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[count...]))
      }
      count += added
      isAtEnd = added == 0
    }
    unread = 0..<count
  }
}
