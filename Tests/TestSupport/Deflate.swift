import CZlib

/// Compresses data for tests; the sources only decompress. Also CRC-32. Below: numbers as little-endian bytes.
public enum Deflate {
  /// The bytes as one raw deflate stream (RFC 1951), at zlib's level 0 to 9.
  public static func raw(_ bytes: [UInt8], level: Int = 6) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    let status = deflateInit2_(
      &stream, Int32(level), Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    precondition(status == Z_OK, "zlib refuses level \(level)")
    defer { deflateEnd(&stream) }
    let room = Int(deflateBound(&stream, UInt(bytes.count)))
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: room) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(room)
        let status = deflate(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "zlib needs more room than it said")
      }
      count = room - Int(stream.avail_out)
    }
  }

  /// The CRC-32 of zip and gzip.
  public static func checksum(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
  }
}

extension [UInt8] {
  /// Appends a number's bytes, lowest first.
  public mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
