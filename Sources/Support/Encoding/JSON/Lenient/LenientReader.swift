/// Finds the arrays and objects in a text that a language model wrote, and reads them whatever their
/// state.
///
///     var reader = LenientReader(bytes)
///     while let candidate = reader.next() { … }
///
/// Models wrap JSON in prose, fences and thoughts, write it in the manner of other languages, and stop
/// in the middle. The reader passes over what is none, reads JSON strictly where it is JSON, and mends the
/// rest by stated rules. What was thought aloud is no answer:
/// `<think>…</think>` is passed over, and what stood before a lone `</think>` is taken back (see
/// `answerStart`). Time and memory are linear in the text; depth and the number of values are limited.
public struct LenientReader: Sendable {
  let bytes: [UInt8]
  let limits: Limits
  var position = 0
  /// Where the candidate before ended.
  var lastEnd = 0
  private var last: Range<Int>?
  /// Bytes that may still be looked at a second time.
  var secondLooks: Int
  /// Whether no tag that ends thinking is left.
  private var isNeverClosed = false
  private var candidates = 0
  /// How deep JSON within JSON strings may still be.
  let encodings: Int

  /// Where the answer begins: what was found before was thought aloud.
  public private(set) var answerStart = 0
  /// Whether the text ends within thoughts.
  public private(set) var endsInThought = false
  /// Whether something was passed over because it was nested too deep, or had too many values.
  public private(set) var isBeyondLimits = false

  private static let secondLookLimit = 1 << 20

  /// What a reader puts up with.
  public struct Limits: Hashable, Sendable {
    /// Bytes of a text; in a longer one nothing is found.
    public var bytes: Int
    /// How many arrays and objects may be open at once.
    public var depth: Int
    /// Values in one array or object, all levels together.
    public var values: Int
    /// Arrays and objects in one text, those within others not counted.
    public var candidates: Int

    /// Limits for one answer of a model, unless told otherwise.
    public init(
      bytes: Int = 16 << 20, depth: Int = 64, values: Int = 200_000, candidates: Int = 100_000
    ) {
      self.bytes = bytes
      self.depth = depth
      self.values = values
      self.candidates = candidates
    }
  }

