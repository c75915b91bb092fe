import JSONText

/// The beginning of a file, by which its format is recognised.
struct FormatSample {
  /// The first bytes, without a byte order mark.
  let bytes: [UInt8]
  /// Whether the file has no more than those.
  let isWhole: Bool
  /// The outermost JSON value, where the file begins with one.
  let json: JSONOutline?

  /// How much of a file is looked at.
  static let length = 1 << 16

  init(bytes: [UInt8], isWhole: Bool) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(3)) : bytes
    self.isWhole = isWhole
    json = JSONOutline(self.bytes)
  }

  /// Reads the beginning of a source.
  init(reading source: any ByteSource) throws {
    var source = source
    let bytes = try [UInt8](unsafeUninitializedCapacity: Self.length) { buffer, count in
      let whole = UnsafeMutableRawBufferPointer(buffer)
      while count < whole.count {
        let added = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: whole[count...]))
        if added == 0 { break }
        count += added
      }
    }
    self.init(bytes: bytes, isWhole: bytes.count < Self.length)
  }
}

/// The outermost keys of a JSON text, as far as its beginning shows them.
struct JSONOutline {
  /// Whether the outermost value is an array.
  let isArray: Bool
  /// The keys of the object, or of the first object in the array, with the kinds of their values.
  private(set) var keys: [String: JSONKind] = [:]
  /// The strings among the values, as far as they are short.
  private(set) var strings: [String: String] = [:]
  /// Whether the array's first element is an object; for an object, true.
  private(set) var holdsObjects = false

  /// Reads what it can; nil where the text does not begin with an array or object.
  init?(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBufferPointer { buffer -> JSONOutline? in
      var reader = JSONReader(buffer, limits: .init(allowsControlCharacters: true))
      guard let kind = try? reader.peek(), kind == .array || kind == .object else { return nil }
      var outline = JSONOutline(isArray: kind == .array)
      // The beginning of a file ends anywhere; what was seen until then is the outline.
      do throws(JSONError) { try outline.read(&reader) } catch {}
      return outline
    }
    guard let found else { return nil }
    self = found
  }

  private init(isArray: Bool) {
    self.isArray = isArray
  }

  private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    if isArray {
      try reader.beginArray()
      guard try reader.nextElement(), try reader.peek() == .object else { return }
    }
    holdsObjects = true
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = reader.string(of: key)
      keys[name] = try reader.peek()
      if keys[name] == .string {
        let slice = try reader.readSlice()
        if slice.bytes.count <= 64 { strings[name] = reader.string(of: slice) }
      } else {
        try reader.skipValue()
      }
    }
  }
}
