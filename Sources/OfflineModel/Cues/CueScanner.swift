import ActionItemModel
import TextSearch
import Windowing

/// Says of a text, in one pass over its bytes, whether a cue stands in it.
///
/// An Aho-Corasick automaton over classes of bytes: letters without their case, white space, and marks
/// at which a clause may begin. What it finds is a superset of what the phrases find among the words: a
/// message without a hit needs no splitting into words. Names are no phrases: `NamedBeginning` looks for them.
package struct CueScanner: Sendable {
  /// What stands in a text.
  package struct Signs: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A phrase by which work is taken on or asked for.
    package static let cue = Signs(rawValue: 1)
    /// A phrase that answers a request or a promise, or may.
    static let answer = Signs(rawValue: 2)
    /// A word that tells that something is done.
    static let report = Signs(rawValue: 4)
    /// "to", "need", "can": what may stand behind the name of who is to do something.
    static let duty = Signs(rawValue: 8)
  }

  /// What begins a terminal's control sequence: words behind it begin a clause, but do not look so.
  static let escape: UInt8 = 0x1B
  /// What stands before an item of a task list that is not ticked.
  static let openBox = Array("[ ]".utf8)

  private static let other = 0
  private static let space = 1
  private static let mark = 2
  /// The bits of an entry that are the next row's place in the table; the others are signs.
  fileprivate static let placeMask: UInt32 = 0xFF_FFFF
  private static let signShift: UInt32 = 24

  /// The class of each byte.
  private let classes: [UInt8]
  /// By state and class: where the row of the next state begins, and the signs that are seen on the way there.
  private let table: [UInt32]
  private let start: UInt32
  /// What tells whether somebody is named before a duty; nil where nobody is looked for.
  private let beginning: NamedBeginning?

  /// Compiles phrases; those that `atClause` holds count at the beginning of a clause only.
  package init(_ phrases: [(text: String, signs: Signs, atClause: Bool)]) {
    self.init(phrases, beginning: nil)
  }

  init(_ phrases: [(text: String, signs: Signs, atClause: Bool)], beginning: NamedBeginning?) {
    self.beginning = beginning
    var builder = Builder()
    for phrase in phrases { builder.add(phrase.text, phrase.signs, atClause: phrase.atClause) }
    classes = builder.classes.map { UInt8($0) }
    table = builder.compiled()
    start = UInt32(Builder.markState * builder.classCount)
  }

  /// What stands in each line of a window.
  func signs(in window: Window) -> [Signs] {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    ends.reserveCapacity(window.lines.count)
    // Read where they stand: every message comes by here.
    window.lines.withUnsafeBufferPointer { lines in
      bytes.reserveCapacity(
        lines.indices.reduce(0) { $0 + lines[$1].message.withText { $0.count } + 1 })
      for index in lines.indices {
        lines[index].message.withText { bytes.append(contentsOf: $0) }
        // The end of a text is one of a clause.
        bytes.append(0x0A)
        ends.append(bytes.count)
      }
    }
    return bytes.withUnsafeBufferPointer { signs(in: $0, ends) }
  }

  /// What stands in each of some texts that stand one behind the other, up to where each ends; the last byte
  /// of each is a line feed, or else a phrase at its end goes unseen.
  ///
  /// Four texts are read at a time: a step waits for the one before it in the same text only.
  package func signs(in bytes: UnsafeBufferPointer<UInt8>, _ ends: [Int]) -> [Signs] {
    var found = [UInt32](repeating: 0, count: ends.count)
    classes.withUnsafeBufferPointer { classes in
      table.withUnsafeBufferPointer { table in
        guard let bytes = bytes.baseAddress, let classes = classes.baseAddress,
          let table = table.baseAddress
        else { return }
        let machine = Machine(bytes: bytes, classes: classes, table: table, start: start)
        machine.read(ends, into: &found)
      }
    }
    var signs = found.map { Signs(rawValue: UInt8($0 >> Self.signShift)) }
    for place in bytes.places(of: Self.openBox) + bytes.places(of: [Self.escape]) {
      if let text = ends.firstIndex(where: { $0 > place.lowerBound }) { signs[text].insert(.cue) }
    }
    guard let beginning else { return signs }
    for place in bytes.places(of: "@".utf8) {
      guard let text = ends.firstIndex(where: { $0 > place.lowerBound }) else { continue }
      if beginning.leadsToVerb(bytes[place.lowerBound..<ends[text]]) { signs[text].insert(.cue) }
    }
    for text in ends.indices where signs[text].isDisjoint(with: .cue) {
      guard signs[text].contains(.duty) else { continue }
      let start = text == 0 ? 0 : ends[text - 1]
      if beginning.stands(in: bytes[start..<ends[text]]) { signs[text].insert(.cue) }
    }
    return signs
  }

  /// Runs the automaton over texts that stand one behind the other.
  private struct Machine {
    let bytes: UnsafePointer<UInt8>
    let classes: UnsafePointer<UInt8>
    let table: UnsafePointer<UInt32>
    let start: UInt32

    /// One of the texts that are read side by side.
    private struct Lane {
      var place = 0
      var rest = 0
      var text = 0
      var last = 0
      var state: UInt32 = 0
      var seen: UInt32 = 0
    }

    /// Moves a lane to its next text; false where there is none.
    private func next(_ lane: inout Lane, _ ends: [Int], _ found: inout [UInt32]) -> Bool {
      found[lane.text] = lane.seen
      lane.text += 1
      return begin(&lane, ends)
    }

    private func begin(_ lane: inout Lane, _ ends: [Int]) -> Bool {
      guard lane.text < lane.last else { return false }
      lane.place = lane.text == 0 ? 0 : ends[lane.text - 1]
      lane.rest = ends[lane.text] - lane.place
      lane.state = start
      lane.seen = 0
      return true
    }

    func read(_ ends: [Int], into found: inout [UInt32]) {
      // Each lane has a quarter of the bytes.
      var lanes = (Lane(), Lane(), Lane(), Lane())
      let quarter = (ends.last ?? 0) / 4
      func boundary(_ number: Int) -> Int {
        number == 4 ? ends.count : ends.firstIndex { $0 > quarter * number } ?? ends.count
      }
      let bounds = (0...4).map { $0 == 0 ? 0 : boundary($0) }
      (lanes.0.text, lanes.0.last) = (bounds[0], bounds[1])
      (lanes.1.text, lanes.1.last) = (bounds[1], bounds[2])
      (lanes.2.text, lanes.2.last) = (bounds[2], bounds[3])
      (lanes.3.text, lanes.3.last) = (bounds[3], bounds[4])
      let begun = [
        begin(&lanes.0, ends), begin(&lanes.1, ends), begin(&lanes.2, ends), begin(&lanes.3, ends),
      ]
      var isFull = !begun.contains(false)
      while isFull {
        let count = min(min(lanes.0.rest, lanes.1.rest), min(lanes.2.rest, lanes.3.rest))
        stepAll(&lanes, count)
        isFull = advance(&lanes.0, count, ends, &found) && isFull
        isFull = advance(&lanes.1, count, ends, &found) && isFull
        isFull = advance(&lanes.2, count, ends, &found) && isFull
        isFull = advance(&lanes.3, count, ends, &found) && isFull
      }
      finish(&lanes.0, ends, &found)
      finish(&lanes.1, ends, &found)
      finish(&lanes.2, ends, &found)
      finish(&lanes.3, ends, &found)
    }

    /// Steps in all lanes, in variables that stay in registers.
    @inline(__always)
    private func stepAll(_ lanes: inout (Lane, Lane, Lane, Lane), _ count: Int) {
      let (a, b) = (bytes + lanes.0.place, bytes + lanes.1.place)
      let (c, d) = (bytes + lanes.2.place, bytes + lanes.3.place)
      var (stateA, stateB) = (lanes.0.state, lanes.1.state)
      var (stateC, stateD) = (lanes.2.state, lanes.3.state)
      var (seenA, seenB) = (lanes.0.seen, lanes.1.seen)
      var (seenC, seenD) = (lanes.2.seen, lanes.3.seen)
      for offset in 0..<count {
        stateA = entry(stateA, a[offset])
        stateB = entry(stateB, b[offset])
        stateC = entry(stateC, c[offset])
        stateD = entry(stateD, d[offset])
        seenA |= stateA
        seenB |= stateB
        seenC |= stateC
        seenD |= stateD
      }
      (lanes.0.state, lanes.1.state) = (stateA, stateB)
      (lanes.2.state, lanes.3.state) = (stateC, stateD)
      (lanes.0.seen, lanes.1.seen) = (seenA, seenB)
      (lanes.2.seen, lanes.3.seen) = (seenC, seenD)
    }

    @inline(__always)
    private func entry(_ state: UInt32, _ byte: UInt8) -> UInt32 {
      table[Int(state & CueScanner.placeMask) &+ Int(classes[Int(byte)])]
    }

    @inline(__always)
    private func advance(
      _ lane: inout Lane, _ count: Int, _ ends: [Int], _ found: inout [UInt32]
    ) -> Bool {
      lane.place &+= count
      lane.rest &-= count
      return lane.rest > 0 || next(&lane, ends, &found)
    }

    /// Reads the rest of a lane alone.
    private func finish(_ lane: inout Lane, _ ends: [Int], _ found: inout [UInt32]) {
      while lane.text < lane.last {
        for offset in 0..<lane.rest {
          lane.state = entry(lane.state, bytes[lane.place + offset])
          lane.seen |= lane.state
        }
        _ = next(&lane, ends, &found)
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
    /// The signs of the phrases that are whole in a state, if the word ends there.
    private var signs: [UInt8] = [0, 0, 0]
    /// The class by which a state was reached.
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
      if text.contains("'") { variants.append(Array(text.replacing(every: "'", with: "’").utf8)) }
      for bytes in variants {
        for byte in bytes where byte >= 0x80 { own(byte) }
        var state = atClause ? Self.markState : Self.spaceState
        // Before a word these are marks like any other, behind which it begins.
        for byte in bytes where byte != UInt8(ascii: "#") && byte != UInt8(ascii: "+") {
          state = child(of: state, classes[Int(byte)])
        }
        signs[state] |= sign.rawValue
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
    mutating func compiled() -> [UInt32] {
      // Each entry is where a state's row begins. There are many: this is done when a process begins.
      var table = [UInt32](repeating: 0, count: children.count * classCount)
      precondition(table.count <= Int(CueScanner.placeMask), "more phrases than places")
      var fallback = [Int](repeating: 0, count: children.count)
      fallback[Self.markState] = Self.spaceState
      table[CueScanner.space] = UInt32(Self.spaceState * classCount)
      table[CueScanner.mark] = UInt32(Self.markState * classCount)
      var queue = [Self.spaceState, Self.markState]
      var next = 0
      while next < queue.count {
        let state = queue[next]
        next += 1
        signs[state] |= signs[fallback[state]]
        let row = state * classCount
        let detours = fallback[state] * classCount
        table.withUnsafeMutableBufferPointer { table in
          guard let base = table.baseAddress else { return }
          (base + row).update(from: base + detours, count: classCount)
        }
        // Runs of white space are one space.
        if last[state] == CueScanner.space || last[state] == CueScanner.mark {
          table[row + CueScanner.space] = UInt32(row)
        }
        for (symbol, child) in children[state] {
          fallback[child] = Int(table[detours + symbol]) / classCount
          queue.append(child)
          table[row + symbol] = UInt32(child * classCount)
        }
      }
      // What is whole in a state is seen where the word ends.
      for state in children.indices {
        let seen = UInt32(signs[state]) << CueScanner.signShift
        table[state * classCount + CueScanner.space] |= seen
        table[state * classCount + CueScanner.mark] |= seen
      }
      return table
    }
  }
}
