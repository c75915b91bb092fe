import Encoding

/// The format of an index file: pages with checksums, and in them records of one size in key order (`SortedFile`).
///
/// Records are compared by their first `keySize` bytes as unsigned numbers, so keys are written in big-endian order.
package struct RecordLayout: Hashable, Sendable {
  /// A name for the content of the file, in at most 16 ASCII characters. A file with another name in it is rejected.
  package var kind: String
  /// The size of a record in bytes, at most 1,024.
  package var size: Int
  package var keySize: Int

  package init(kind: String, size: Int, keySize: Int) {
    self.kind = kind
    self.size = size
    self.keySize = keySize
  }

  var perPage: Int { RecordPage.payload / size }

  /// The first page of a file: magic, version, kind, sizes and the number of records.
  func header(count: Int) -> [UInt8] {
    var page = beginning(count: count)
    page += Array(repeating: 0, count: RecordPage.size - page.count)
    RecordPage.seal(&page)
    return page
  }

  private func beginning(count: Int) -> [UInt8] {
    var page = Array("AIIX1\n".utf8)
    page += Array(kind.utf8).prefix(16)
    page += Array(repeating: 0, count: 22 - page.count)
    for value in [size, keySize, count] {
      for shift in stride(from: 56, through: 0, by: -8) {
        page.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    return page
  }

  /// The number of records according to a first page; nil if the page is damaged or of another layout.
  func count(inHeader page: [UInt8]) -> Int? {
    guard RecordPage.isWhole(page) else { return nil }
    var count = 0
    for byte in page[38..<46] { count = count << 8 | Int(byte) }
    return count >= 0 && page.starts(with: beginning(count: count)) ? count : nil
  }
}

/// A page of an index file: records of one size, followed by a checksum.
///
/// A page has 4,096 bytes, so that the system reads it in one piece. The last four are the CRC-32C of the others in
/// little-endian order.
enum RecordPage {
  static let size = 4096
  static let payload = size - 4

  /// Writes the checksum of a full page after its payload.
  static func seal(_ page: inout [UInt8]) {
    let sum = page.withUnsafeBytes {
      CRC32C.checksum(UnsafeRawBufferPointer(rebasing: $0[..<payload]))
    }
    for index in 0..<4 {
      page[payload + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index))
    }
  }

  /// Returns whether a page has the right size and checksum.
  static func isWhole(_ page: [UInt8]) -> Bool {
    guard page.count == size else { return false }
    return page.withUnsafeBytes { bytes in
      let sum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: payload, as: UInt32.self))
      return CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<payload])) == sum
    }
  }
}
