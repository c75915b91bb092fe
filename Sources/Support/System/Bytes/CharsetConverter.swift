import Glibc

/// Converts text of a named charset to UTF-8, by the C library (iconv(3)). `Charset` in Encoding chooses the charset.
package enum CharsetConverter {
  /// Returns bytes as UTF-8; nil if they are invalid in the charset, or the charset is unknown.
  package static func utf8(_ bytes: UnsafeRawBufferPointer, from charset: String) -> [UInt8]? {
    guard case let converter = iconv_open("UTF-8", charset), converter != iconv_t(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var output: [UInt8] = []
    var rest = UnsafeMutablePointer(
      mutating: bytes.baseAddress?.assumingMemoryBound(to: CChar.self))
    var left = bytes.count
    let chunk = UnsafeMutablePointer<CChar>.allocate(capacity: 1 << 14)
    defer { chunk.deallocate() }
    while true {
      var room: UnsafeMutablePointer<CChar>? = chunk
      var free = 1 << 14
      let isEnding = left == 0
      let result =
        isEnding
        ? iconv(converter, nil, nil, &room, &free) : iconv(converter, &rest, &left, &room, &free)
      let problem = errno
      output.append(contentsOf: UnsafeRawBufferPointer(start: chunk, count: (1 << 14) - free))
      if result != .max { if isEnding { return output } else { continue } }
      guard problem == E2BIG else { return nil }
    }
  }
}
