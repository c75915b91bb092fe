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
  /// The members in the order of the directory, none of them read yet.
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
      let listed = try Self.list(source, end: end, limits: limits)
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
    (entries, problems) = try builder.finish(fileSize: source.size)
  }

  /// Opens a member of this archive for reading from its beginning.
  ///
  /// Throws an `ArchiveError` that names the member where it is encrypted, compressed by another
  /// method, beyond the limits, overlapping or not where it should be, and what the source throws.
  public func open(_ entry: ArchiveEntry) throws -> ZipMemberReader {
    let record = entry.record
    if let refusal = refusal(of: record, named: entry.name) { throw refusal }
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
    guard header.fields.flags & 1 == 0 else { throw ArchiveError.encrypted(member: entry.name) }
    let isCutShort = source.size - record.offset - header.fields.end < record.compressedSize
    buffer.jump(over: header.fields.end)
    buffer.cut(after: record.compressedSize)
    return try ZipMemberReader(entry: entry, buffer: buffer, isCutShort: isCutShort)
  }

  /// Why a member can be refused without a look at its bytes; nil where it is read.
  private func refusal(of record: MemberRecord, named name: String) -> ArchiveError? {
    if record.traits.contains(.damaged) {
      return .damaged(member: name, detail: "its sizes make no sense")
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

extension MemberDirectoryBuilder {
  /// Marks each member of a zip that ends after the next one begins, or runs over `end`: that is how a small archive is
  /// made to expand without end (Fifield, "A better zip bomb").
  ///
  /// A record that points into another member but at no header of its own does that member no harm:
  /// it is merely wrong.
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

  /// The records' indices by offset, and for one offset by index; nil where that is their order.
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
