/// Finds the members of a zip without a usable end record, by walking from one local header to the next.
///
/// A header may leave the sizes to a descriptor after the bytes (APPNOTE.TXT 4.3.9). Such a member is expanded to find
/// its end. If a complete directory is found, it is read instead.
struct ZipSalvage: ~Copyable {
  /// The size of the buffer in bytes; the longest local header fits.
  private static let capacity = 256 << 10

  private let source: any RandomAccessSource
  private var builder: MemberDirectoryBuilder
  private var buffer: StreamBuffer<SourceStream>
  private var inflater: Inflater
  /// The output of members that are expanded only to find their end.
  private let scratch = HeapBytes(count: 64 << 10)
  /// The number of members whose headers were found.
  private var seen = 0
  /// The total size of the members that were expanded, in bytes.
  private var expanded = 0

  private init(_ source: any RandomAccessSource, limits: ArchiveLimits) throws {
    inflater = try Inflater.make()
    self.source = source
    builder = MemberDirectoryBuilder(limits: limits)
    buffer = StreamBuffer(SourceStream(source), capacity: Self.capacity)
  }

  /// Whether a file begins like a zip.
  static func isPromising(_ source: any RandomAccessSource) throws -> Bool {
    let marks = [LocalHeader.signature, ZipDescriptor.signature, splitMark]
    return try source.word(at: 0).map(marks.contains) ?? false
  }

  /// The mark at the front of a zip that was prepared for splitting but has one part.
  private static let splitMark: UInt32 = 0x3030_4b50

  /// Collects the members that can be found.
  ///
  /// The first problem is the missing end record. The others come from what is returned: the walk or the directory.
  static func read(
    _ source: any RandomAccessSource, limits: ArchiveLimits
  ) throws -> MemberDirectoryBuilder {
    var walk = try ZipSalvage(source, limits: limits)
    walk.builder.problems.add(.endMissing)
    guard let directory = try walk.findMembers() else { return walk.builder }
    var builder = MemberDirectoryBuilder(limits: limits)
    builder.problems.add(.endMissing)
    var reader = ZipDirectoryReader(
      source, range: directory..<source.size, declaredSize: .max)
    try reader.read(into: &builder)
    // A directory that was cut short lists fewer members than the walk found.
    return builder.found >= walk.seen ? builder : walk.builder
  }

  /// Walks to the end of the file and returns the place of the directory that follows all members, if any.
  ///
  /// A directory followed by more members belongs to a zip within the zip.
  private mutating func findMembers() throws -> Int? {
    if try buffer.require(4),
      [ZipDescriptor.signature, Self.splitMark].contains(buffer.bytes.uint32(at: 0))
    {
      buffer.consume(4)
    }
    var directory: Int?
    while try buffer.require(4) {
      switch buffer.bytes.uint32(at: 0) {
      case CentralHeader.signature where try buffer.require(CentralHeader.fixedSize):
        directory = directory ?? buffer.position
        buffer.jump(over: CentralHeader(buffer.bytes).recordSize)
        continue
      case LocalHeader.signature where try takeMember():
        directory = nil
        continue
      default: break
      }
      // The directory's own reader reports damage within it.
      if directory == nil { builder.problems.add(.directoryDamaged(offset: buffer.position)) }
      try buffer.skip(to: [LocalHeader.signature, CentralHeader.signature])
    }
    return directory
  }

  /// Handles one member; returns false, with nothing consumed, if its header does not fit the rest of the file.
  private mutating func takeMember() throws -> Bool {
    guard try buffer.require(LocalHeader.fixedSize),
      let header = LocalHeader(buffer.bytes)?.fields, try buffer.require(header.end)
    else { return false }
    seen += 1
    let offset = buffer.position
    let bytes = Array(buffer.bytes.part(0..<header.end))
    buffer.consume(bytes.count)
    // Whether the sizes and the checksum follow the bytes instead.
    let hasDescriptor = header.flags & 8 != 0
    try bytes.withUnsafeBytes { bytes in
      var member = header.member(in: bytes)
      if hasDescriptor, header.compressedSize == 0 {
        try measure(&member, at: offset)
      } else {
        if let wide = member.extra.widened(header.size, header.compressedSize) {
          member.extent = (wide[1], wide[0], offset)
          buffer.jump(over: wide[1])
          // Info-ZIP writes some members with the sizes in front and the checksum after them.
          if hasDescriptor, let checksum = try takeDescriptor(wide[1], wide[0]) {
            member.checksum = checksum
          }
        }
        try builder.add(member)
      }
    }
    return true
  }

