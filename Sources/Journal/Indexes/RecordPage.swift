import Digests

/// A page of an index file: records of one size, and a checksum behind them.
///
/// A page has 4,096 bytes, so that the system reads it in one piece; the last four are the CRC-32C of
/// the others, the lowest byte first.
enum RecordPage {
  static let size = 4096
  static let payload = size - 4

  /// Writes the checksum of a full page behind its payload.
  static func seal(_ page: inout [UInt8]) {
    let sum = page.withUnsafeBytes {
      CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[..<payload]))
    }
    for index in 0..<4 {
      page[payload + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index))
    }
  }

  /// Whether a page is as it was written.
  static func isWhole(_ page: [UInt8]) -> Bool {
    guard page.count == size else { return false }
    return page.withUnsafeBytes { bytes in
      let sum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: payload, as: UInt32.self))
      return CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<payload])) == sum
    }
  }
}
