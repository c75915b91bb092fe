/// A tar archive that is open for reading (POSIX ustar and pax, GNU tar).
///
/// All headers are read once; members are read from the source as they are asked for. Links, devices and what tells
/// of the archive itself are passed over, as what a link leads to is there by itself. Of several members with one
/// name the last stands, as when all are unpacked one over the other.
///
/// A damaged archive opens as long as any member can be found, and `problems` tells what is missing.
public struct TarArchive: Sendable {
  /// The members in the order of the archive, none of them read yet.
  public let entries: ArchiveEntries
  /// What is wrong with the archive as a whole, and which members were left out.
  public let problems: ArchiveProblems
  private let source: any RandomAccessSource
  private let limits: ArchiveLimits

  /// A member of which a longer name or longer records of pax tell is left out.
  static let mostExtraBytes = 1 << 20

  /// Whether bytes, 512 at least, begin with a header; its checksum tells, as the oldest archives have no other mark.
  public static func recognizes(_ beginning: some Collection<UInt8>) -> Bool {
    Array(beginning.prefix(TarHeader.blockSize)).withUnsafeBytes {
      TarHeader($0).map { !$0.name.isEmpty } ?? false
    }
  }

  /// Reads the headers of an archive.
  ///
  /// Throws an `ArchiveError` where it is beyond the limits of the whole archive, and what the source throws.
  public init(_ source: any RandomAccessSource, limits: ArchiveLimits = ArchiveLimits()) throws {
    self.source = source
    self.limits = limits
    var reader = TarDirectoryReader(source, limits: limits)
    (entries, problems) = try reader.read().finish(fileSize: source.size)
  }

  /// Opens a member of this archive for reading from its beginning.
  ///
  /// Throws an `ArchiveError` that names the member where it is larger than the limit or written in pieces.
  public func open(_ entry: ArchiveEntry) throws(ArchiveError) -> TarMemberReader {
    if entry.record.traits.contains(.damaged) {
      throw .damaged(
        member: entry.name, detail: "it is written in pieces, or its size makes no sense")
    }
    if entry.size > limits.memberSize {
      throw .tooLarge(member: entry.name, limit: limits.memberSize)
    }
    return TarMemberReader(entry: entry, source: source)
  }
}

/// Reads one member of a tar from its beginning to its end.
public struct TarMemberReader: ByteStream, Sendable {
  private let entry: ArchiveEntry
  private var stream: SourceStream

  fileprivate init(entry: ArchiveEntry, source: any RandomAccessSource) {
    self.entry = entry
    let start = entry.record.offset
    stream = SourceStream(source, range: start..<start + entry.size)
  }

  /// Reads the next bytes; 0 after the last and for an empty buffer.
  ///
  /// Throws `ArchiveError.cutShort` where the file ends before the member does, and what the source throws.
  public mutating func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    guard stream.offset < stream.end, !output.isEmpty else { return 0 }
    let count = try stream.read(into: output)
    if count == 0 { throw ArchiveError.cutShort(member: entry.name) }
    return count
  }
}
