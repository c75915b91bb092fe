/// Reads one member of a zip from its beginning to its end. `Inflater.make`, below, throws if memory is lacking.
///
/// The bytes are verified once the read that returns the last of them has succeeded. That read checks the CRC-32 and
/// the size, and throws instead of returning wrong bytes. If the compressed bytes are damaged or cut short, the bytes
/// before the damage are returned first.
public struct ZipMemberReader: ByteStream, Sendable, ~Copyable {
  private let entry: ArchiveEntry
  /// Whether the file ends inside the member.
  private let isCutShort: Bool
  private var buffer: StreamBuffer<SourceStream>
  /// Nil for a stored member.
  private var inflater: Inflater?
  private var produced = 0
  private var crc = CRC32()
  private var isFinished = false
  /// The error of an earlier read, which later reads throw again.
  private var failure: (any Error)?

  /// Makes a reader; `buffer` yields exactly the compressed bytes.
  init(entry: ArchiveEntry, buffer: consuming StreamBuffer<SourceStream>, isCutShort: Bool) throws {
    inflater = entry.record.method == 0 ? nil : try Inflater.make()
    self.entry = entry
    self.isCutShort = isCutShort
    self.buffer = buffer
  }

  /// Reads as many bytes as fit; returns 0 after the last and for an empty buffer.
  ///
  /// Throws an `ArchiveError` that names the member, or what the source throws. Later reads throw the same error.
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
    // Without room, the end marker of the deflate stream may still follow, but no further byte.
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
