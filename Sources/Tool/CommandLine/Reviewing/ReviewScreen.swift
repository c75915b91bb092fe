import ActionItems
import Extraction
import System

/// The screen of a review: lays out a `ReviewState` as lines for a terminal's size. `ReviewTerminal` draws them.
struct ReviewScreen {
  /// A line of the screen.
  struct Line: Equatable {
    var text: String
    var style = Style.plain

    enum Style { case plain, bold, faint }
  }

  private(set) var lines: [Line] = []
  /// The prompt and the typed text below the lines; nil without input.
  private(set) var input: String?

  let width: Int
  let clock: ItemClock

  /// Lays out a review. If there is little space, the messages around the item are dropped first.
  init(_ state: ReviewState, clock: ItemClock, width: Int, height: Int) {
    self.width = max(10, width)
    self.clock = clock
    input = Self.prompt(state.mode).map { prompt, typed in
      // The end of a long line is shown, because the cursor is there.
      var shown = SafeText.line(typed) + (typed.last == " " ? " " : "")
      while SafeText.columns(of: prompt + shown) > self.width - 1, !shown.isEmpty {
        shown.removeFirst()
      }
      return SafeText.cut(prompt, to: self.width - 1) + shown
    }
    let rows = max(1, height - (input == nil ? 0 : 1))
    let head = [heading(state), Line(text: "")]
    var foot = self.foot(state)
    // The item must stay visible, so the key help is shortened.
    if foot.count > rows / 2 {
      let keys = state.mode == .choosing ? [Line(text: "? help", style: .faint)] : foot.suffix(1)
      // The error message is still shown.
      let message = state.message.isEmpty ? [] : foot.dropFirst().prefix(1)
      foot = rows < 3 ? [] : message + (rows < 4 && !message.isEmpty ? [] : keys)
    }
    switch state.mode {
    case .help: lines = Array((head + help(areDone: state.areDone)).prefix(rows))
    case .over:
      lines = Array(
        (head + [Line(text: "All items are reviewed.", style: .bold)] + foot).suffix(rows))
    case .choosing, .reason, .field, .typing:
      let room = rows - foot.count
      lines = head + (state.known.map { body($0, rows: room - head.count) } ?? [])
      while lines.count > room, let blank = lines.lastIndex(where: \.text.isEmpty) {
        lines.remove(at: blank)
      }
      lines = lines.prefix(room) + foot
    }
  }

  private func heading(_ state: ReviewState) -> Line {
    let place = "\(min(state.place + 1, state.ids.count)) of \(state.ids.count)"
    let counts = state.counts.joined(separator: ", ")
    return Line(
      text: SafeText.cut(counts.isEmpty ? place : "\(place)   \(counts)", to: width), style: .bold)
  }

  private func foot(_ state: ReviewState) -> [Line] {
    var foot = [Line(text: "")]
    if !state.message.isEmpty {
      foot += SafeText.wrapped(SafeText.line(state.message), to: width, most: 3)
        .map { Line(text: $0) }
    }
    guard let keys = Self.keys(state.mode, areDone: state.areDone) else { return foot }
    // A key and its description stay on one line.
    var line = ""
    for key in keys.map({ SafeText.cut($0, to: width) }) {
      let longer = line.isEmpty ? key : line + "  " + key
      if SafeText.columns(of: longer) > width, !line.isEmpty {
        foot.append(Line(text: line, style: .faint))
        line = key
      } else {
        line = longer
      }
    }
    foot.append(Line(text: line, style: .faint))
    return foot
  }

  private static func keys(_ mode: ReviewState.Mode, areDone: Bool) -> [String]? {
    switch mode {
    case .choosing:
      [
        areDone ? "k confirm" : "k keep", areDone ? "o open again" : "d done", "e edit", "r remove",
        "n not a task", "s skip", "u undo", "q quit",
        "? help",
      ]
    case .field: ["t task", "a assignee", "d deadline", "Esc back"]
    case .reason, .typing: ["Enter accept", "Esc back"]
    case .over: ["u undo", "q quit"]
    case .help: nil
    }
  }

  private static func prompt(_ mode: ReviewState.Mode) -> (prompt: String, typed: String)? {
    switch mode {
    case .reason(let line): ("remove because (may be empty): ", line.text)
    case .typing(.task, let line): ("task: ", line.text)
    case .typing(.assignee, let line): ("assignee (empty: none): ", line.text)
    case .typing(.deadline, let line): ("deadline (empty: none): ", line.text)
    case .choosing, .field, .help, .over: nil
    }
  }

  private func help(areDone: Bool) -> [Line] {
    [
      areDone
        ? "k  confirm: it is done" : "k  keep: it is an item; later runs do not withdraw it",
      areDone ? "o  open it again" : "d  done",
      "e  edit the task, the assignee or the deadline",
      "r  remove, with a reason if you like",
      "n  not a task: remove it as a wrong finding",
      "s  skip it for now",
      "u  undo the last decision and return to it",
      "q  quit; decisions are kept, and the next review continues from here",
      "", "Press any key to return.",
    ].flatMap { line in
      line.isEmpty ? [Line(text: "")] : SafeText.wrapped(line, to: width).map { Line(text: $0) }
    }
  }
}
