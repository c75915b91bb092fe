/// What the directory tells of one member, packed: an archive may have a million of them.
struct MemberRecord: Sendable {
  /// Peculiarities of a member.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// The bytes are encrypted.
    static let encrypted = Traits(rawValue: 1)
    /// The bytes run into another member or the directory.
    static let overlapping = Traits(rawValue: 2)
    /// The directory's entry contradicts itself.
    static let damaged = Traits(rawValue: 4)
    /// A later member has the same name.
    static let shadowed = Traits(rawValue: 8)
  }

  /// Where the file has the local header of a zip's member, or the bytes of a tar's.
  var offset: Int
  /// The size of the compressed bytes.
  var compressedSize: Int
  /// The size of the expanded bytes.
  var size: Int
  /// The CRC-32 of the expanded bytes; 0 in a tar, which has none.
  var checksum: UInt32
  /// Where the normalised name begins among the names.
  var nameStart: UInt32
  /// The CRC-32 of the name as the archive writes it, to know the local header by.
  var rawNameChecksum: UInt32
  /// The normalised name's length in bytes.
  var nameLength: UInt16
  /// The length in bytes of the name as the archive writes it.
  var rawNameLength: UInt16
  /// The compression method of APPNOTE.TXT 4.4.5.
  var method: UInt16
  var traits: Traits

  /// The first byte after the member of a zip, if its local header has no extra field; may be beyond the file.
  var end: Int {
    let (dataStart, overflow) = offset.addingReportingOverflow(
      LocalHeader.fixedSize + Int(rawNameLength))
    let (end, overflowToo) = dataStart.addingReportingOverflow(compressedSize)
    return overflow || overflowToo ? .max : end
  }

  /// The place of the name among the names.
  var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameLength) }

  /// The name, out of all names.
  func name(in names: [UInt8]) -> String { String(decoding: names[nameRange], as: UTF8.self) }
}
