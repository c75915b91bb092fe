import Encoding

/// One line of a journal: a JSON object that begins with its checksum and its sequence number.
///
///     {"sum":"1a2b3c4d","seq":17,…}
///
/// The checksum is the CRC-32C of everything from after `"sum":"…",` to the line feed, in eight hex digits. Sequence
/// numbers rise by one from line to line.
package struct JournalLine {
  /// The whole line without its line feed, a JSON object. It is valid as long as the block that contains it.
  package let bytes: UnsafeBufferPointer<UInt8>
  package let sequence: Int
  package let checksum: UInt32
  /// The bytes after the sequence number, starting at the comma.
  package var content: Slice<UnsafeBufferPointer<UInt8>> { bytes[contentStart...] }
  private let contentStart: Int
  /// The kind of line, according to the first key after the number.
  package let kind: Kind
  /// The offset of the line in its file, if the file was read in order.
  package internal(set) var offset = 0
  /// Whether other lines of its commit are damaged or missing.
  package internal(set) var isFromDamagedCommit = false

  /// Whether the line ends a commit that was written together with further commits.
  package var isCommitFollowed: Bool {
    kind == .commit && bytes.suffix(Self.moreSuffix.count).elementsEqual(Self.moreSuffix)
  }

  /// The kind of line, as far as the journal distinguishes them.
  package enum Kind: Sendable {
    /// The first line of a file.
    case header
    /// The end of a commit. It makes the lines since the previous commit count.
    case commit
    /// Any other line.
    case entry
  }

  static let sumStart = Array(#"{"sum":""#.utf8)
  static let sequenceStart = Array(#"","seq":"#.utf8)
  static let commitStart = Array(#","commit":"#.utf8)
  static let moreSuffix = Array(#","more":true}}"#.utf8)
  static let headerStart = Array(#","journal":"#.utf8)
  /// The number of bytes before those that the checksum covers.
  static let covered = sumStart.count + 8 + 2

  /// Parses a line without its line feed; nil if it is invalid or damaged.
  package init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let start = Self.sumStart.count
    guard bytes.count > Self.covered + 8, bytes.last == UInt8(ascii: "}"),
      bytes.starts(with: Self.sumStart)
    else { return nil }
    let digits = UnsafeBufferPointer(rebasing: bytes[start..<start + 8])
    // Upper-case digits have the same value, but the writer never writes them.
    guard let sum = Hex.decode(digits, as: UInt32.self),
      !digits.contains(where: { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 })
    else { return nil }
    let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[Self.covered...])
    guard CRC32C.checksum(rest) == sum,
      bytes[(start + 8)...].starts(with: Self.sequenceStart)
    else { return nil }
    var position = start + 8 + Self.sequenceStart.count
    var number = 0
    while position < bytes.count, case let digit = bytes[position] &- 0x30, digit <= 9 {
      let (scaled, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflow2) = scaled.addingReportingOverflow(Int(digit))
      if overflow || overflow2 { return nil }
      number = sum
      position += 1
    }
    self.bytes = bytes
    sequence = number
    checksum = sum
    contentStart = position
    kind =
      if bytes[position...].starts(with: Self.commitStart) {
        .commit
      } else if bytes[position...]
        .starts(with: Self.headerStart)
      { .header } else { .entry }
  }

  /// The intact line at the end of damaged bytes, and its start in them. A damaged line feed joins two lines, of which
  /// the second is intact.
  ///
  /// Only the last line start can begin an intact line, because quotes within a line are escaped.
  package static func intactLineAfterDamage(
    in bytes: UnsafeBufferPointer<UInt8>
  ) -> (line: JournalLine, start: Int)? {
    var start = bytes.count - covered
    while start > 0 {
      if bytes[start] == sumStart[0], bytes[start...].starts(with: sumStart) {
        let line = JournalLine(UnsafeBufferPointer(rebasing: bytes[start...]))
        return line.map { ($0, start) }
      }
      start -= 1
    }
    return nil
  }

  /// Appends a line with its line feed; `object` is a non-empty JSON object. Returns the checksum.
  @discardableResult
  package static func append(
    _ object: [UInt8], sequence: Int, to bytes: inout [UInt8]
  ) -> UInt32 {
    let start = bytes.count
    bytes.append(contentsOf: sumStart)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 8))
    bytes.append(contentsOf: sequenceStart)
    bytes.append(contentsOf: String(sequence).utf8)
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: object[1...])
    let sum = bytes.withUnsafeBytes { buffer in
      CRC32C.checksum(UnsafeRawBufferPointer(rebasing: buffer[(start + covered)...]))
    }
    for place in 0..<8 {
      let digit = UInt8(truncatingIfNeeded: sum >> UInt32(28 - 4 * place)) & 0xF
      bytes[start + sumStart.count + place] = digit < 10 ? 0x30 + digit : 0x57 + digit
    }
    bytes.append(0x0A)
    return sum
  }
}
