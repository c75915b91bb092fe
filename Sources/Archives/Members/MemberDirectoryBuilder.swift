/// Collects what an archive's headers tell of its members.
struct MemberDirectoryBuilder {
  /// What one header tells of a member.
  struct Member {
    var name: UnsafeRawBufferPointer
    var extra: ExtraFields
    var flags: UInt16
    var method: UInt16
    var checksum: UInt32
    /// Compressed size, expanded size and offset; nil where the header contradicts itself.
    var extent: (compressedSize: Int, size: Int, offset: Int)?
  }

  let limits: ArchiveLimits
  /// Whether a member takes the place of an earlier one as a matter of course, as those do that are appended
  /// to a tar.
  private let laterReplaces: Bool
  private(set) var records: [MemberRecord] = []
  private(set) var names: [UInt8] = []
  var problems = ArchiveProblems()
  /// Members that were told of, those left out included.
  private(set) var found = 0

  init(limits: ArchiveLimits, expected: Int = 0, laterReplaces: Bool = false) {
    self.limits = limits
    self.laterReplaces = laterReplaces
    records.reserveCapacity(min(expected, limits.entries))
  }

  /// Adds a member, or a problem where its name keeps it out.
  ///
  /// Throws where the limits of the whole archive are reached.
  mutating func add(_ member: Member) throws(ArchiveError) {
    guard found < limits.entries else { throw .tooManyEntries(limit: limits.entries) }
    found += 1
    let start = names.count
    guard member.name.count <= limits.nameLength else {
      return problems.add(tooLong(member.name))
    }
    switch MemberName.append(member.name, extra: member.extra, to: &names) {
    case .appended: break
    case .topFolder: return
    case .refused: return problems.add(.unsafeName(member: MemberName.text(member.name)))
    }
    guard let length = UInt16(exactly: names.count - start) else {
      names.removeSubrange(start...)
      return problems.add(tooLong(member.name))
    }
    guard names.count <= min(limits.totalNameLength, Int(UInt32.max)) else {
      throw .namesTooLong(limit: limits.totalNameLength)
    }
    var traits: MemberRecord.Traits = []
    if member.flags & (1 | 1 << 6) != 0 { traits.insert(.encrypted) }
    if member.extent == nil { traits.insert(.damaged) }
    records.append(
      MemberRecord(
        offset: member.extent?.offset ?? 0, compressedSize: member.extent?.compressedSize ?? 0,
        size: member.extent?.size ?? 0, checksum: member.checksum, nameStart: UInt32(start),
        rawNameChecksum: CRC32.checksum(member.name), nameLength: length,
        rawNameLength: UInt16(truncatingIfNeeded: member.name.count), method: member.method,
        traits: traits))
  }

  /// Adds what lies before the zip in its file to all offsets; those that leave the file are told of
  /// when their member is opened.
  mutating func move(by distance: Int) {
    for index in records.indices {
      let (offset, overflow) = records[index].offset.addingReportingOverflow(distance)
      if overflow { records[index].traits.insert(.damaged) }
      records[index].offset = overflow ? 0 : offset
    }
  }

  /// Marks the members of a zip whose bytes run into others', or beyond `end`.
  mutating func markOverlaps(in source: any RandomAccessSource, end: Int) throws {
    try ZipOverlaps.mark(&records, in: source, end: end)
  }

  /// Puts the directory together once all members of a file of so many bytes are known.
  consuming func finish(fileSize: Int) throws(ArchiveError) -> (
    directory: MemberDirectory, problems: ArchiveProblems
  ) {
    var table = MemberNameTable(records: &records, names: names)
    if records.contains(where: { $0.traits.contains(.shadowed) }) {
      for record in records where record.traits.contains(.shadowed) {
        // Nothing is lost with a folder that is listed again.
        if laterReplaces || names[record.nameRange].last == UInt8(ascii: "/") { continue }
        problems.add(.duplicateName(member: record.name(in: names)))
      }
      records.removeAll { $0.traits.contains(.shadowed) }
      table = MemberNameTable(records: &records, names: names)
    }
    var total = 0
    for record in records where limits.allow(record) {
      let (sum, overflow) = total.addingReportingOverflow(record.size)
      total = overflow ? .max : sum
    }
    let most = limits.totalSize(fromFile: fileSize)
    guard total <= most else { throw ArchiveError.archiveTooLarge(size: total, limit: most) }
    return (MemberDirectory(records: records, names: names, table: table), problems)
  }

  private func tooLong(_ name: UnsafeRawBufferPointer) -> ArchiveError {
    .nameTooLong(
      member: MemberName.text(name.part(0..<min(name.count, 60))), length: name.count,
      limit: min(limits.nameLength, Int(UInt16.max)))
  }
}

extension ArchiveLimits {
  /// Whether a member keeps to the limits for itself.
  fileprivate func allow(_ record: MemberRecord) -> Bool {
    record.size <= memberSize && allow(expanded: record.size, from: record.compressedSize)
  }
}
