/// Reads one array or object that may be damaged, and mends it.
///
/// A text that is JSON is read as what it is. Of one that is not, every rule takes the reading that a
/// person would: what closes a string or an object is decided by what follows, a few bytes ahead. A
/// stack stands for recursion, so that depth costs no stack of the thread, and every step goes
/// forward: the time is linear in the text.
struct LenientParser {
  let bytes: [UInt8]
  let end: Int
  let limits: LenientReader.Limits
  var position: Int
  var frames: [Frame] = []
  /// How many frames each closing bracket could close.
  private var closable = Closable()
  private var values = 0
  /// Where a tag that ends thinking stands in a string that was read with doubts.
  var swallowedThought: Int?
  private(set) var outcome: Outcome?

  /// An array or object that is open.
  struct Frame {
    var isObject: Bool
    /// Whether `)` closes it.
    var isTuple = false
    /// Whether `}` closes it although it is a list.
    var isBraced = false
    var elements: [JSONValue] = []
    var members: [JSONValue.Member] = []
    /// A key that waits for its value.
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

  /// How reading ended.
  enum Outcome {
    /// With a value; `openDepth` arrays and objects, from the outermost inwards, each the last thing
    /// in the one before, were open when the text ended.
    case value(JSONValue, openDepth: Int, isCut: Bool)
    /// At the limit of depth or of values.
    case tooDeep, tooMany
  }

  /// Reads what begins at `start`, where a bracket stands.
  init(_ bytes: [UInt8], at start: Int, limits: LenientReader.Limits) {
    self.bytes = bytes
    self.limits = limits
    end = bytes.count
    position = start
    open(bytes[start])
    // What a swallowed thought makes of the rest is not looked at.
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

  /// Whether the innermost array or object could end here.
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

  /// Turns `{1, 2}` into the list that was meant.
  mutating func turnIntoList() {
    closable.count(frames[frames.count - 1], -1)
    frames[frames.count - 1].isObject = false
    frames[frames.count - 1].isBraced = true
    closable.count(frames[frames.count - 1], 1)
  }

  private mutating func close(_ bracket: UInt8) {
    // A bracket of one further out closes those within, too; one that closes nothing is passed over.
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

  /// Closes the innermost array or object; `position` is behind its bracket.
  private mutating func closeTop() {
    let top = frames[frames.count - 1]
    // {"a": 1}, "b": 2} closed too early, where no other object can be meant.
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
    // ("x") is the string, ("x",) is the list.
    let isOne = frame.isTuple && frame.elements.count == 1 && frame.state == .afterValue
    return isOne ? frame.elements[0] : .array(frame.elements)
  }

  /// Ends everything that is open: at the end of the text or of its fence, or where prose follows in place of brackets.
  ///
  /// An object in a list is an item: in a text that was cut, one that is not closed is left out.
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

  /// A key with a colon and nothing behind it is null.
  private mutating func fillMissingValue() {
    if frames[frames.count - 1].key != nil { attach(.null) }
  }
}
