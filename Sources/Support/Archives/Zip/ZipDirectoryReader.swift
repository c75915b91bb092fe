/// Reads the central directory (APPNOTE.TXT 4.3.12) a piece at a time.
struct ZipDirectoryReader: ~Copyable {
  /// The room for the piece at hand; the longest record fits in.
  private static let capacity = 256 << 10

  /// What may come after a record: another one, a digital signature, or an end record.
  private static let following = [
    CentralHeader.signature, 0x0505_4b50, ZipEnd.zip64Signature, ZipEnd.signature,
  ]

  /// Where in the range the directory should end; that need not be true.
  private let declaredSize: Int
  private var buffer: StreamBuffer<SourceStream>

  /// Prepares to read the directory in a range, records for as long as they follow each other.
  init(_ source: any RandomAccessSource, range: Range<Int>, declaredSize: Int) {
    self.declaredSize = declaredSize
    buffer = StreamBuffer(SourceStream(source, range: range), capacity: Self.capacity)
  }

  /// Adds all members to `builder`; where something else stands between records, it is told of as a
  /// problem, and the next record is looked for.
  mutating func read(into builder: inout MemberDirectoryBuilder) throws {
    while try buffer.require(4) {
      let signature = buffer.bytes.uint32(at: 0)
      if signature == CentralHeader.signature, try readRecord(into: &builder) { continue }
      if buffer.consumed == declaredSize { return }
      if signature != CentralHeader.signature, Self.following.contains(signature) { return }
      builder.problems.add(.directoryDamaged(offset: buffer.position))
      try buffer.skip(to: [CentralHeader.signature])
    }
    if !buffer.bytes.isEmpty, buffer.consumed != declaredSize {
      builder.problems.add(.directoryDamaged(offset: buffer.position))
    }
  }

  /// Takes one record; false, with nothing taken, where its lengths cannot be true.
  private mutating func readRecord(into builder: inout MemberDirectoryBuilder) throws -> Bool {
    guard try buffer.require(CentralHeader.fixedSize) else { return false }
    let header = CentralHeader(buffer.bytes)
    let size = header.recordSize
    guard try buffer.require(size), try !runsIntoNext(size) else { return false }
    var member = header.fields.member(in: buffer.bytes)
    // The zip64 field has the sizes in this order, whatever theirs in the header.
    let wide = member.extra.widened(
      header.fields.size, header.fields.compressedSize, header.offset)
    member.extent = wide.map { ($0[1], $0[0], $0[2]) }
    try builder.add(member)
    buffer.consume(size)
    return true
  }

  /// Whether a record of that size, which is at hand, ends inside of one that begins in it.
  private mutating func runsIntoNext(_ size: Int) throws -> Bool {
    let isFollowed = try buffer.require(size + 4)
    guard isFollowed, !Self.following.contains(buffer.bytes.uint32(at: size)),
      buffer.consumed + size != declaredSize
    else { return false }
    return (CentralHeader.fixedSize..<size).contains {
      buffer.bytes.uint32(at: $0) == CentralHeader.signature
    }
  }
}
