/// Builds the `ArchiveEntries` of a zip or tar from its headers. Leaves out unsafe and repeated names; checks limits.
struct MemberDirectoryBuilder {
  struct Member {
    var name: UnsafeRawBufferPointer
    var extra = ExtraFields(bytes: UnsafeRawBufferPointer(start: nil, count: 0))
    var flags: UInt16 = 0
    var method: UInt16 = 0
    var checksum: UInt32 = 0
    /// The sizes and the offset, or nil if the header contradicts itself.
    var extent: (compressedSize: Int, size: Int, offset: Int)?
  }

  let limits: ArchiveLimits
  /// Whether a later member of the same name is normal, as in a tar with appended members, and no problem to report.
  private let laterReplaces: Bool
  /// The members so far. A zip's overlaps are marked in them.
  var records: [MemberRecord] = []
  private(set) var names: [UInt8] = []
  var problems = ArchiveProblems()
  /// The number of members described, including those left out.
  private(set) var found = 0

  init(limits: ArchiveLimits, expected: Int = 0, laterReplaces: Bool = false) {
    self.limits = limits
    self.laterReplaces = laterReplaces
    records.reserveCapacity(min(expected, limits.entries))
  }

  /// Adds a member, or a problem if its name is refused.
  ///
  /// Throws if a limit of the whole archive is exceeded.
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
    let extent = member.extent ?? (0, 0, 0)
    records.append(
      MemberRecord(
        offset: extent.offset, compressedSize: extent.compressedSize, size: extent.size,
        checksum: member.checksum, nameStart: UInt32(start),
        rawNameChecksum: CRC32.checksum(member.name), nameLength: length,
        rawNameLength: UInt16(truncatingIfNeeded: member.name.count), method: member.method,
        traits: traits))
  }

  /// Adds the number of bytes before the zip to all offsets.
  ///
  /// An offset that then lies outside the file is reported when its member is opened.
  mutating func move(by distance: Int) {
    for index in records.indices {
      let (offset, overflow) = records[index].offset.addingReportingOverflow(distance)
      if overflow { records[index].traits.insert(.damaged) }
      records[index].offset = overflow ? 0 : offset
    }
  }

  /// Returns the directory once all members are known; the archive's file has `fileSize` bytes.
  consuming func finish(
    fileSize: Int
  ) throws(ArchiveError) -> (entries: ArchiveEntries, problems: ArchiveProblems) {
    markShadowed()
    for record in records where record.traits.contains(.shadowed) {
      // A folder listed twice loses nothing.
      if laterReplaces || names[record.nameRange].last == UInt8(ascii: "/") { continue }
      problems.add(.duplicateName(member: record.name(in: names)))
    }
    records.removeAll { $0.traits.contains(.shadowed) }
    var total = 0
    for record in records
    where record.size <= limits.memberSize
      && limits.allow(expanded: record.size, from: record.compressedSize)
    {
      let (sum, overflow) = total.addingReportingOverflow(record.size)
      total = overflow ? .max : sum
    }
    let most = limits.totalSize(fromFile: fileSize)
    guard total <= most else { throw ArchiveError.archiveTooLarge(size: total, limit: most) }
    return (ArchiveEntries(records: records, names: names), problems)
  }

  /// Marks all but the last of several records with one name.
  ///
  /// The table uses open addressing over the standard library's keyed hash, so colliding names cannot be crafted. It
  /// has at least two slots of four bytes for each record.
  private mutating func markShadowed() {
    var count = 2
    while count < records.count * 2 { count *= 2 }
    // A record's index plus one; 0 for a free slot.
    var slots = [UInt32](repeating: 0, count: count)
    names.withUnsafeBytes { names in
      for index in records.indices {
        let name = names.part(records[index].nameRange)
        var hasher = Hasher()
        hasher.combine(bytes: name)
        var slot = hasher.finalize() & (count - 1)
        while slots[slot] != 0 {
          let other = Int(slots[slot]) - 1
          if names.part(records[other].nameRange).hasSameBytes(as: name) {
            records[other].traits.insert(.shadowed)
            break
          }
          slot = (slot + 1) & (count - 1)
        }
        slots[slot] = UInt32(index + 1)
      }
    }
  }

  private func tooLong(_ name: UnsafeRawBufferPointer) -> ArchiveError {
    .nameTooLong(
      member: MemberName.text(name.part(0..<min(name.count, 60))), length: name.count,
      limit: min(limits.nameLength, Int(UInt16.max)))
  }
}
