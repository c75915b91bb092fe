import CZlib

/// Decompresses one raw deflate stream (RFC 1951) with zlib, for zip, gzip and WebSocket messages.
package struct Inflater: ~Copyable {
  package enum Outcome: Equatable {
    /// The stream continues, given more input or more room.
    case more
    case end
    /// The stream is not valid deflate; the text is zlib's message.
    case damaged(String)
  }

  /// On the heap because zlib checks that the struct has not moved.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes a decompressor for windows of at most 2^`windowBits` bytes (8 to 15); nil if there is not enough memory.
  package init?(windowBits: Int = 15) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(stream, -Int32(windowBits), ZLIB_VERSION, size) == Z_OK else {
      stream.deallocate()
      return nil
    }
    self.stream = stream
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  package mutating func reset() {
    inflateReset(stream)
  }

  /// Expands as much as input and room allow, and returns how much of each was used.
  package mutating func expand(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, outcome: Outcome) {
    let inputCount = min(input.count, Int(UInt32.max))
    let outputCount = min(output.count, Int(UInt32.max))
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(inputCount)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = UInt32(outputCount)
    let status = inflate(stream, Z_NO_FLUSH)
    let outcome: Outcome =
      switch status {
      case Z_STREAM_END: .end
      // Z_BUF_ERROR is not fatal: zlib needs more input or more room.
      case Z_OK, Z_BUF_ERROR: .more
      default: .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(status)")
      }
    return (
      inputCount - Int(stream.pointee.avail_in), outputCount - Int(stream.pointee.avail_out),
      outcome
    )
  }
}

// Only the single owner can reach zlib's state.
extension Inflater: @unchecked Sendable {}