  /// Starts at the beginning of a text.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) {
    self.init(bytes, limits: limits, encodings: 3)
  }

  init(_ bytes: [UInt8], limits: Limits, encodings: Int) {
    self.bytes = bytes
    self.limits = limits
    self.encodings = encodings
    secondLooks = Self.secondLookLimit
    if bytes.count > limits.bytes {
      isBeyondLimits = true
      position = bytes.count
    }
  }

  /// Something that reads as an array or object.
  public struct Candidate: Hashable, Sendable {
    /// What it says.
    public var value: JSONValue
    /// Where it stands in the text.
    public var range: Range<Int>
    /// Whether it is no JSON as it stands.
    public var isMended: Bool
    /// Whether the text ends in the middle of it.
    public var isCut: Bool
    /// How many arrays and objects were open there: the value itself, the last one in that, and so on.
    /// A list is whole up to its last element; an object may lack members.
    public var openDepth: Int
  }

  /// The next array or object; nil where none follows.
  public mutating func next() -> Candidate? {
    last = nil
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "<"): passTag()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if byte == UInt8(ascii: "["), ThoughtTag.at(position, in: bytes) != nil {
          passTag()
        } else if !mayBegin() {
          position += 1
        } else if let candidate = read() {
          return candidate
        }
      case UInt8(ascii: "("):
        // Lists in parentheses are found where nothing stands before them; prose is full of them.
        if lastEnd == 0, isFirst, let candidate = read() { return candidate }
        position += 1
      case UInt8(ascii: "\""):
        if encodings > 0, lastEnd == 0, isFirst, let candidate = readEncoded() {
          return found(candidate)
        }
        position += 1
      default: position += 1
      }
    }
    return nil
  }

  /// Goes on within the candidate that came last, which was not what was looked for: a bracket of prose
  /// may have hidden what stands behind it.
  ///
  /// There is a limit to how much is looked at a second time; beyond it, this does nothing.
  public mutating func lookInside() {
    guard let last, last.count <= secondLooks else { return }
    secondLooks -= last.count
    position = last.lowerBound + 1
    lastEnd = position
  }

  // MARK: - Prose

  private mutating func passTag() {
    guard let (tag, length) = ThoughtTag.at(position, in: bytes) else {
      position += 1
      return
    }
    position += length
    if tag == .close {
      answerStart = position
      endsInThought = false
      return
    }
    endsInThought = true
    if isNeverClosed { return }
    var index = position
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: "["),
        let (tag, length) = ThoughtTag.at(index, in: bytes), tag == .close
      {
        position = index + length
        answerStart = position
        endsInThought = false
        return
      }
      index += 1
    }
    // What is found from here on may be a draft.
    isNeverClosed = true
  }

  /// Whether only white space stands before.
  private var isFirst: Bool {
    var index = position
    while index > 0 {
      index -= 1
      if bytes[index] > 0x20, index > 2 || bytes[index] < 0xBB { return false }
    }
    return true
  }

  /// Whether what follows a bracket can be JSON: most brackets in prose hold words.
  private func mayBegin() -> Bool {
    let index = LenientParser.skipSpace(position + 1, in: bytes)
    guard index < bytes.count else { return true }
    let byte = bytes[index]
    if QuoteMark.at(index, in: bytes) != nil { return true }
    if bytes[position] == UInt8(ascii: "{") {
      let word = byte | 0x20
      return LenientParser.isDigit(byte) || word &- UInt8(ascii: "a") < 26 || byte >= 0x80
        || "}{[/#\\_$:,.".utf8.contains(byte)
    }
    switch byte {
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "T"),
      UInt8(ascii: "F"), UInt8(ascii: "N"), UInt8(ascii: "u"):
      return isLiteral(at: index)
    default: return LenientParser.isDigit(byte) || "[]{}(-.,/#\\+".utf8.contains(byte)
    }
  }

  private func isLiteral(at index: Int) -> Bool {
    let word = bytes[index...].prefix(10).prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    return ["true", "false", "null", "none", "nan", "undefined"].contains(
      String(decoding: word, as: UTF8.self).lowercased())
  }

  // MARK: - Candidates

  private mutating func read() -> Candidate? {
    let start = position
    if let candidate = readStrictly() { return found(candidate) }
    if let candidate = readEscaped() { return found(candidate) }
    let parser = LenientParser(bytes, at: start, limits: limits)
    if let tag = parser.swallowedThought {
      // A bracket among thoughts was not closed there, and took the answer for a string.
      position = tag
      answerStart = tag
      lastEnd = tag
      return nil
    }
    switch parser.outcome {
    case .value(let value, let openDepth, let isCut):
      return found(
        Candidate(
          value: value, range: start..<parser.position, isMended: true, isCut: isCut,
          openDepth: openDepth))
    case .tooDeep, .tooMany, nil:
      isBeyondLimits = true
      position = max(parser.position, skipStructure(from: start))
      lastEnd = position
      return nil
    }
  }

  private mutating func found(_ candidate: Candidate) -> Candidate {
    position = max(candidate.range.upperBound, candidate.range.lowerBound + 1)
    lastEnd = position
    last = candidate.range
    candidates += 1
    if candidates > limits.candidates {
      isBeyondLimits = true
      position = bytes.count
    }
    return candidate
  }

  private func readStrictly() -> Candidate? {
    bytes.withUnsafeBufferPointer { buffer in
      var reader = JSONReader(
        UnsafeBufferPointer(rebasing: buffer[position...]),
        limits: JSONReader.Limits(depth: limits.depth))
      guard let value = try? JSONValue(reading: &reader) else { return nil }
      // {"a": 1}, "b": 2} goes on behind its bracket.
      if value.kind == .object, memberFollows(position + reader.position) { return nil }
      return Candidate(
        value: value, range: position..<position + reader.position,
        isMended: reader.mendedStrings > 0, isCut: false, openDepth: 0)
    }
  }

  /// Whether a comma and `"key":` stand at a place.
  private func memberFollows(_ index: Int) -> Bool {
    var index = LenientParser.skipSpace(index, in: bytes)
    guard index < bytes.count, bytes[index] == UInt8(ascii: ",") else { return false }
    index = LenientParser.skipSpace(index + 1, in: bytes)
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return false }
    let limit = min(bytes.count, index + LenientParser.keyLimit)
    guard let quote = bytes[(index + 1)...].prefix(max(0, limit - index)).firstIndex(of: 0x22)
    else {
      return false
    }
    index = LenientParser.skipSpace(quote + 1, in: bytes)
    return index < bytes.count && bytes[index] == UInt8(ascii: ":")
  }

  /// Where the brackets that begin at a place end; the end of the text where they do not.
  private func skipStructure(from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return buffer.count }
      var skipper = StructureSkipper()
      let count = skipper.scan(base + start, count: buffer.count - start)
      return count.map { start + $0 } ?? buffer.count
    }
  }
}
