import JSONText

/// The beginning of a file, by which its format is recognised.
struct FormatSample {
  /// The first bytes, without a byte order mark.
  let bytes: [UInt8]
  /// Whether the file has no more than those.
  let isWhole: Bool
  /// The outermost JSON value, where the file begins with one.
  let json: JSONOutline?
  /// The file's path from the root on, behind the archive it lies in: a hint where contents are alike.
  let path: String

  /// How much of a file is looked at.
  static let length = 1 << 16

  init(bytes: [UInt8], isWhole: Bool, path: String = "") {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    self.isWhole = isWhole
    self.path = path
    json = JSONOutline(self.bytes)
  }

  /// Reads the beginning of a source.
  init(reading source: any ByteSource, path: String = "") throws {
    let bytes = try Self.beginning(of: source)
    self.init(bytes: bytes, isWhole: bytes.count < Self.length, path: path)
  }

  /// As much of a source as is looked at.
  static func beginning(of source: any ByteSource) throws -> [UInt8] {
    var source = source
    return try [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
      let whole = UnsafeMutableRawBufferPointer(buffer)
      while count < whole.count {
        let added = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: whole[count...]))
        if added == 0 { break }
        count += added
      }
    }
  }
}
