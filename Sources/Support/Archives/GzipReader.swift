/// Reads a gzip stream (RFC 1952), including all concatenated members, as one stream.
///
/// Each member's CRC-32 and size are checked at its end. Bytes are verified once a later read has returned 0. A read
/// throws instead of returning bytes of a member that failed its check. If the compressed bytes are damaged or cut
/// short, the bytes before the damage are returned first. Zeros after the last member are padding.
public struct GzipReader<Input: ByteStream & ~Copyable>: ByteStream, ~Copyable {
  private enum Phase {
    case header
    case body
    case finished
    case failed(any Error)
  }

  private let name: String
  private let limits: ArchiveLimits
  private var input: StreamBuffer<Input>
  private var inflater: Inflater
  private var isFirst = true
  private var phase = Phase.header
  /// The number of bytes returned from all members.
  private var produced = 0
  /// The number of bytes returned from the current member.
  private var memberSize = 0
  /// The checksum of the header, then of the current member's expanded bytes.
  private var crc = CRC32()

  /// Makes a reader without reading anything.
  ///
  /// `name` names the stream in errors. The limits `memberSize`, `ratio` and `ratioFloor` hold for all members
  /// together. Throws `ArchiveError.outOfMemory`.
  public init(
    _ input: consuming Input, name: String, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    inflater = try Inflater.make()
    self.name = name
    self.limits = limits
    self.input = StreamBuffer(input, capacity: 64 << 10)
  }

  /// Reads as many bytes as fit; returns 0 after the last and for an empty buffer.
  ///
  /// Throws an `ArchiveError` that names the stream, or what the input throws. Later reads throw the same error.
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
      let good =
        switch error {
        case ArchiveError.sizeMismatch, ArchiveError.checksumMismatch: proven
        default: filled
        }
      guard good > 0 else { throw error }
      return good
    }
  }

  /// Expands a part of the member; returns true at its end.
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
    try require(8)
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
    phase = .header
  }

  /// Reads the next member's header (RFC 1952, 2.3), or finishes if there is no further member.
  private mutating func readHeader() throws {
    if !isFirst, try !hasMember() {
      phase = .finished
      return
    }
    guard try input.require(2), input.bytes[0] == 0x1f, input.bytes[1] == 0x8b else {
      throw isFirst ? ArchiveError.notGzip(member: name) : .trailingBytes(member: name)
    }
    isFirst = false
    try require(10)
    let (method, flags) = (input.bytes[2], input.bytes[3])
    crc = CRC32()
    take(10)
    guard method == 8 else {
      throw ArchiveError.unsupportedMethod(member: name, method: Int(method))
    }
    guard flags & 0xe0 == 0 else {
      throw ArchiveError.damaged(member: name, detail: "its header has unknown flags")
    }
    if flags & 4 != 0 { try skipExtraField() }
    // A file name and a comment.
    for flag: UInt8 in [8, 16] where flags & flag != 0 { try skipText() }
    if flags & 2 != 0 {
      try require(2)
      guard input.bytes.uint16(at: 0) == UInt16(truncatingIfNeeded: crc.value) else {
        throw ArchiveError.damaged(member: name, detail: "its header's checksum is wrong")
      }
      input.consume(2)
    }
    crc = CRC32()
    phase = .body
  }

  /// Skips zeros and returns whether anything follows them.
  private mutating func hasMember() throws -> Bool {
    while try input.require(1) {
      let zeros = input.bytes.firstIndex { $0 != 0 }
      input.consume(zeros ?? input.bytes.count)
      if zeros != nil { return true }
    }
    return false
  }

  private mutating func require(_ count: Int) throws {
    guard try input.require(count) else { throw ArchiveError.cutShort(member: name) }
  }

  /// Consumes bytes of the header and adds them to its checksum.
  private mutating func take(_ count: Int) {
    crc.update(input.bytes.part(0..<count))
    input.consume(count)
  }

  private mutating func skipExtraField() throws {
    try require(2)
    var left = Int(input.bytes.uint16(at: 0))
    take(2)
    while left > 0 {
      try require(1)
      let count = min(left, input.bytes.count)
      take(count)
      left -= count
    }
  }

  /// The longest text accepted in a header, in bytes; the RFC sets no limit.
  private static var longestText: Int { 64 << 10 }

  /// Skips a zero-terminated text.
  private mutating func skipText() throws {
    var length = 0
    while true {
      try require(1)
      let end = input.bytes.firstIndex(of: 0)
      length += end ?? input.bytes.count
      guard length <= Self.longestText else {
        throw ArchiveError.damaged(member: name, detail: "a string in its header is not terminated")
      }
      take(end.map { $0 + 1 } ?? input.bytes.count)
      if end != nil { return }
    }
  }
}

extension GzipReader: Sendable where Input: Sendable, Input: ~Copyable {}
