import JSONText

/// The keys of a JSON text, as far as its beginning shows them.
struct JSONOutline {
  /// Whether the value is an array.
  let isArray: Bool
  /// The keys of the object, or of the first object in the array, with the kinds of their values.
  private(set) var keys: [String: JSONKind] = [:]
  /// The strings among the values, as far as they are short.
  private(set) var strings: [String: String] = [:]
  /// Whether the array's first element is an object; for an object, true.
  private(set) var holdsObjects = false
  private var inner: [String: JSONOutline] = [:]
  /// Whether the text ends before the object does, or the first object of the arrays in it: further keys of it
  /// may follow.
  private(set) var endsInFirstRecord = false
  /// Whether more than the first element of an array was met.
  private var isBehindFirst = false

  /// How many arrays and objects inside each other are looked into.
  private static let depthLimit = 4

  /// Reads what it can; nil where the text does not begin with an array or object.
  init?(_ bytes: [UInt8]) {
    let found = bytes.withUnsafeBufferPointer { buffer -> JSONOutline? in
      var reader = JSONReader(buffer, limits: .export)
      guard let kind = try? reader.peek(), kind == .array || kind == .object else { return nil }
      var outline = JSONOutline(isArray: kind == .array)
      // The beginning of a file ends anywhere; what was seen until then is the outline.
      do throws(JSONError) {
        try outline.read(&reader, depth: 1)
      } catch {
        outline.endsInFirstRecord =
          error.reason == .endOfText && outline.holdsObjects && !outline.isBehindFirst
      }
      return outline
    }
    guard let found else { return nil }
    self = found
  }

  private init(isArray: Bool) {
    self.isArray = isArray
  }

  /// The array or object of a key; nil for other values.
  subscript(key: String) -> JSONOutline? { inner[key] }

  /// Whether all of these keys are there.
  func has(_ wanted: String...) -> Bool { wanted.allSatisfy { keys[$0] != nil } }

  private mutating func read(_ reader: inout JSONReader, depth: Int) throws(JSONError) {
    guard isArray else { return try readObject(&reader, depth: depth) }
    try reader.beginArray()
    var isFirst = true
    while try reader.nextElement() {
      if isFirst, try reader.peek() == .object {
        try readObject(&reader, depth: depth)
      } else {
        isBehindFirst = isBehindFirst || !isFirst
        try reader.skipValue()
      }
      isFirst = false
    }
  }

  private mutating func readObject(_ reader: inout JSONReader, depth: Int) throws(JSONError) {
    holdsObjects = true
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let name = reader.string(of: key)
      let kind = try reader.peek()
      keys[name] = kind
      switch kind {
      case .string:
        let slice = try reader.readSlice()
        if slice.bytes.count <= 64 { strings[name] = reader.string(of: slice) }
      case .array, .object:
        guard depth < Self.depthLimit else {
          try reader.skipValue()
          continue
        }
        var outline = JSONOutline(isArray: kind == .array)
        do throws(JSONError) {
          try outline.read(&reader, depth: depth + 1)
        } catch {
          isBehindFirst = isBehindFirst || outline.isBehindFirst
          inner[name] = outline
          throw error
        }
        inner[name] = outline
      default: try reader.skipValue()
      }
    }
  }
}

extension JSONReader.Limits {
  /// The limits of readers of exports: programs write control characters as they are.
  static let export = JSONReader.Limits(allowsControlCharacters: true, allowsHexEscapes: true)
}
