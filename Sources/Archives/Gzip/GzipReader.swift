import Compression

/// Reads a gzip stream (RFC 1952), with all members that follow each other, as one stream.
///
/// Each member's CRC-32 and size are checked at its end. Bytes are proven once a later read has
/// returned 0; a read throws instead of giving bytes of a member that it has found to be wrong.
/// Where the compressed bytes are damaged or cut short, what came before is given first. Zeros after
/// the last member are padding.
public struct GzipReader<Input: ByteStream & ~Copyable>: ByteStream, ~Copyable {
  private enum Phase {
    case header
    case body
    case finished
    case failed(any Error)
  }

  /// The header of the member that was read last; nil before the first read.
  public private(set) var header: GzipHeader?
  private let name: String
  private let limits: ArchiveLimits
  private var input: StreamBuffer<Input>
  private var inflater: Inflater
  private var phase = Phase.header
  /// Bytes given by all members.
  private var produced = 0
  /// Bytes given by the present member.
  private var memberSize = 0
  private var crc = CRC32()

  /// Prepares to read; nothing is read yet.
  ///
  /// `name` stands for the stream in errors. Of the limits, `memberSize`, `ratio` and `ratioFloor`
  /// hold, for all members together. Throws `ArchiveError.outOfMemory`.
  public init(
    _ input: consuming Input, name: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    let inflater = try Inflater.make()
    self.inflater = inflater
    self.name = name
    self.limits = limits
    self.input = StreamBuffer(input, capacity: 64 << 10)
  }

  /// Reads the next bytes, as many as there is room for; 0 after the last and for an empty buffer.
  ///
  /// Throws an `ArchiveError` that names the stream, and what the input throws; after that, the same
  /// again.
  public mutating func read(into output: UnsafeMutableRawBufferPointer) throws -> Int {
    var filled = 0
    /// The part of `filled` that belongs to members whose ends were checked.
    var proven = 0
    do {
      while filled < output.count {
        switch phase {
        case .finished: return filled
        case .failed(let error): throw error
        case .header: try readHeader()
        case .body:
          let room = UnsafeMutableRawBufferPointer(rebasing: output[filled...])
          if try expand(into: room, filled: &filled) {
            try readTrailer()
            proven = filled
          }
        }
      }
      return filled
    } catch {
      phase = .failed(error)
      let good: Int
      switch error {
      case ArchiveError.sizeMismatch, ArchiveError.checksumMismatch: good = proven
      default: good = filled
      }
      guard good > 0 else { throw error }
      return good
    }
  }

  /// Expands some of the member; true at its end.
  private mutating func expand(
    into room: UnsafeMutableRawBufferPointer, filled: inout Int
  ) throws -> Bool {
    let hasInput = try input.require(1)
    let step = inflater.expand(input.bytes, into: room)
    input.consume(step.consumed)
    produced += step.produced
    guard produced <= limits.memberSize else {
      throw ArchiveError.tooLarge(member: name, limit: limits.memberSize)
    }
    guard limits.allow(expanded: produced, from: input.consumed) else {
      throw ArchiveError.ratioTooHigh(member: name, limit: limits.ratio)
    }
    crc.update(UnsafeRawBufferPointer(room).part(0..<step.produced))
    memberSize += step.produced
    filled += step.produced
    switch step.outcome {
    case .end: return true
    case .damaged(let detail): throw ArchiveError.damaged(member: name, detail: detail)
    case .more:
      if !hasInput, step.produced == 0 { throw ArchiveError.cutShort(member: name) }
      return false
    }
  }

  private mutating func readTrailer() throws {
    guard try input.require(8) else { throw ArchiveError.cutShort(member: name) }
    let checksum = input.bytes.uint32(at: 0)
    let size = input.bytes.uint32(at: 4)
    input.consume(8)
    guard checksum == crc.value else { throw ArchiveError.checksumMismatch(member: name) }
    guard size == UInt32(truncatingIfNeeded: memberSize) else {
      throw ArchiveError.sizeMismatch(
        member: name, declared: Int(size), found: Int(UInt32(truncatingIfNeeded: memberSize)))
    }
    inflater.reset()
    memberSize = 0
    crc = CRC32()
    phase = .header
  }

  /// Reads the next member's header, or finds that there is no other.
  private mutating func readHeader() throws {
    var reader = GzipHeaderReader(name: name)
    switch try reader.read(from: &input, isFirst: header == nil) {
    case .some(let next):
      header = next
      phase = .body
    case .none: phase = .finished
    }
  }
}

extension GzipReader: Sendable where Input: Sendable, Input: ~Copyable {}
