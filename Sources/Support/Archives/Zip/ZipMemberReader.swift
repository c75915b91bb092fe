/// Reads one member of a zip from its beginning to its end.
///
/// The bytes are proven once the read that gives the last of them has returned: that one checks the
/// CRC-32 and the size, and throws instead of giving its bytes where they are wrong. Where the
/// compressed bytes are damaged or cut short, what came before is given first.
public struct ZipMemberReader: ByteStream, Sendable, ~Copyable {
  private let entry: ArchiveEntry
  /// Whether the file ends before the member does.
  private let isCutShort: Bool
  private var buffer: StreamBuffer<SourceStream>
  /// Nil for a member that is stored as it is.
  private var inflater: Inflater?
  private var produced = 0
  private var crc = CRC32()
  private var isFinished = false
  /// What was thrown, to be thrown again.
  private var failure: (any Error)?

  /// Makes a reader of what `buffer` holds and goes on with, which is the compressed bytes and no
  /// more.
  init(entry: ArchiveEntry, buffer: consuming StreamBuffer<SourceStream>, isCutShort: Bool) throws {
    inflater = entry.record.method == 0 ? nil : try Inflater.make()
    self.entry = entry
    self.isCutShort = isCutShort
    self.buffer = buffer
  }

  /// Reads the next bytes, as many as there is room for; 0 after the last and for an empty buffer.
  ///
  /// Throws an `ArchiveError` that names the member, and what the source throws; after that, the
  /// same again.
  public mutating func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    if let failure { throw failure }
    guard !isFinished, !output.isEmpty else { return 0 }
    var filled = 0
    do {
      while !isFinished, filled < output.count || produced == entry.size {
        let room = UnsafeMutableRawBufferPointer(
          rebasing: output[filled...].prefix(entry.size - produced))
        try inflater == nil ? copy(into: room, &filled) : expand(into: room, &filled)
      }
      return filled
    } catch {
      failure = error
      switch error {
      case ArchiveError.sizeMismatch, ArchiveError.checksumMismatch: throw error
      default:
        guard filled > 0 else { throw error }
        return filled
      }
    }
  }

  private mutating func copy(
    into room: UnsafeMutableRawBufferPointer, _ filled: inout Int
  ) throws {
    if !room.isEmpty {
      let count = try buffer.read(into: room)
      guard count > 0 else { throw ArchiveError.cutShort(member: entry.name) }
      take(count, of: room, &filled)
    }
    if produced == entry.size { try finish() }
  }

  private mutating func expand(
    into room: UnsafeMutableRawBufferPointer, _ filled: inout Int
  ) throws {
    let hasInput = try buffer.require(1)
    // Where there is no room, the end of the deflate stream may be still to come, but not another byte.
    let step = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
      inflater?.expand(buffer.bytes, into: room.isEmpty ? $0 : room) ?? (0, 0, .more)
    }
    guard step.produced <= room.count else {
      throw ArchiveError.sizeMismatch(
        member: entry.name, declared: entry.size, found: entry.size + 1)
    }
    buffer.consume(step.consumed)
    take(step.produced, of: room, &filled)
    switch step.outcome {
    case .end: try finish()
    case .damaged(let detail): throw ArchiveError.damaged(member: entry.name, detail: detail)
    case .more:
      guard step.consumed == 0, step.produced == 0 else { return }
      guard !hasInput, isCutShort else {
        throw ArchiveError.damaged(member: entry.name, detail: "its compressed bytes have no end")
      }
      throw ArchiveError.cutShort(member: entry.name)
    }
  }

  private mutating func take(
    _ count: Int, of room: UnsafeMutableRawBufferPointer, _ filled: inout Int
  ) {
    crc.update(UnsafeRawBufferPointer(room).part(0..<count))
    produced += count
    filled += count
  }

  private mutating func finish() throws(ArchiveError) {
    guard produced == entry.size else {
      throw .sizeMismatch(member: entry.name, declared: entry.size, found: produced)
    }
    guard crc.value == entry.record.checksum else { throw .checksumMismatch(member: entry.name) }
    isFinished = true
  }
}

extension Inflater {
  static func make() throws(ArchiveError) -> Inflater {
    guard let inflater = Inflater() else { throw .outOfMemory }
    return inflater
  }
}
