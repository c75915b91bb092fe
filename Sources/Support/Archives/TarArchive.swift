/// A tar archive open for reading (POSIX ustar and pax, GNU tar). `TarMemberReader`, below, reads one member.
///
/// All headers are read once; members are read from the source on demand. Links, devices and metadata of the archive
/// are skipped; a link's target is a member of its own. The last of several members with the same name wins, as when
/// unpacking all of them.
///
/// A damaged archive opens if any member can be found; `problems` lists what is missing.
public struct TarArchive: Sendable {
  /// The members in archive order, not yet read.
  public let entries: ArchiveEntries
  /// The problems of the whole archive, and the members that were left out.
  public let problems: ArchiveProblems
  private let source: any RandomAccessSource
  private let limits: ArchiveLimits

  /// The most bytes of a long name or of pax records; a member with more is left out.
  static let mostExtraBytes = 1 << 20

  /// Whether the bytes begin with a tar header; at least 512 are needed.
  ///
  /// The checksum decides, because the oldest archives have no other mark.
  public static func recognizes(_ beginning: some Collection<UInt8>) -> Bool {
    Array(beginning.prefix(TarHeader.blockSize)).withUnsafeBytes {
      TarHeader($0).map { !$0.name.isEmpty } ?? false
    }
  }

  /// Reads the headers of an archive.
  ///
  /// Throws an `ArchiveError` if a limit of the whole archive is exceeded, or what the source throws.
  public init(_ source: any RandomAccessSource, limits: ArchiveLimits = ArchiveLimits()) throws {
    self.source = source
    self.limits = limits
    var reader = TarDirectoryReader(source, limits: limits)
    (entries, problems) = try reader.read().finish(fileSize: source.size)
  }

  /// Opens a member of this archive for reading from its beginning.
  ///
  /// Throws an `ArchiveError` that names the member if it is too large, stored in pieces or of an invalid size.
  public func open(_ entry: ArchiveEntry) throws(ArchiveError) -> TarMemberReader {
    if entry.record.traits.contains(.damaged) {
      throw .damaged(
        member: entry.name, detail: "it is fragmented, or its size is invalid")
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

  /// Reads the next bytes and returns how many; 0 after the last and for an empty buffer.
  ///
  /// Throws `ArchiveError.cutShort` if the file ends inside the member, or what the source throws.
  public mutating func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    guard stream.offset < stream.end, !output.isEmpty else { return 0 }
    let count = try stream.read(into: output)
    if count == 0 { throw ArchiveError.cutShort(member: entry.name) }
    return count
  }
}
