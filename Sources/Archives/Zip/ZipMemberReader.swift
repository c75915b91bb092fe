import Compression

/// Reads one member of a zip from its beginning to its end.
///
/// The bytes are proven once the read that gives the last of them has returned: that one checks the
/// CRC-32 and the size, and throws instead of giving its bytes where they are wrong. Where the
/// compressed bytes are damaged or cut short, what came before is given first.
public struct ZipMemberReader: ByteStream, ~Copyable {
  private enum Phase {
    case reading
    case finished
    case failed(any Error)
  }

  private let entry: ArchiveEntry
  private let record: MemberRecord
  /// Whether the file ends before the member does.
  private let isCutShort: Bool
  private var buffer: StreamBuffer<SourceStream>
  /// Nil for a member that is stored as it is.
  private var inflater: Inflater?
  private var produced = 0
  private var crc = CRC32()
  private var phase = Phase.reading

  /// Makes a reader of what `buffer` holds and goes on with, which is the compressed bytes and no
  /// more.
  init(entry: ArchiveEntry, buffer: consuming StreamBuffer<SourceStream>, isCutShort: Bool) throws {
    inflater = entry.record.method == 0 ? nil : try Inflater.make()
    self.entry = entry
    record = entry.record
    self.isCutShort = isCutShort
    self.buffer = buffer
  }

  /// Reads the next bytes, as many as there is room for; 0 after the last and for an empty buffer.
  ///
  /// Throws an `ArchiveError` that names the member, and what the source throws; after that, the
  /// same again.
  public mutating func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    switch phase {
    case .finished: return 0
    case .failed(let error): throw error
    case .reading: break
    }
    guard !output.isEmpty else { return 0 }
    var filled = 0
    do {
      while case .reading = phase, filled < output.count || produced == record.size {
        let room = UnsafeMutableRawBufferPointer(
          rebasing: output[filled...].prefix(record.size - produced))
        if inflater == nil {
          try copy(into: room, filled: &filled)
        } else {
          try expand(into: room, filled: &filled)
        }
      }
      return filled
    } catch {
      phase = .failed(error)
      switch error {
      case ArchiveError.sizeMismatch, ArchiveError.checksumMismatch: throw error
      default:
        guard filled > 0 else { throw error }
        return filled
      }
    }
  }

  private mutating func copy(
    into room: UnsafeMutableRawBufferPointer, filled: inout Int
  ) throws {
    guard !room.isEmpty else { return try finish() }
    let count = try buffer.read(into: room)
    guard count > 0 else { throw ArchiveError.cutShort(member: entry.name) }
    take(count, of: room, filled: &filled)
    if produced == record.size { try finish() }
  }

  private mutating func expand(
    into room: UnsafeMutableRawBufferPointer, filled: inout Int
  ) throws {
    let hasInput = try buffer.require(1)
    let step: (consumed: Int, produced: Int, outcome: Inflater.Outcome)
    if room.isEmpty {
      // The end of the deflate stream may be still to come, but not another byte.
      step = withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
        inflater?.expand(buffer.bytes, into: $0) ?? (0, 0, .more)
      }
      guard step.produced == 0 else {
        throw ArchiveError.sizeMismatch(
          member: entry.name, declared: record.size, found: record.size + 1)
      }
    } else {
      step = inflater?.expand(buffer.bytes, into: room) ?? (0, 0, .more)
    }
    buffer.consume(step.consumed)
    take(step.produced, of: room, filled: &filled)
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
    _ count: Int, of room: UnsafeMutableRawBufferPointer, filled: inout Int
  ) {
    crc.update(UnsafeRawBufferPointer(room).part(0..<count))
    produced += count
    filled += count
  }

  private mutating func finish() throws(ArchiveError) {
    guard produced == record.size else {
      throw .sizeMismatch(member: entry.name, declared: record.size, found: produced)
    }
    guard crc.value == record.checksum else { throw .checksumMismatch(member: entry.name) }
    phase = .finished
  }
}

// Its parts are: what is behind their pointers has one owner.
extension ZipMemberReader: Sendable {}
