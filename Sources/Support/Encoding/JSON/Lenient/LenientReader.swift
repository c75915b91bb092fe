/// Finds arrays and objects in the output of a language model, and reads them even if they are damaged.
///
///     var reader = LenientReader(bytes)
///     while let candidate = reader.next() { … }
///
/// Models surround JSON with prose, fences and thoughts, use the syntax of other languages, and stop in the middle. The
/// reader skips everything else, reads valid JSON strictly, and repairs the rest by fixed rules. Thoughts are not part
/// of the answer: `<think>…</think>` is skipped, and text before a lone `</think>` is withdrawn (see `answerStart`).
/// Time and memory are linear in the length of the text. Depth and the number of values are limited.
public struct LenientReader: Sendable {
  let bytes: [UInt8]
  let limits: Limits
  var position = 0
  /// The end of the previous candidate.
  var lastEnd = 0
  private var last: Range<Int>?
  /// The number of bytes that may still be read a second time.
  var secondLooks: Int
  /// Whether no tag that ends thinking follows.
  private var isNeverClosed = false
  private var candidates = 0
  /// The remaining depth for JSON within JSON strings.
  let encodings: Int

  /// The start of the answer. Candidates before it belong to the model's thoughts.
  public private(set) var answerStart = 0
  /// Whether the text ends within thoughts.
  public private(set) var endsInThought = false
  /// Whether something was skipped because it was too deep or had too many values.
  public private(set) var isBeyondLimits = false

  private static let secondLookLimit = 1 << 20

  /// The limits of a reader.
  public struct Limits: Hashable, Sendable {
    /// The largest text in bytes. In a longer one, nothing is found.
    public var bytes: Int
    /// The largest number of open arrays and objects.
    public var depth: Int
    /// The largest number of values in one array or object, on all levels.
    public var values: Int
    /// The largest number of arrays and objects in one text, not counting nested ones.
    public var candidates: Int

    /// Creates limits. The defaults suit one answer of a model.
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

  /// An array or object that was found.
  public struct Candidate: Hashable, Sendable {
    /// The value.
    public var value: JSONValue
    /// Its position in the text.
    public var range: Range<Int>
    /// Whether it is not valid JSON without repair.
    public var isRepaired: Bool
    /// Whether the text ends within it.
    public var isCut: Bool
    /// The number of arrays and objects that were open at that point: the value itself, its last element, and so on. A
    /// list is complete up to its last element; an object may lack members.
    public var openDepth: Int
  }

  /// Returns the next array or object; nil at the end of the text.
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
        // Lists in parentheses are read only at the start, because prose has many parentheses.
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

  /// Continues within the last candidate, for a caller that does not want it. A bracket in prose may have hidden other
  /// candidates.
  ///
  /// The number of bytes that are read a second time is limited. Beyond the limit, this does nothing.
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
    // Candidates from here on may be drafts.
    isNeverClosed = true
  }

  /// Whether only white space precedes this position.
  private var isFirst: Bool {
    var index = position
    while index > 0 {
      index -= 1
      if bytes[index] > 0x20, index > 2 || bytes[index] < 0xBB { return false }
    }
    return true
  }

  /// Whether the bracket here may begin JSON. Most brackets in prose contain words.
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
      // An unclosed bracket within thoughts has swallowed the answer as a string.
      position = tag
      answerStart = tag
      lastEnd = tag
      return nil
    }
    switch parser.outcome {
    case .value(let value, let openDepth, let isCut):
      return found(
        Candidate(
          value: value, range: start..<parser.position, isRepaired: true, isCut: isCut,
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
      // In {"a": 1}, "b": 2} the object continues after its bracket.
      if value.kind == .object, memberFollows(position + reader.position) { return nil }
      return Candidate(
        value: value, range: position..<position + reader.position,
        isRepaired: reader.repairedStrings > 0, isCut: false, openDepth: 0)
    }
  }

  /// Whether a comma and `"key":` are at a position.
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

  /// Returns the end of the brackets that begin at a position. Unclosed ones end with the text.
  private func skipStructure(from start: Int) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return buffer.count }
      var skipper = StructureSkipper()
      let count = skipper.scan(base + start, count: buffer.count - start)
      return count.map { start + $0 } ?? buffer.count
    }
  }
}
