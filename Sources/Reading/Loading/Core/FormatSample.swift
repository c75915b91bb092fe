import Encoding

/// The beginning of a file, by which its format is recognised.
struct FormatSample {
  /// The first bytes, without a byte order mark.
  let bytes: [UInt8]
  /// Whether these bytes are the whole file.
  let isWhole: Bool
  /// The outline of the outermost JSON value, if the file begins with one.
  private(set) var json: JSONOutline?
  /// The file's absolute path, with the path inside its archive if any. A hint for formats with similar contents.
  let path: String

  /// The number of bytes that are read first.
  static let length = 1 << 16
  /// The most bytes of a JSON text that are kept. No format has a longer first record.
  static let longest = 16 << 20
  /// The most bytes of other text. No line of a chat is longer.
  static let longestText = 4 << 20
  /// The most bytes that are searched for the keys of JSON.
  static let furthest = 64 << 20

  init(bytes: [UInt8], isWhole: Bool, path: String = "") {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    self.isWhole = isWhole
    self.path = path
    json = JSONOutline(self.bytes)
  }

  /// Reads the beginning of a source until the first record is complete. The key that identifies the format may be the
  /// record's last; without it, one format may be taken for another.
  init(reading source: any ByteSource, path: String = "") throws {
    var source = source
    let bytes = try Self.beginning(of: &source)
    self.init(bytes: bytes, isWhole: bytes.count < Self.length, path: path)
    guard endsInFirstRecord else { return }
    let isText = json == nil && !self.bytes.withUnsafeBufferPointer(BSONDocument.isCut)
    // Text has no zero bytes, and UTF-16 is checked again after conversion to UTF-8.
    if isText, bytes.contains(0) { return }
    let length = isText ? Self.longestText : Self.longest
    let longer = bytes + (try Self.beginning(of: &source, length - Self.length))
    self.init(bytes: longer, isWhole: longer.count < length, path: path)
    guard json != nil, endsInFirstRecord else { return }
    json = try JSONOutline(
      reading: ContinuedSource(
        beginning: longer[...], rest: source, left: Self.furthest - longer.count))
  }

  /// Whether the first record goes on beyond these bytes. The key that identifies the format may follow.
  var endsInFirstRecord: Bool {
    !isWhole
      && (json?.endsInFirstRecord
        ?? (isOfFewLines || bytes.withUnsafeBufferPointer(BSONDocument.isCut)))
  }

  /// Whether the file is an empty list, such as an export of a chat without messages.
  var isEmptyList: Bool { isWhole && bytes.filter { $0 > 0x20 } == Array("[]".utf8) }

  /// Whether the file is an HTML page of messages as Facebook and Instagram export it.
  var isMetaPage: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.first("<html") != nil && bytes.first("_a6-g") != nil && bytes.first("_3-95") != nil
    }
  }

  /// Whether there are so few line ends that the first message of a chat may be cut off.
  private var isOfFewLines: Bool {
    var ends = 0
    forEachLine { _ in
      ends += 1
      return ends < 4
    }
    return ends < 4
  }

  /// Whether the first line that is not blank satisfies a predicate.
  func begins(with isOne: (Bytes) -> Bool) -> Bool {
    var found = false
    forEachLine { line in
      if line.isBlank { return true }
      found = isOne(line)
      return false
    }
    return found
  }

  /// The next `length` bytes of a source, or fewer if it ends.
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

/// A source that returns bytes already read, then the rest up to a limit.
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
