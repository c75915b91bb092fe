/// Says of a text, in one pass over its bytes, whether a cue stands in it.
///
/// An Aho-Corasick automaton over classes of bytes: letters without their case, white space, and marks
/// at which a clause may begin. What it finds is a superset of what the phrases find among the words: a
/// message without a hit needs no splitting into words.
struct CueScanner: Sendable {
  /// What stands in a text.
  struct Signs: OptionSet, Sendable {
    let rawValue: UInt16
    /// A phrase by which work is taken on or asked for.
    static let cue = Signs(rawValue: 0x2000)
    /// A word of those who seek help.
    static let support = Signs(rawValue: 0x4000)
    /// A word of those who work together.
    static let team = Signs(rawValue: 0x8000)
  }

  private static let other = 0
  private static let space = 1
  private static let mark = 2
  private static let stateBits: UInt16 = 0x1FFF

  /// The class of each byte.
  private let classes: [UInt8]
  /// The next state by state and class, with the signs of that state in its upper bits.
  private let table: [UInt16]
  private let width: Int
  private let start: UInt16

  /// Compiles phrases; those that `atClause` holds count at the beginning of a clause only.
  init(_ phrases: [(text: String, signs: Signs, atClause: Bool)]) {
    var builder = Builder()
    for phrase in phrases { builder.add(phrase.text, phrase.signs, atClause: phrase.atClause) }
    classes = builder.classes.map { UInt8($0) }
    width = builder.classCount
    table = builder.compiled()
    start = UInt16(Builder.markState)
  }

  /// What stands in a text.
  func signs(in text: String) -> Signs {
    var text = text
    return text.withUTF8 { signs(in: $0) }
  }

  /// What stands in a text of UTF-8.
  func signs(in bytes: UnsafeBufferPointer<UInt8>) -> Signs {
    classes.withUnsafeBufferPointer { classes in
      table.withUnsafeBufferPointer { table in
        var state = start
        var seen: UInt16 = 0
        for byte in bytes {
          let index = Int(state & Self.stateBits) &* width &+ Int(classes[Int(byte)])
          state = table[index]
          seen |= state
        }
        seen |= table[Int(state & Self.stateBits) &* width &+ Self.mark]
        return Signs(rawValue: seen & ~Self.stateBits)
      }
    }
  }

  // MARK: - Compiling

  private struct Builder {
    static let spaceState = 1
    static let markState = 2

    var classes: [Int]
    var classCount = 3 + 26
    /// The children of each state by class: the tree of all phrases.
    private var children: [[Int: Int]] = [[:], [:], [:]]
    private var signs: [UInt16] = [0, 0, 0]
    /// The class by which a state was reached last.
    private var last = [CueScanner.other, CueScanner.space, CueScanner.mark]

    init() {
      classes = [Int](repeating: CueScanner.space, count: 256)
      for letter in 0..<26 {
        classes[0x41 + letter] = 3 + letter
        classes[0x61 + letter] = 3 + letter
      }
      for digit in 0x30...0x39 { classes[digit] = CueScanner.other }
      for byte in 0x80...0xFF { classes[byte] = CueScanner.other }
      for mark in "\n\r.!?;:,()[]-*=>/".utf8 { classes[Int(mark)] = CueScanner.mark }
      // White space, then quotation marks and the like, do not begin a clause.
      own(UInt8(ascii: "'"))
    }

    /// Gives a byte a class of its own.
    private mutating func own(_ byte: UInt8) {
      guard classes[Int(byte)] < 3, byte != 0x20 else { return }
      classes[Int(byte)] = classCount
      // Capital letters of Latin-1 end in bytes 32 below those of the small ones.
      if byte >= 0xA0, byte < 0xBF { classes[Int(byte) - 0x20] = classCount }
      classCount += 1
    }

    mutating func add(_ text: String, _ sign: Signs, atClause: Bool) {
      var variants = [Array(text.utf8)]
      if text.contains("'") { variants.append(Array(text.replacing("'", with: "’").utf8)) }
      for bytes in variants {
        for byte in bytes where byte >= 0x80 { own(byte) }
        var state = atClause ? Self.markState : Self.spaceState
        for byte in bytes where byte != UInt8(ascii: "#") {
          state = child(of: state, classes[Int(byte)])
        }
        for end in [CueScanner.space, CueScanner.mark] {
          signs[child(of: state, end)] |= sign.rawValue
        }
      }
    }

    private mutating func child(of state: Int, _ symbol: Int) -> Int {
      if let known = children[state][symbol] { return known }
      children.append([:])
      signs.append(0)
      last.append(symbol)
      children[state][symbol] = children.count - 1
      return children.count - 1
    }

    /// The automaton: breadth first, a state without a child takes the way of the longest phrase
    /// beginning that its own ending is.
    mutating func compiled() -> [UInt16] {
      var table = [Int](repeating: 0, count: children.count * classCount)
      var fallback = [Int](repeating: 0, count: children.count)
      fallback[Self.markState] = Self.spaceState
      for symbol in 0..<classCount {
        table[symbol] =
          symbol == CueScanner.space
          ? Self.spaceState : symbol == CueScanner.mark ? Self.markState : 0
      }
      var queue = [Self.spaceState, Self.markState]
      var next = 0
      while next < queue.count {
        let state = queue[next]
        next += 1
        signs[state] |= signs[fallback[state]]
        for symbol in 0..<classCount {
          let detour = table[fallback[state] * classCount + symbol]
          if let child = children[state][symbol] {
            fallback[child] = detour
            queue.append(child)
            table[state * classCount + symbol] = child
          } else if symbol == CueScanner.space,
            last[state] == symbol || last[state] == CueScanner.mark
          {
            // Runs of white space are one space.
            table[state * classCount + symbol] = state
          } else {
            table[state * classCount + symbol] = detour
          }
        }
      }
      precondition(children.count <= Int(CueScanner.stateBits), "more phrases than states")
      return table.map { UInt16($0) | signs[$0] }
    }
  }
}
