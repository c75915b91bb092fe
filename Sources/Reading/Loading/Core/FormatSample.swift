import Encoding

/// The beginning of a file, by which its format is recognised.
struct FormatSample {
  /// The first bytes, without a byte order mark.
  let bytes: [UInt8]
  /// Whether the file has no more than those.
  let isWhole: Bool
  /// The outermost JSON value, where the file begins with one.
  private(set) var json: JSONOutline?
  /// The file's path from the root on, behind the archive it lies in: a hint where contents are alike.
  let path: String

  /// How much of a file is looked at first.
  static let length = 1 << 16
  /// How much is kept where the first record is longer: no format has longer ones.
  static let longest = 16 << 20
  /// How much of other text than JSON: no line of a chat is longer.
  static let longestText = 4 << 20
  /// How far the keys of JSON are looked for.
  static let furthest = 64 << 20

  init(bytes: [UInt8], isWhole: Bool, path: String = "") {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    self.isWhole = isWhole
    self.path = path
    json = JSONOutline(self.bytes)
  }

  /// Reads the beginning of a source, and on until the first record is whole: what tells its format may stand at the
  /// end of it. Whoever decides by less takes one format for another.
  init(reading source: any ByteSource, path: String = "") throws {
    var source = source
    let bytes = try Self.beginning(of: &source)
    self.init(bytes: bytes, isWhole: bytes.count < Self.length, path: path)
    guard endsInFirstRecord else { return }
    let isText = json == nil && !self.bytes.withUnsafeBufferPointer(BSONDocument.isCut)
    // No text holds it, and UTF-16 is looked at again as UTF-8.
    if isText, bytes.contains(0) { return }
    let length = isText ? Self.longestText : Self.longest
    let longer = bytes + (try Self.beginning(of: &source, length - Self.length))
    self.init(bytes: longer, isWhole: longer.count < length, path: path)
    guard json != nil, endsInFirstRecord else { return }
    json = try JSONOutline(
      reading: ContinuedSource(
        beginning: longer[...], rest: source, left: Self.furthest - longer.count))
  }

  /// Whether there is more of the first record than was looked at: what tells its format may stand there.
  var endsInFirstRecord: Bool {
    !isWhole
      && (json?.endsInFirstRecord
        ?? (isOfFewLines || bytes.withUnsafeBufferPointer(BSONDocument.isCut)))
  }

  /// Whether the file is a list of nothing, as of the messages of a chat in which there are none.
  var isEmptyList: Bool { isWhole && bytes.filter { $0 > 0x20 } == Array("[]".utf8) }

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

/// What was read of a source, and what follows it there, up to a limit.
private struct ContinuedSource: ByteSource {
  var beginning: ArraySlice<UInt8>
  var rest: any ByteSource
  var left: Int

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if beginning.isEmpty {
      let count = try rest.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(left)))
      left -= count
      return count
    }
    let next = beginning.prefix(buffer.count)
    buffer.copyBytes(from: next)
    beginning = beginning[next.endIndex...]
    return next.count
  }
}
