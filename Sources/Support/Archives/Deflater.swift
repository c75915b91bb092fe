import CZlib

/// Compresses one raw deflate stream (RFC 1951) piece by piece with zlib. `MessageDeflation` uses it for WebSocket.
package struct Deflater: ~Copyable {
  /// On the heap because zlib checks that the struct has not moved.
  private let stream: UnsafeMutablePointer<z_stream>

  /// Makes a compressor with a window of 2^`windowBits` bytes (9 to 15) and zlib's `memoryLevel` (1 to 9).
  ///
  /// Returns nil if there is not enough memory.
  package init?(level: Int = 6, windowBits: Int = 15, memoryLevel: Int = 8) {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)
    guard
      deflateInit2_(
        stream, Int32(level), Z_DEFLATED, -Int32(windowBits), Int32(memoryLevel),
        Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
    else {
      stream.deallocate()
      return nil
    }
    self.stream = stream
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  package mutating func reset() {
    deflateReset(stream)
  }

  /// Compresses a piece and flushes it to a byte boundary: the output ends in an empty block, `00 00 FF FF`.
  ///
  /// zlib gets at most `atOnce` bytes of it at once, because it counts in 32 bits.
  package mutating func compress(
    _ input: UnsafeRawBufferPointer, atOnce: Int = 1 << 30
  ) -> [UInt8] {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    var (output, left): ([UInt8], Int) = ([], input.count)
    let room = min(max(256, left / 2), 1 << 30)
    repeat {
      if stream.pointee.avail_in == 0 {
        stream.pointee.avail_in = UInt32(min(left, atOnce))
        left -= Int(stream.pointee.avail_in)
      }
      output += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(room)
        deflate(stream, left > 0 ? Z_NO_FLUSH : Z_SYNC_FLUSH)
        count = room - Int(stream.pointee.avail_out)
      }
    } while left > 0 || stream.pointee.avail_out == 0
    return output
  }
}

// Only the single owner can reach zlib's state.
extension Deflater: @unchecked Sendable {}
