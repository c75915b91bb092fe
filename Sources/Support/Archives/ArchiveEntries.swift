/// The members of a zip or tar in the archive's order, folders included. `ArchiveEntry` describes one member.
/// `MemberRecord` is its packed form; `ArchiveProblems` lists members that were left out.
/// A million members take about 100 MB. Entries are created on access.
public final class ArchiveEntries: RandomAccessCollection, Sendable {
  let records: [MemberRecord]
  let names: [UInt8]

  init(records: [MemberRecord], names: [UInt8]) {
    (self.records, self.names) = (records, names)
  }

  /// Always zero.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { records.count }
  /// The entry at a valid index, made on access.
  public subscript(index: Int) -> ArchiveEntry { ArchiveEntry(entries: self, index: index) }
}

/// The archive's description of one member. It is unverified until the member is read.
public struct ArchiveEntry: Sendable {
  fileprivate let entries: ArchiveEntries
  fileprivate let index: Int

  var record: MemberRecord { entries.records[index] }

  /// The member's name as a safe relative path, separated by `/`. A folder's name also ends in `/`.
  ///
  /// A name that is not UTF-8 is read as code page 437, and `\` as `/`. Drives, leading separators, `.` and empty parts
  /// are dropped. Names are unique within an archive.
  public var name: String { record.name(in: entries.names) }

  /// The UTF-8 of `name`, without making a string.
  public var nameBytes: ArraySlice<UInt8> { entries.names[record.nameRange] }

  /// The expanded size in bytes. A reader never returns more.
  public var size: Int { record.size }
}

/// The members left out of an archive, and problems of the whole archive, in the order they were found.
public struct ArchiveProblems: Sendable {
  /// The most problems listed: a damaged or hostile archive may have millions.
  static let mostListed = 100

  /// The first problems, at most a hundred.
  public private(set) var listed: [ArchiveError] = []
  /// The number of problems, listed or not.
  public private(set) var count = 0

  mutating func add(_ problem: ArchiveError) {
    if count < ArchiveProblems.mostListed { listed.append(problem) }
    count += 1
  }
}

/// The directory's description of one member, packed because an archive may have a million of them.
struct MemberRecord: Sendable {
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    static let encrypted = Traits(rawValue: 1)
    /// The bytes overlap another member or the directory.
    static let overlapping = Traits(rawValue: 2)
    /// The directory entry contradicts itself.
    static let damaged = Traits(rawValue: 4)
    /// A later member has the same name.
    static let shadowed = Traits(rawValue: 8)
  }

  /// The file offset of a zip member's local header, or of a tar member's bytes.
  var offset: Int
  var compressedSize: Int
  /// The expanded size in bytes.
  var size: Int
  /// The CRC-32 of the expanded bytes; 0 in a tar, which has none.
  var checksum: UInt32
  /// The start of the normalised name within `names`.
  var nameStart: UInt32
  /// The CRC-32 of the name as written in the archive, for comparison with the local header.
  var rawNameChecksum: UInt32
  /// The length of the normalised name, in bytes.
  var nameLength: UInt16
  /// The length of the name as written in the archive, in bytes.
  var rawNameLength: UInt16
  /// The compression method (APPNOTE.TXT 4.4.5).
  var method: UInt16
  var traits: Traits

  /// The end offset of a zip member whose local header has no extra field; may lie beyond the file.
  var end: Int {
    let (dataStart, overflow) = offset.addingReportingOverflow(
      LocalHeader.fixedSize + Int(rawNameLength))
    let (end, overflowToo) = dataStart.addingReportingOverflow(compressedSize)
    return overflow || overflowToo ? .max : end
  }

  var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameLength) }

  func name(in names: [UInt8]) -> String { String(decoding: names[nameRange], as: UTF8.self) }
}
