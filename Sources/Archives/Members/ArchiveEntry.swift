/// What an archive tells of one member. None of it is proven until the member is read.
public struct ArchiveEntry: Sendable {
  let directory: MemberDirectory
  let index: Int

  var record: MemberRecord { directory.records[index] }

  /// The member's name as a safe relative path with `/` between its parts, and at the end of a
  /// folder's.
  ///
  /// Names that are not UTF-8 were read as code page 437, `\` as `/`; drives, leading separators,
  /// `.` and empty parts were dropped. No two entries of an archive have the same name.
  public var name: String { record.name(in: directory.names) }

  /// The UTF-8 of `name` without making a string of it.
  public var nameBytes: ArraySlice<UInt8> { directory.names[record.nameRange] }

  /// Whether this is a folder, which has no bytes of its own as a rule.
  public var isFolder: Bool { nameBytes.last == UInt8(ascii: "/") }

  /// The size of the expanded bytes. A reader gives no more than that.
  public var size: Int { record.size }
}
