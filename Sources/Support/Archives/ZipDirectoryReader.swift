/// Reads the central directory of a zip (APPNOTE.TXT 4.3.12) piece by piece into a `MemberDirectoryBuilder`.
struct ZipDirectoryReader: ~Copyable {
  /// The size of the buffer in bytes; the longest record fits.
  private static let capacity = 256 << 10

  /// The signatures that may follow a record: another record, a digital signature, or an end record.
  private static let following = [
    CentralHeader.signature, 0x0505_4b50, ZipEnd.zip64Signature, ZipEnd.signature,
  ]

  /// The declared size of the directory, which need not be true.
  private let declaredSize: Int
  private var buffer: StreamBuffer<SourceStream>

  /// Makes a reader of consecutive records in a range.
  init(_ source: any RandomAccessSource, range: Range<Int>, declaredSize: Int) {
    self.declaredSize = declaredSize
    buffer = StreamBuffer(SourceStream(source, range: range), capacity: Self.capacity)
  }

  /// Adds all members to `builder`.
  ///
  /// Reports anything else between records as a problem, and looks for the next record.
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

  /// Reads one record; returns false, with nothing consumed, if its lengths cannot be true.
  private mutating func readRecord(into builder: inout MemberDirectoryBuilder) throws -> Bool {
    guard try buffer.require(CentralHeader.fixedSize) else { return false }
    let header = CentralHeader(buffer.bytes)
    let size = header.recordSize
    guard try buffer.require(size), try !runsIntoNext(size) else { return false }
    var member = header.fields.member(in: buffer.bytes)
    // The zip64 field has the sizes in this order, which differs from the header's.
    let wide = member.extra.widened(
      header.fields.size, header.fields.compressedSize, header.offset)
    member.extent = wide.map { ($0[1], $0[0], $0[2]) }
    try builder.add(member)
    buffer.consume(size)
    return true
  }

  /// Whether a buffered record of that size overlaps a record that begins within it.
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
