import ActionItems
import CivilTime
import Extraction
import ItemRecords
import Testing

@testable import CommandLine

/// The steps of a review and its typed line, without a terminal and a store.
@Suite struct ReviewStateTests {
  /// A review of items with one-letter names that records its changes to the store.
  struct Review {
    var state: ReviewState
    /// Changes such as `done a` or `undo 3`.
    private(set) var done: [String] = []
    private var step: ReviewState.Step
    /// Items that others have removed.
    var gone: Set<String> = []
    /// Whether the store refuses every change.
    var refuses = false

    init(_ ids: String) {
      state = ReviewState(ids: ids.map(String.init))
      step = state.begin()
      settle()
    }

    var hasEnded: Bool { step == .quit }

    /// Types characters; `⏎`, `⎋` and `⌫` are keys.
    mutating func type(_ keys: String) {
      for character in keys where !hasEnded {
        let key: ReviewKey =
          switch character {
          case "⏎": .enter
          case "⎋": .escape
          case "⌫": .erase
          default: .character(character)
          }
        step = state.take(key)
        settle()
      }
    }

    private mutating func settle() {
      while true {
        switch step {
        case .load(let id):
          step = state.loaded(gone.contains(id) ? nil : ReviewedItem.of(id))
        case .judge(let id, let verdict):
          if refuses {
            step = state.refused("no room")
            continue
          }
          done.append("\(verdict.words) \(id)")
          step = state.judged(
            verdict, .init(known: ReviewedItem.of(id), change: done.count))
        case .takeBack(_, let change):
          done.append("undo \(change)")
          step = state.tookBack()
        case .wait, .quit: return
        }
      }
    }
  }

  /// The effect of keys on the store, and the screen after them.
  struct Case: CustomTestStringConvertible {
    let name: String
    let keys: String
    let done: [String]
    /// The item shown afterwards; nil for none.
    let shown: String?
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "nothing typed", keys: "", done: [], shown: "a"),
    Case(
      name: "each verdict", keys: "kdn", done: ["keep a", "done b", "not-a-task c"], shown: nil),
    Case(name: "capitals are the same keys", keys: "KD", done: ["keep a", "done b"], shown: "c"),
    Case(name: "skipping changes nothing", keys: "ss", done: [], shown: "c"),
    Case(
      name: "a removal with a reason", keys: "rnot ours⏎", done: ["remove(not ours) a"], shown: "b"),
    Case(name: "a removal without one", keys: "r⏎", done: ["remove() a"], shown: "b"),
    Case(name: "a reason of blanks is none", keys: "r  ⏎", done: ["remove() a"], shown: "b"),
    Case(name: "what is erased is not said", keys: "rab⌫⌫⌫c⏎", done: ["remove(c) a"], shown: "b"),
    Case(name: "a removal thought better of", keys: "rnot⎋", done: [], shown: "a"),
    Case(
      name: "an edit stays at the item", keys: "et!⏎", done: ["edit(Task a!,,) a"], shown: "a"),
    Case(
      name: "an edited item is kept", keys: "ea⌫⌫⌫⌫⏎k", done: ["edit(,-,) a", "keep a"], shown: "b"),
    Case(
      name: "a deadline in words", keys: "ed" + String(repeating: "⌫", count: 10) + "friday⏎",
      done: ["edit(,,friday) a"], shown: "a"),
    Case(name: "an edit thought better of", keys: "e⎋k", done: ["keep a"], shown: "b"),
    Case(name: "an empty task is none", keys: "et⌫⌫⌫⌫⌫⌫⏎", done: [], shown: "a"),
    Case(name: "undo goes back", keys: "kdu", done: ["keep a", "done b", "undo 2"], shown: "b"),
    Case(
      name: "undo goes back step by step", keys: "ksduuu",
      done: ["keep a", "done c", "undo 2", "undo 1"], shown: "a"),
    Case(
      name: "undo of an edit", keys: "et!⏎u", done: ["edit(Task a!,,) a", "undo 1"], shown: "a"),
    Case(name: "there is nothing to undo", keys: "u", done: [], shown: "a"),
    Case(
      name: "the last one can be undone", keys: "kkku",
      done: ["keep a", "keep b", "keep c", "undo 3"],
      shown: "c"),
    Case(name: "help is left by any key", keys: "?kk", done: ["keep a"], shown: "b"),
    Case(name: "no such key", keys: "x⏎⎋", done: [], shown: "a"),
  ]

  @Test(arguments: cases)
  func `keys do what they say`(_ each: Case) {
    var review = Review("abc")
    review.type(each.keys)
    #expect(review.done == each.done)
    #expect(review.state.known?.item.id == each.shown && !review.hasEnded)
  }

  @Test(arguments: [("q", ""), ("kkkq", ""), ("kkk⏎", ""), ("q", "kk")])
  func `a review ends when that is asked for`(keys: String, more: String) {
    var review = Review("abc")
    review.type(keys + more)
    #expect(review.hasEnded && review.done.count == keys.count(where: { $0 == "k" }))
  }

  @Test func `a change that the store refuses is reported and has no effect`() {
    var review = Review("abc")
    review.refuses = true
    review.type("k")
    #expect(review.state.message == "no room" && review.state.known?.item.id == "a")
    // Typed text can be corrected.
    review.type("rwrong")
    review.type("⏎")
    #expect(review.state.mode != .choosing)
    review.refuses = false
    review.type("⌫⏎")
    #expect(review.done == ["remove(wron) a"])
  }

  @Test func `what is pasted is text where somebody types, and nothing elsewhere`() {
    for (keys, isTyping) in [("", false), ("e", false), ("?", false), ("r", true), ("kkk", false)] {
      var review = Review("abc")
      review.type(keys)
      let before = review.state.mode
      for character in "kudq" { #expect(review.state.take(.pasted(character)) == .wait) }
      #expect(
        isTyping ? review.state.mode == .reason(TypedLine("kudq")) : review.state.mode == before)
    }
  }

  @Test func `items that are gone are passed over, and counts tell what was done`() {
    var review = Review("abcd")
    review.gone = ["b"]
    review.type("ks")
    #expect(review.state.known?.item.id == "d" && review.state.place == 3)
    #expect(review.state.counts == ["1 kept", "1 skipped"])
    review.type("n")
    #expect(review.state.mode == .over && review.state.counts.last == "1 not a task")
    var none = ReviewState(ids: [])
    #expect(none.begin() == .quit && none.counts.isEmpty)
    none = ReviewState(ids: ["a"])
    #expect(none.loaded(ReviewedItem.of("a", isDone: true)) == .wait && none.mode == .over)
  }

  @Test func `a line that is typed has no controls in it, and an end`() {
    var line = TypedLine("a\u{1B}[31m\nb")
    #expect(line.text == "a[31m b")
    line.take(.character("\u{202E}"))
    line.take(.eraseWord)
    #expect(line.text == "a[31m ")
    line.take(.eraseLine)
    for _ in 0..<5000 { line.take(.character("語")) }
    #expect(line.text.utf8.count <= 1002)
  }
}

extension ReviewVerdict {
  /// The verdict with its reason.
  fileprivate var words: String {
    switch self {
    case .remove(let reason): "remove(\(reason ?? ""))"
    case .edit(let words):
      "edit(\(words.task ?? ""),\(words.assignee ?? ""),\(words.deadline ?? ""))"
    case .keep, .done, .reopen, .notATask: labels.name
    }
  }
}
