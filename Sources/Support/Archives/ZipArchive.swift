/// A zip archive open for reading (APPNOTE.TXT 6.3.10). `markOverlaps`, below, finds members that overlap.
///
/// The directory is read once and kept; members are read from the source on demand, by any number of concurrent
/// readers. Zip64, comments, bytes before the zip and data descriptors are supported. Split and encrypted archives are
/// not, nor are methods other than storing and deflate.
///
/// A damaged archive opens if any member can be found; `problems` lists what is missing. The last of several members
/// with the same name wins, as when unpacking all of them.
public struct ZipArchive: Sendable {
  /// The members in directory order, not yet read.
  public let entries: ArchiveEntries
  /// The problems of the whole archive, and the members that were left out.
  ///
  /// Callers should report them, because the readable members are then not all that the archive had.
  public let problems: ArchiveProblems
  private let source: any RandomAccessSource
  private let limits: ArchiveLimits

  /// Reads an archive's directory; if its end is missing, finds the members by their local headers.
  ///
  /// Throws an `ArchiveError` if the source is not a zip, is split or exceeds a limit of the whole archive. Errors of
  /// the source are passed on.
  public init(_ source: any RandomAccessSource, limits: ArchiveLimits = ArchiveLimits()) throws {
    self.source = source
    self.limits = limits
    var limit = source.size
    var builder: MemberDirectoryBuilder
    if let end = try ZipEnd.find(in: source),
      let listed = try Self.list(source, end: end, limits: limits)
    {
      builder = listed
      limit = end.directory.lowerBound
    } else if try ZipSalvage.isPromising(source) {
      builder = try ZipSalvage.read(source, limits: limits)
      // A member that runs beyond the file was cut short.
      limit = .max
    } else {
      throw ArchiveError.notZip
    }
    try builder.markOverlaps(in: source, end: limit)
    (entries, problems) = try builder.finish(fileSize: source.size)
  }

  /// Opens a member of this archive for reading from its beginning.
  ///
  /// Throws an `ArchiveError` that names the member if it is encrypted, uses another method or exceeds a limit. The
  /// same holds if it overlaps or is not at its place. Errors of the source are passed on.
  public func open(_ entry: ArchiveEntry) throws -> ZipMemberReader {
    let record = entry.record
    if let refusal = refusal(of: record, named: entry.name) { throw refusal }
    guard record.offset < source.size else {
      throw ArchiveError.headerMismatch(member: entry.name)
    }
    let leastHeader = LocalHeader.fixedSize + Int(record.rawNameLength)
    // Reads a small member's bytes together with its header; most extra fields are short.
    let room = min(64 << 10, 64 + min(record.compressedSize, source.size))
    var buffer = StreamBuffer(
      SourceStream(source, range: record.offset..<source.size), capacity: leastHeader + room)
    guard try buffer.require(leastHeader), let header = LocalHeader(buffer.bytes),
      header.belongs(to: record, in: buffer.bytes)
    else { throw ArchiveError.headerMismatch(member: entry.name) }
    guard header.fields.flags & 1 == 0 else { throw ArchiveError.encrypted(member: entry.name) }
    let isCutShort = source.size - record.offset - header.fields.end < record.compressedSize
    buffer.jump(over: header.fields.end)
    buffer.cut(after: record.compressedSize)
    return try ZipMemberReader(entry: entry, buffer: buffer, isCutShort: isCutShort)
  }

  /// The reason to refuse a member without reading its bytes, or nil.
  private func refusal(of record: MemberRecord, named name: String) -> ArchiveError? {
    if record.traits.contains(.damaged) {
      return .damaged(member: name, detail: "its sizes are invalid")
    }
    if record.traits.contains(.encrypted) { return .encrypted(member: name) }
    if ![0, 8].contains(record.method) {
      return .unsupportedMethod(member: name, method: Int(record.method))
    }
    if record.size > limits.memberSize {
      return .tooLarge(member: name, limit: limits.memberSize)
    }
    if record.method == 0, record.size != record.compressedSize {
      return .sizeMismatch(member: name, declared: record.size, found: record.compressedSize)
    }
    if !limits.allow(expanded: record.size, from: record.compressedSize) {
      return .ratioTooHigh(member: name, limit: limits.ratio)
    }
    return record.traits.contains(.overlapping) ? .overlapping(member: name) : nil
  }

  /// Returns the members listed by a directory.
  ///
  /// Returns nil if none are found although some are declared. Also returns nil if the directory is that of a zip
  /// within a zip whose own end is missing.
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

  /// Whether the first few members are found at least as often with `distance` added to their offsets as without.
  ///
  /// A damaged end record can wrongly imply that bytes precede the zip.
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

extension MemberDirectoryBuilder {
  /// Marks each member of a zip that ends after the next one begins, or runs over `end`.
  ///
  /// Overlaps are how a small archive is made to expand without limit (Fifield, "A better zip bomb"). A record that
  /// points into another member but not at its own header is merely wrong. It does not mark that member.
  mutating func markOverlaps(in source: any RandomAccessSource, end: Int) throws {
    var previous: Int?
    let order = indicesByOffset
    for place in records.indices {
      let index = order?[place] ?? place
      let record = records[index]
      guard !record.traits.contains(.damaged) else { continue }
      if let before = previous, records[before].end > record.offset {
        guard try Self.hasHeader(record, in: source) else { continue }
        records[before].traits.insert(.overlapping)
      }
      if record.offset < end, record.end > end { records[index].traits.insert(.overlapping) }
      previous = index
    }
  }

  /// The records' indices ordered by offset, then index; nil if the records are already in order.
  private var indicesByOffset: [Int]? {
    let isSorted = zip(records, records.dropFirst()).allSatisfy { $0.offset <= $1.offset }
    if isSorted { return nil }
    return records.indices.sorted { (records[$0].offset, $0) < (records[$1].offset, $1) }
  }

  private static func hasHeader(
    _ record: MemberRecord, in source: any RandomAccessSource
  ) throws -> Bool {
    let bytes = try source.bytes(
      at: record.offset, count: LocalHeader.fixedSize + Int(record.rawNameLength))
    return bytes.withUnsafeBytes { LocalHeader($0)?.belongs(to: record, in: $0) ?? false }
  }
}
