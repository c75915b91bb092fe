/// Reads one member of a tar from its beginning to its end.
public struct TarMemberReader: ByteStream, Sendable {
  private let entry: ArchiveEntry
  private var stream: SourceStream
  private var left: Int

  init(entry: ArchiveEntry, source: any RandomAccessSource) {
    self.entry = entry
    left = entry.size
    stream = SourceStream(source, range: entry.record.offset..<entry.record.offset + left)
  }

  /// Reads the next bytes; 0 after the last and for an empty buffer.
  ///
  /// Throws `ArchiveError.cutShort` where the file ends before the member does, and what the source throws.
  public mutating func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    guard left > 0, !output.isEmpty else { return 0 }
    let count = try stream.read(into: output)
    if count == 0 { throw ArchiveError.cutShort(member: entry.name) }
    left -= count
    return count
  }
}
