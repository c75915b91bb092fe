/// The members of an archive in its order, folders included.
///
/// A million of them take about 100 MB; the entries themselves are made as they are asked for.
public struct ArchiveEntries: RandomAccessCollection, Sendable {
  let directory: MemberDirectory

  /// The index of the first entry.
  public var startIndex: Int { 0 }
  /// The index after the last entry.
  public var endIndex: Int { directory.records.count }

  /// The entry at an index.
  public subscript(index: Int) -> ArchiveEntry { ArchiveEntry(directory: directory, index: index) }
}
