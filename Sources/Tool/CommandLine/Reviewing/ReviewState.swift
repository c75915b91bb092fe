import ActionItems
import Extraction
import ItemRecords

/// The state of a review: it takes keys and results, and returns the next `Step`, which `ReviewSession` performs.
struct ReviewState: Sendable {
  /// A verdict that was applied, or a skipped item.
  private struct Decision {
    let place: Int
    /// The past form of the verdict.
    let past: String
    /// The change; nil if nothing changed.
    let change: Int?
  }

  let ids: [String]
  private(set) var place = 0
  /// The current item; nil before the first and after the last.
  private(set) var known: ItemRecord?
  private(set) var mode = Mode.choosing
  /// The message about the last step.
  private(set) var message = ""
  private var decisions: [Decision] = []

  /// Whether the review is of done items.
  let areDone: Bool

  init(ids: [String], areDone: Bool = false) { (self.ids, self.areDone) = (ids, areDone) }

  /// The number of items per verdict, including skipped ones, as in "12 kept".
  var counts: [String] {
    var words: [String] = []
    var numbers: [String: Int] = [:]
    for word in decisions.map(\.past) {
      if numbers[word] == nil { words.append(word) }
      numbers[word, default: 0] += 1
    }
    return words.map { "\(numbers[$0] ?? 0) \($0)" }
  }

  func begin() -> Step { ids.isEmpty ? .quit : .load(ids[0]) }

  /// Receives the loaded item; nil if it no longer exists. Items that are in another state by now are skipped.
  mutating func loaded(_ known: ItemRecord?) -> Step {
    guard let known, known.removal == nil, known.item.archivedAt == nil,
      known.item.isComplete == areDone
    else { return advance() }
    self.known = known
    mode = .choosing
    return .wait
  }

  mutating func judged(_ verdict: ReviewVerdict, _ outcome: ReviewJudge.Outcome) -> Step {
    decisions.append(Decision(place: place, past: verdict.labels.past, change: outcome.change))
    mode = .choosing
    if case .edit = verdict {
      known = outcome.known
      message = outcome.change == nil ? "nothing to change" : "changed; 'k' keeps it"
      return .wait
    }
    message = "\(verdict.labels.past): \(outcome.known.item.task)"
    return advance()
  }

  mutating func tookBack() -> Step {
    guard let last = decisions.popLast() else { return .wait }
    place = last.place
    message = "undone: \(last.past)"
    return .load(ids[place])
  }

  /// Receives an error. The step had no effect.
  mutating func refused(_ problem: String) -> Step {
    message = problem
    return .wait
  }

  private mutating func advance() -> Step {
    place += 1
    known = nil
    if place < ids.count { return .load(ids[place]) }
    place = ids.count
    mode = .over
    return .wait
  }

  mutating func take(_ key: ReviewKey) -> Step {
    message = ""
    switch mode {
    case .choosing: return choose(key)
    case .field: return chooseField(key)
    case .reason(let line):
      return type(key, line, again: Mode.reason, verdict: { .remove(because: $0) })
    case .typing(let field, let line):
      return type(
        key, line, again: { .typing(field, $0) },
        verdict: { words in
          // An empty task is ignored. An empty assignee or deadline means none.
          if field == .task, words == nil { return nil }
          return .edit(EditCommand.Words(field, words ?? "-"))
        })
    case .help:
      if case .pasted = key { return .wait }
      mode = .choosing
      return .wait
    case .over: return end(key)
    }
  }

  private mutating func choose(_ key: ReviewKey) -> Step {
    if key == .end { return .quit }
    guard case .character(let character) = key, let known else { return unknown(key) }
    switch character.lowercased() {
    case "k": return .judge(known.item.id, .keep)
    case "d" where !areDone: return .judge(known.item.id, .done)
    case "o" where areDone: return .judge(known.item.id, .reopen)
    case "n": return .judge(known.item.id, .notATask)
    case "r": mode = .reason(TypedLine())
    case "e": mode = .field
    case "s":
      decisions.append(Decision(place: place, past: "skipped", change: nil))
      return advance()
    case "u": return takeBack()
    case "q": return .quit
    case "?": mode = .help
    default: return unknown(key)
    }
    return .wait
  }

  private mutating func unknown(_ key: ReviewKey) -> Step {
    if case .character = key { message = "unknown key; ? lists the keys" }
    return .wait
  }

  private mutating func chooseField(_ key: ReviewKey) -> Step {
    guard let item = known?.item else { return .wait }
    guard case .character(let character) = key else {
      if key == .escape { mode = .choosing }
      return .wait
    }
    switch character.lowercased() {
    case "t": mode = .typing(.task, TypedLine(item.task))
    case "a": mode = .typing(.assignee, TypedLine(item.assignee ?? ""))
    case "d": mode = .typing(.deadline, TypedLine(item.deadline?.description ?? ""))
    case "q": mode = .choosing
    default: message = "press t, a or d; Esc goes back"
    }
    return .wait
  }

  private mutating func type(
    _ key: ReviewKey, _ line: TypedLine, again: (TypedLine) -> Mode,
    verdict: (String?) -> ReviewVerdict?
  ) -> Step {
    switch key {
    case .escape, .end: mode = .choosing
    case .enter:
      guard let known else { return .wait }
      guard let verdict = verdict(line.words) else {
        message = "a task cannot be blank; Esc goes back"
        return .wait
      }
      return .judge(known.item.id, verdict)
    default:
      var line = line
      line.take(key)
      mode = again(line)
    }
    return .wait
  }

  private mutating func end(_ key: ReviewKey) -> Step {
    switch key {
    case .enter, .end, .character("q"), .character("Q"): return .quit
    case .character("u"), .character("U"): return takeBack()
    default: return unknown(key)
    }
  }

  private mutating func takeBack() -> Step {
    guard let last = decisions.last else {
      message = "nothing to undo in this review; 'actionitems undo' undoes earlier changes"
      return .wait
    }
    guard let change = last.change else { return tookBack() }
    return .takeBack(ids[last.place], change: change)
  }
}

extension EditCommand.Words {
  fileprivate init(_ field: ReviewState.Field, _ words: String) {
    self.init()
    switch field {
    case .task: task = words
    case .assignee: assignee = words
    case .deadline: deadline = words
    }
  }
}

extension ReviewState {
  /// The step that `ReviewSession` performs next.
  enum Step: Equatable {
    /// Load the item with this id, then call `loaded`.
    case load(String)
    /// Store a verdict, then call `judged` or `refused`.
    case judge(String, ReviewVerdict)
    /// Undo a change, then call `tookBack` or `refused`.
    case takeBack(String, change: Int)
    /// Show the screen and wait for a key.
    case wait
    case quit
  }

  /// The mode of input. It sets the meaning of the next key.
  enum Mode: Hashable {
    case choosing
    case reason(TypedLine)
    case field
    case typing(Field, TypedLine)
    case help
    /// No items are left.
    case over
  }

  /// A field that can be edited.
  enum Field: String, CaseIterable { case task, assignee, deadline }
}
