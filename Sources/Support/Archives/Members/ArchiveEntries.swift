/// The members of an archive in its order, folders included.
///
/// A million of them take about 100 MB; the entries themselves are made as they are asked for.
public final class ArchiveEntries: RandomAccessCollection, Sendable {
  let records: [MemberRecord]
  let names: [UInt8]

  init(records: [MemberRecord], names: [UInt8]) {
    (self.records, self.names) = (records, names)
  }

  /// Always zero.
  public var startIndex: Int { 0 }
  /// How many members there are.
  public var endIndex: Int { records.count }
  /// Made when it is asked for; `index` has to be one of the indices.
  public subscript(index: Int) -> ArchiveEntry { ArchiveEntry(entries: self, index: index) }
}

/// What an archive tells of one member. None of it is proven until the member is read.
public struct ArchiveEntry: Sendable {
  fileprivate let entries: ArchiveEntries
  fileprivate let index: Int

  var record: MemberRecord { entries.records[index] }

  /// The member's name as a safe relative path with `/` between its parts, and at the end of a
  /// folder's.
  ///
  /// Names that are not UTF-8 were read as code page 437, `\` as `/`; drives, leading separators,
  /// `.` and empty parts were dropped. No two entries of an archive have the same name.
  public var name: String { record.name(in: entries.names) }

  /// The UTF-8 of `name` without making a string of it.
  public var nameBytes: ArraySlice<UInt8> { entries.names[record.nameRange] }

  /// The size of the expanded bytes. A reader gives no more than that.
  public var size: Int { record.size }
}

/// What was left out of an archive or is wrong with it as a whole, in the order it was found.
public struct ArchiveProblems: Sendable {
  /// The most problems that are listed; a damaged or hostile one may have millions.
  static let mostListed = 100

  /// The first of them, a hundred at most.
  public private(set) var listed: [ArchiveError] = []
  /// How many there are, listed or not.
  public private(set) var count = 0

  mutating func add(_ problem: ArchiveError) {
    if count < ArchiveProblems.mostListed { listed.append(problem) }
    count += 1
  }
}

/// What the directory tells of one member, packed: an archive may have a million of them.
struct MemberRecord: Sendable {
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
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

  var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart) + Int(nameLength) }

  func name(in names: [UInt8]) -> String { String(decoding: names[nameRange], as: UTF8.self) }
}