  /// Finds the end of a member whose header does not have it, and adds the member.
  private mutating func measure(_ member: inout MemberDirectoryBuilder.Member, at offset: Int)
    throws
  {
    let name = MemberName.text(member.name)
    let isDeflate = member.method == 8 && member.flags & 1 == 0
    switch try isDeflate ? expandToEnd(name) : findDescriptor(name) {
    case .success(let descriptor):
      member.checksum = descriptor.checksum
      member.extent = (descriptor.compressedSize, descriptor.size, offset)
      try builder.add(member)
    case .failure(let problem): builder.problems.add(problem)
    }
  }

  private typealias End = Result<ZipDescriptor, ArchiveError>

  /// Expands the deflate stream at the current place and consumes the descriptor after it.
  private mutating func expandToEnd(_ name: String) throws -> End {
    inflater.reset()
    let first = buffer.position
    var size = 0
    var crc = CRC32()
    while true {
      let isMore = try buffer.require(1)
      let step = inflater.expand(buffer.bytes, into: scratch.bytes)
      buffer.consume(step.consumed)
      size += step.produced
      expanded += step.produced
      crc.update(UnsafeRawBufferPointer(scratch.bytes).part(0..<step.produced))
      let limits = builder.limits
      let most = limits.totalSize(fromFile: source.size)
      guard expanded <= most else {
        throw ArchiveError.archiveTooLarge(size: expanded, limit: most)
      }
      guard size <= limits.memberSize else {
        return .failure(.tooLarge(member: name, limit: limits.memberSize))
      }
      guard limits.allow(expanded: size, from: buffer.position - first) else {
        return .failure(.ratioTooHigh(member: name, limit: limits.ratio))
      }
      switch step.outcome {
      case .damaged(let detail): return .failure(.damaged(member: name, detail: detail))
      case .more:
        if !isMore, step.produced == 0 { return .failure(.cutShort(member: name)) }
      case .end:
        let wanted = ZipDescriptor(
          checksum: crc.value, compressedSize: buffer.position - first, size: size)
        _ = try buffer.require(ZipDescriptor.largestSize)
        guard let length = wanted.length(in: buffer.bytes) else {
          return .failure(.damaged(member: name, detail: "no data descriptor for it"))
        }
        buffer.consume(length)
        return .success(wanted)
      }
    }
  }

  /// Looks for the descriptor of bytes whose end is not known.
  private mutating func findDescriptor(_ name: String) throws -> End {
    let first = buffer.position
    while try buffer.require(4) {
      // Near the end of the file, the rest is shorter than the longest descriptor.
      let most = try buffer.require(ZipDescriptor.largestSize) ? ZipDescriptor.largestSize : 4
      let bytes = buffer.bytes
      let here = buffer.position - first
      var skipped = 0
      while skipped + most <= bytes.count {
        if bytes.uint32(at: skipped) == ZipDescriptor.signature,
          let (descriptor, length) = ZipDescriptor.read(
            bytes.part(skipped..<bytes.count), compressedSize: here + skipped)
        {
          buffer.consume(skipped + length)
          return .success(descriptor)
        }
        skipped += 1
      }
      buffer.consume(skipped)
    }
    return .failure(.cutShort(member: name))
  }

  /// Consumes the descriptor with the given sizes, if it comes next, and returns its checksum.
  private mutating func takeDescriptor(_ compressedSize: Int, _ size: Int) throws -> UInt32? {
    _ = try buffer.require(ZipDescriptor.largestSize)
    for start in [4, 0] where buffer.bytes.count >= start + 4 {
      let descriptor = ZipDescriptor(
        checksum: buffer.bytes.uint32(at: start), compressedSize: compressedSize, size: size)
      guard let length = descriptor.length(in: buffer.bytes) else { continue }
      buffer.consume(length)
      return descriptor.checksum
    }
    return nil
  }
}
