/// A zip archive that is open for reading (APPNOTE.TXT 6.3.10).
///
/// The directory is read once and kept; members are read from the source as they are asked for, by
/// as many readers at the same time as one likes. Zip64, comments, bytes before the zip and data
/// descriptors are known; splitting and encryption are not, nor are methods other than storing and
/// deflate.
///
/// A damaged archive opens as long as any member can be found, and `problems` tells what is missing.
/// Of several members with one name the last in the directory stands, as when all are unpacked one
/// over the other.
public struct ZipArchive: Sendable {
  /// The members.
  public let entries: ArchiveEntries
  /// What is wrong with the archive as a whole, and which members were left out. A caller should
  /// report it: what can be read is then not all there was.
  public let problems: ArchiveProblems
  private let source: any RandomAccessSource
  private let limits: ArchiveLimits

  /// Reads an archive's directory; where its end is missing, finds the members by their own headers.
  ///
  /// Throws an `ArchiveError` where the source is no zip, is split, or is beyond the limits of the
  /// whole archive, and what the source throws.
  public init(_ source: any RandomAccessSource, limits: ArchiveLimits = ArchiveLimits()) throws {
    self.source = source
    self.limits = limits
    var limit = source.size
    var builder: MemberDirectoryBuilder
    if let end = try ZipEnd.find(in: source),
      let listed = try ZipArchive.list(source, end: end, limits: limits)
    {
      builder = listed
      limit = end.directory.lowerBound
    } else if try ZipSalvage.isPromising(source) {
      builder = try ZipSalvage.read(source, limits: limits)
      // What runs beyond the file was cut short.
      limit = .max
    } else {
      throw ArchiveError.notZip
    }
    try builder.markOverlaps(in: source, end: limit)
    let (directory, problems) = try builder.finish(fileSize: source.size)
    entries = ArchiveEntries(directory: directory)
    self.problems = problems
  }

  /// The member with a name as `ArchiveEntry.name` has it; nil where there is none.
  public func entry(named name: String) -> ArchiveEntry? {
    let directory = entries.directory
    return directory.index(named: name).map { ArchiveEntry(directory: directory, index: $0) }
  }

  /// Opens a member of this archive for reading from its beginning.
  ///
  /// Throws an `ArchiveError` that names the member where it is encrypted, compressed by another
  /// method, beyond the limits, overlapping or not where it should be, and what the source throws.
  public func open(_ entry: ArchiveEntry) throws -> ZipMemberReader {
    let record = entry.record
    try check(record, of: entry)
    guard record.offset < source.size else {
      throw ArchiveError.headerMismatch(member: entry.name)
    }
    let leastHeader = LocalHeader.fixedSize + Int(record.rawNameLength)
    // A small member's bytes come along with its header, behind extra fields that are mostly short.
    let room = min(64 << 10, 64 + min(record.compressedSize, source.size))
    var buffer = StreamBuffer(
      SourceStream(source, range: record.offset..<source.size), capacity: leastHeader + room)
    guard try buffer.require(leastHeader), let header = LocalHeader(buffer.bytes),
      header.belongs(to: record, in: buffer.bytes)
    else { throw ArchiveError.headerMismatch(member: entry.name) }
    guard header.flags & 1 == 0 else { throw ArchiveError.encrypted(member: entry.name) }
    let start = record.offset + header.headerSize
    let (declaredEnd, overflow) = start.addingReportingOverflow(record.compressedSize)
    let end = overflow ? source.size : min(declaredEnd, source.size)
    buffer.consume(min(header.headerSize, buffer.bytes.count))
    let kept = min(buffer.bytes.count, record.compressedSize)
    buffer.restart(
      SourceStream(source, range: min(start + kept, end)..<end), keeping: kept)
    return try ZipMemberReader(
      entry: entry, buffer: buffer, isCutShort: overflow || declaredEnd > source.size)
  }

  /// All bytes of a member, checked.
  ///
  /// Throws `ArchiveError.tooLarge` where there are more than `limit`, and what opening and reading
  /// throw.
  public func bytes(of entry: ArchiveEntry, limit: Int = 256 << 20) throws -> [UInt8] {
    var reader = try open(entry)
    guard entry.size <= min(limit, .max - 1) else {
      throw ArchiveError.tooLarge(member: entry.name, limit: limit)
    }
    // With room for one byte more, the last read finds the end even of an empty member.
    return try [UInt8](unsafeUninitializedCapacity: entry.size + 1) { buffer, filled in
      let buffer = UnsafeMutableRawBufferPointer(buffer)
      while true {
        let count = try reader.read(
          into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        guard count > 0 else { return }
        filled += count
      }
    }
  }

  /// Refuses what can be refused without a look at the member itself.
  private func check(_ record: MemberRecord, of entry: ArchiveEntry) throws(ArchiveError) {
    let refusal: ((String) -> ArchiveError)? =
      if record.traits.contains(.damaged) {
        { .damaged(member: $0, detail: "its sizes make no sense") }
      } else if record.traits.contains(.encrypted) {
        { .encrypted(member: $0) }
      } else if ![0, 8].contains(record.method) {
        { .unsupportedMethod(member: $0, method: Int(record.method)) }
      } else if record.size > limits.memberSize {
        { .tooLarge(member: $0, limit: limits.memberSize) }
      } else if record.method == 0, record.size != record.compressedSize {
        { .sizeMismatch(member: $0, declared: record.size, found: record.compressedSize) }
      } else if !limits.allow(expanded: record.size, from: record.compressedSize) {
        { .ratioTooHigh(member: $0, limit: limits.ratio) }
      } else if record.traits.contains(.overlapping) {
        { .overlapping(member: $0) }
      } else {
        nil
      }
    if let refusal { throw refusal(entry.name) }
  }
}

extension ZipArchive {
  /// The members that a directory lists; nil where it has none although it should, or belongs to a
  /// zip within a zip of which the end is missing.
  private static func list(
    _ source: any RandomAccessSource, end: ZipEnd, limits: ArchiveLimits
  ) throws -> MemberDirectoryBuilder? {
    let mostRecords = end.directory.count / CentralHeader.fixedSize
    var builder = MemberDirectoryBuilder(
      limits: limits, expected: min(end.declaredCount, mostRecords))
    var reader = ZipDirectoryReader(
      source, range: end.directory, declaredSize: end.declaredSize)
    try reader.read(into: &builder)
    guard builder.found > 0 || end.declaredCount == 0 else { return nil }
    let isSame =
      builder.found == end.declaredCount
      || end.countIsShort && builder.found & 0xffff == end.declaredCount
    if !isSame {
      builder.problems.add(.directoryCount(declared: end.declaredCount, found: builder.found))
    }
    if try end.prefix > 0 && hasMembers(builder.records, movedBy: end.prefix, in: source) {
      guard try !ZipSalvage.isPromising(source) else { return nil }
      builder.move(by: end.prefix)
    }
    return builder
  }

  /// Whether of the first few members more are found with a distance added to their offsets than
  /// without: a damaged end record can speak of bytes before the zip that are not there.
  private static func hasMembers(
    _ records: [MemberRecord], movedBy distance: Int, in source: any RandomAccessSource
  ) throws -> Bool {
    var balance = 0
    for record in records.prefix(8) {
      let (moved, overflow) = record.offset.addingReportingOverflow(distance)
      if try !overflow && source.word(at: moved) == LocalHeader.signature { balance += 1 }
      if try source.word(at: record.offset) == LocalHeader.signature { balance -= 1 }
    }
    return balance >= 0
  }
}
