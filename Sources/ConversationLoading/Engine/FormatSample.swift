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

  /// How much of a file is looked at first.
  static let length = 1 << 16
  /// How much where the first record is longer; what is packed is unpacked once more for that.
  static let longest = 1 << 20

  init(bytes: [UInt8], isWhole: Bool, path: String = "") {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    self.isWhole = isWhole
    self.path = path
    json = JSONOutline(self.bytes)
  }

  /// Reads the beginning of a source, on until the first record is whole or the limit is reached: as much as the
  /// loader recognises a file by.
  init(reading source: any ByteSource, path: String = "", limit: Int = Self.longest) throws {
    var source = source
    var length = Self.length
    var bytes = try Self.beginning(of: &source, length)
    while true {
      let sample = FormatSample(bytes: bytes, isWhole: bytes.count < length, path: path)
      guard sample.endsInFirstRecord, length < limit else {
        self = sample
        return
      }
      let more = min(length * 3, limit - length)
      bytes += try Self.beginning(of: &source, more)
      length += more
    }
  }

  /// Whether there is more of the first record than was looked at: what tells its format may stand there.
  var endsInFirstRecord: Bool {
    !isWhole
      && (json?.endsInFirstRecord
        ?? (isOfFewLines || bytes.withUnsafeBufferPointer(BSONDocument.isCut)))
  }

  /// Whether so few lines end here that the first message of a chat may be one of them, and cut off.
  private var isOfFewLines: Bool {
    var ends = 0
    forEachLine { _ in
      ends += 1
      return ends < 4
    }
    return ends < 4
  }

  /// Whether the first line that is not blank is one of a kind.
  func begins(with isOne: (Bytes) -> Bool) -> Bool {
    var found = false
    forEachLine { line in
      if line.isBlank { return true }
      found = isOne(line)
      return false
    }
    return found
  }

  /// The next bytes of a source, as many as that unless it ends.
  static func beginning(
    of source: inout some ByteSource, _ length: Int = Self.length
  ) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let whole = UnsafeMutableRawBufferPointer(buffer)
      while count < whole.count {
        let added = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: whole[count...]))
        if added == 0 { break }
        count += added
      }
    }
  }
}
