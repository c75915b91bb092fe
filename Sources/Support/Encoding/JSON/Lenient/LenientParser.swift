/// Reads and repairs one damaged array or object for `LenientReader`.
///
/// Valid JSON is read as it is. Otherwise each rule prefers the reading that a person would choose: a few bytes of
/// lookahead decide what ends a string or an object. An explicit stack replaces recursion, so depth does not use the
/// thread's stack. Each step moves forward, so the time is linear in the length of the text.
struct LenientParser {
  let bytes: [UInt8]
  let end: Int
  let limits: LenientReader.Limits
  var position: Int
  var frames: [Frame] = []
  /// The number of frames that each closing bracket could close.
  private var closable = Closable()
  private var values = 0
  /// The position after a tag that ends thinking, found in a string that is doubtful.
  var swallowedThought: Int?
  private(set) var outcome: Outcome?

  /// An open array or object.
  struct Frame {
    var isObject: Bool
    /// Whether `)` closes it.
    var isTuple = false
    /// Whether `}` closes it, although it is a list.
    var isBraced = false
    var elements: [JSONValue] = []
    var members: [JSONValue.Member] = []
    /// A key without its value so far.
    var key: String?
    var state = State.start

    enum State {
      case start, afterValue, afterComma
    }
  }

  private struct Closable {
    var braces = 0
    var squares = 0
    var parentheses = 0

    mutating func count(_ frame: Frame, _ change: Int) {
      if frame.isObject || frame.isBraced { braces += change }
      if !frame.isObject, !frame.isTuple { squares += change }
      if frame.isTuple { parentheses += change }
    }

    func canClose(_ bracket: UInt8) -> Bool {
      switch bracket {
      case UInt8(ascii: "}"): braces > 0
      case UInt8(ascii: "]"): squares > 0
      default: parentheses > 0
      }
    }
  }

  /// The result of reading.
  enum Outcome {
    /// A value. If the text was cut off, `openDepth` arrays and objects were still open: the outermost one, its last
    /// element, and so on.
    case value(JSONValue, openDepth: Int, isCut: Bool)
    /// The limit of depth or of values was exceeded.
    case tooDeep, tooMany
  }

  /// Reads the array or object whose bracket is at `start`.
  init(_ bytes: [UInt8], at start: Int, limits: LenientReader.Limits) {
    self.bytes = bytes
    self.limits = limits
    end = bytes.count
    position = start
    open(bytes[start])
    // If a string has swallowed the end of the thoughts, `LenientReader` starts again after it.
    while outcome == nil, swallowedThought == nil {
      skipTrivia()
      if position >= end {
        finishOpen(isCut: true)
      } else if isAtFence {
        finishOpen(isCut: !endsInValue)
      } else {
        step()
      }
    }
  }

  private mutating func step() {
    switch Unicode.Scalar(bytes[position]) {
    case "}", "]", ")": close(bytes[position])
    case ",": comma()
    default: if frames[frames.count - 1].isObject { readMember() } else { readElement() }
    }
  }

  /// Whether the innermost array or object may end here.
  private var endsInValue: Bool { frames.last?.state == .afterValue }

  // MARK: - Brackets

  mutating func open(_ bracket: UInt8) {
    guard frames.count < limits.depth else {
      outcome = .tooDeep
      return
    }
    position += 1
    push(Frame(isObject: bracket == UInt8(ascii: "{"), isTuple: bracket == UInt8(ascii: "(")))
  }

  mutating func push(_ frame: Frame) {
    guard frames.count < limits.depth else {
      outcome = .tooDeep
      return
    }
    frames.append(frame)
    closable.count(frame, 1)
  }

  /// Turns `{1, 2}` into a list.
  mutating func turnIntoList() {
    closable.count(frames[frames.count - 1], -1)
    frames[frames.count - 1].isObject = false
    frames[frames.count - 1].isBraced = true
    closable.count(frames[frames.count - 1], 1)
  }

  private mutating func close(_ bracket: UInt8) {
    // A bracket of an outer array or object also closes the inner ones. One that closes nothing is skipped.
    let canClose = closable.canClose(bracket)
    while canClose, outcome == nil, !closes(bracket, frames[frames.count - 1]) { pop() }
    position += 1
    if canClose, outcome == nil { closeTop() }
  }

  private func closes(_ bracket: UInt8, _ frame: Frame) -> Bool {
    if frame.isTuple { return bracket == UInt8(ascii: ")") }
    if frame.isBraced, bracket == UInt8(ascii: "}") { return true }
    return bracket == (frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  /// Closes the innermost array or object. `position` is after its bracket.
  private mutating func closeTop() {
    let top = frames[frames.count - 1]
    // In {"a": 1}, "b": 2} the first brace came too early. Within an object, `"b"` may belong to the outer one.
    let stands = frames.count == 1 || !frames[frames.count - 2].isObject
    if top.isObject, !top.members.isEmpty, top.key == nil, stands, memberFollowsComma() {
      frames[frames.count - 1].state = .afterValue
    } else {
      pop()
    }
  }

  /// Closes the innermost array or object without a bracket.
  mutating func pop() {
    fillMissingValue()
    let frame = frames.removeLast()
    closable.count(frame, -1)
    let value = value(of: frame)
    if frames.isEmpty {
      outcome = .value(value, openDepth: 0, isCut: false)
    } else {
      attach(value)
    }
  }

  private func value(of frame: Frame) -> JSONValue {
    if frame.isObject { return .object(frame.members) }
    // As in Python, ("x") is the string and ("x",) is a list.
    let isOne = frame.isTuple && frame.elements.count == 1 && frame.state == .afterValue
    return isOne ? frame.elements[0] : .array(frame.elements)
  }

  /// Closes everything that is open: at the end of the text or its fence, or where prose replaces the brackets.
  ///
  /// An object in a list is an item. If the text was cut off, an unclosed item is dropped.
  mutating func finishOpen(isCut: Bool) {
    var openDepth = 0
    while let frame = frames.popLast() {
      if isCut, frame.isObject, let parent = frames.last, !parent.isObject {
        openDepth = 0
        continue
      }
      let value = value(of: frame)
      openDepth += 1
      if frames.isEmpty {
        outcome = .value(value, openDepth: isCut ? openDepth : 0, isCut: isCut)
      } else {
        attach(value)
      }
    }
  }

  // MARK: - Values

  /// Adds a value to the innermost array or object.
  mutating func attach(_ value: JSONValue) {
    values += 1
    guard values <= limits.values else {
      outcome = .tooMany
      return
    }
    let top = frames.count - 1
    frames[top].state = .afterValue
    if frames[top].isObject {
      guard let key = frames[top].key.take() else { return }
      frames[top].members.append(JSONValue.Member(key, value))
    } else {
      frames[top].elements.append(value)
    }
  }

  private mutating func comma() {
    fillMissingValue()
    frames[frames.count - 1].state = .afterComma
    position += 1
  }

  /// Adds null for a key with a colon but no value.
  private mutating func fillMissingValue() {
    if frames[frames.count - 1].key != nil { attach(.null) }
  }
}
