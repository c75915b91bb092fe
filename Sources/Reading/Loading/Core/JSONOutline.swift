import Encoding

/// The nested keys, kinds and short strings at the beginning of a JSON text, by which a format is recognised.
struct JSONOutline {
  /// Whether the value is an array.
  let isArray: Bool
  /// The keys of the object, or of the first object in the array, with the kinds of their values.
  private(set) var keys: [String: JSONKind] = [:]
  /// The short strings among the values.
  private(set) var strings: [String: String] = [:]
  /// Whether the array's first element is an object; true for an object.
  private(set) var holdsObjects = false
  private var inner: [String: JSONOutline] = [:]
  /// Whether the text ends within the object, or within the first object of an inner array. Further keys may follow.
  private(set) var endsInFirstRecord = false
  /// Whether the text ends after the first object of the outermost list of objects.
  private var isAfterFirst = false

  /// The depth to which arrays and objects are read.
  private static let depthLimit = 4
  /// The most keys of one object; further keys are skipped.
  private static let keyLimit = 1000
  /// The most keys of all objects at one depth.
  private static let levelLimit = 10_000

  /// Reads what it can; nil if the text does not begin with an array or object.
  init?(_ bytes: [UInt8]) {
    guard let outline = try? Self(reading: MemorySource(bytes)) else { return nil }
    self = outline
  }

  /// Reads a text through its first record, or up to the limits. Throws the source's errors.
  init?(reading source: any ByteSource) throws {
    var stream = try JSONStream(source, valueLimit: FormatSample.length, limits: .export)
    guard let kind = try? stream.peek(), kind == .array || kind == .object else { return nil }
    var outline = JSONOutline(isArray: kind == .array)
    // A sample may end anywhere. The outline has what was seen until then.
    var room = [Int](repeating: Self.levelLimit, count: Self.depthLimit + 1)
    do {
      try outline.read(&stream, depth: 1, isOutermost: true, &room)
    } catch let error as JSONError {
      outline.endsInFirstRecord =
        error.reason == .endOfText && outline.holdsObjects && !outline.isAfterFirst
    }
    self = outline
  }

  private init(isArray: Bool) {
    self.isArray = isArray
  }

  /// The array or object of a key; nil for other values.
  subscript(key: String) -> JSONOutline? { inner[key] }

  /// Whether all of these keys are present.
  func has(_ wanted: String...) -> Bool { wanted.allSatisfy { keys[$0] != nil } }

  /// Reads an array or object. `room` is the number of keys that may still be added at each depth.
  private mutating func read(
    _ stream: inout JSONStream, depth: Int, isOutermost: Bool, _ room: inout [Int]
  ) throws {
    guard isArray else {
      return try readObject(&stream, depth: depth, isOutermost: isOutermost, &room)
    }
    try stream.beginArray()
    var isFirst = true
    while try stream.nextElement() {
      if isFirst, try stream.peek() == .object {
        try readObject(&stream, depth: depth, isOutermost: false, &room)
      } else {
        isAfterFirst = isOutermost && holdsObjects
        if isAfterFirst, stream.offset > FormatSample.length {
          throw JSONError(.endOfText, at: stream.offset)
        }
        try stream.skipValue()
      }
      isFirst = false
    }
    isAfterFirst = false
  }

  private mutating func readObject(
    _ stream: inout JSONStream, depth: Int, isOutermost: Bool, _ room: inout [Int]
  ) throws {
    holdsObjects = true
    try stream.beginObject()
    while let name = try stream.nextKey() {
      guard keys.count < Self.keyLimit, room[depth] > 0 else {
        try stream.skipValue()
        continue
      }
      room[depth] -= 1
      let kind = try stream.peek()
      keys[name] = kind
      switch kind {
      case .string: strings[name] = try stream.shortString()
      case .array, .object:
        guard depth < Self.depthLimit else {
          try stream.skipValue()
          continue
        }
        var outline = JSONOutline(isArray: kind == .array)
        // Keep what was seen before the text ends.
        defer { inner[name] = outline }
        do {
          try outline.read(&stream, depth: depth + 1, isOutermost: isOutermost, &room)
        } catch {
          isAfterFirst = outline.isAfterFirst
          throw error
        }
      default: try stream.skipValue()
      }
    }
  }
}

extension JSONStream {
  /// Reads a string; nil if it is longer than 64 bytes.
  fileprivate mutating func shortString() throws -> String? {
    do {
      return try value { reader throws(JSONError) in
        let slice = try reader.readSlice()
        return slice.bytes.count <= 64 ? slice.string : nil
      }
    } catch let error as JSONError {
      guard case .tooLong = error.reason else { throw error }
      try skipValue()
      return nil
    }
  }
}

extension JSONReader.Limits {
  /// The limits for exports. Programs write control characters unescaped.
  static let export = JSONReader.Limits(allowsControlCharacters: true, allowsHexEscapes: true)
}
