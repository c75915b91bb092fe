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
  package mutating func compress(_ input: UnsafeRawBufferPointer) -> [UInt8] {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
    stream.pointee.avail_in = UInt32(input.count)
    var output: [UInt8] = []
    repeat {
      let room = max(256, input.count / 2)
      let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(room)
        deflate(stream, Z_SYNC_FLUSH)
        count = room - Int(stream.pointee.avail_out)
      }
      output += piece
    } while stream.pointee.avail_out == 0
    return output
  }
}

// Only the single owner can reach zlib's state.
extension Deflater: @unchecked Sendable {}
