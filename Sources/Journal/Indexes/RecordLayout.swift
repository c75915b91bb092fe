/// What the records of an index file look like.
///
/// Records are compared by their first `keySize` bytes, as unsigned numbers; so keys are written with
/// the highest byte first.
public struct RecordLayout: Hashable, Sendable {
  /// What the file holds, in at most 16 ASCII characters; a file of another kind is refused.
  public var kind: String
  /// Bytes of one record, at most 1,024.
  public var size: Int
  /// Bytes of its key.
  public var keySize: Int

  /// Sets the layout.
  public init(kind: String, size: Int, keySize: Int) {
    self.kind = kind
    self.size = size
    self.keySize = keySize
  }

  /// How many records a page holds.
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

  /// The number of records that a first page tells of; nil where it is of another layout.
  func count(inHeader page: [UInt8]) -> Int? {
    guard RecordPage.isWhole(page) else { return nil }
    var count = 0
    for byte in page[38..<46] { count = count << 8 | Int(byte) }
    return count >= 0 && page.starts(with: beginning(count: count)) ? count : nil
  }
}
