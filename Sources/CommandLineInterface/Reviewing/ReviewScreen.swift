import ActionItemModel
import CivilTime
import Extraction

/// What there is to see of a review, in the columns and rows of a terminal.
struct ReviewScreen {
  struct Line: Equatable {
    var text: String
    var style = Style.plain

    enum Style { case plain, head, task, faint }
  }

  /// None is wider than the terminal.
  private(set) var lines: [Line] = []
  /// What is typed, behind its prompt, below the lines; nil where nothing is.
  private(set) var input: String?

  private let width: Int
  private let clock: ItemClock

  /// Lays out what a review shows. Where there is little room, messages around the item go first.
  init(_ state: ReviewState, clock: ItemClock, width: Int, height: Int) {
    self.width = max(10, width)
    self.clock = clock
    input = Self.prompt(state.mode).map { prompt, typed in
      // Of a long line the end is seen: that is where somebody types.
      var shown = SafeText.line(typed) + (typed.last == " " ? " " : "")
      while SafeText.columns(of: prompt + shown) > self.width - 1, !shown.isEmpty {
        shown.removeFirst()
      }
      return SafeText.cut(prompt, to: self.width - 1) + shown
    }
    let rows = max(1, height - (input == nil ? 0 : 1))
    let head = [heading(state), Line(text: "")]
    let foot = self.foot(state)
    switch state.mode {
    case .help: lines = Array((head + help).prefix(rows))
    case .over:
      lines = Array(
        (head + [Line(text: "All items are reviewed.", style: .task)] + foot).suffix(rows))
    case .choosing, .reason, .field, .typing:
      lines =
        head + (state.known.map { body($0, rows: rows - head.count - foot.count) } ?? []) + foot
      while lines.count > rows {
        lines.remove(at: lines.firstIndex { $0.text.isEmpty } ?? 0)
      }
    }
  }

  // MARK: - Parts

  private func heading(_ state: ReviewState) -> Line {
    let place = "\(min(state.place + 1, state.ids.count)) of \(state.ids.count)"
    let counts = state.counts.joined(separator: ", ")
    return Line(
      text: SafeText.cut(counts.isEmpty ? place : "\(place)   \(counts)", to: width), style: .head)
  }

  private func foot(_ state: ReviewState) -> [Line] {
    var foot = [Line(text: "")]
    if !state.message.isEmpty {
      foot += SafeText.wrapped(SafeText.line(state.message), to: width, most: 3)
        .map { Line(text: $0) }
    }
    guard let keys = Self.keys(state.mode) else { return foot }
    // The words of a key stay together.
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

  private static func keys(_ mode: ReviewState.Mode) -> [String]? {
    switch mode {
    case .choosing:
      [
        "k keep", "d done", "e edit", "r remove", "n not a task", "s skip", "u undo", "q quit",
        "? help",
      ]
    case .field: ["t task", "a assignee", "d deadline", "Esc back"]
    case .reason, .typing: ["Enter takes it", "Esc goes back"]
    case .over: ["u undo", "q quit"]
    case .help: nil
    }
  }

  private static func prompt(_ mode: ReviewState.Mode) -> (prompt: String, typed: String)? {
    switch mode {
    case .reason(let line): ("remove because (may be empty): ", line.text)
    case .typing(.task, let line): ("task: ", line.text)
    case .typing(.assignee, let line): ("assignee (empty: nobody): ", line.text)
    case .typing(.deadline, let line): ("deadline (empty: none): ", line.text)
    case .choosing, .field, .help, .over: nil
    }
  }

  private var help: [Line] {
    [
      "k  keep: it is an item, and stays whatever a later run finds",
      "d  done",
      "e  edit the task, who is to do it, or when it is due",
      "r  remove, with a reason if you like",
      "n  not a task: remove it, because there was nothing to do",
      "s  skip it for now",
      "u  undo what you did last, and go back to it",
      "q  quit; what you did is kept, and the next review goes on from there",
      "", "Any key goes back.",
    ].flatMap { line in
      line.isEmpty ? [Line(text: "")] : SafeText.wrapped(line, to: width).map { Line(text: $0) }
    }
  }

  // MARK: - The item

  private func body(_ known: KnownItem, rows: Int) -> [Line] {
    let task = SafeText.wrapped(SafeText.line(known.item.task), to: width, most: 3)
      .map { Line(text: $0, style: .task) }
    let fields = self.fields(known.item)
    var (before, after) = around(known)
    let quote = self.quote(known)
    // A blank line stands before what was said.
    var room = rows - task.count - fields.count - quote.count - 1
    room = max(0, room)
    while before.count + after.count > room {
      // What is said next to the item tells most.
      if before.count >= after.count { before.removeFirst() } else { after.removeLast() }
    }
    return task + fields + [Line(text: "")] + before + quote + after
  }

  private func fields(_ item: ActionItem) -> [Line] {
    let due = item.deadline.map { deadline in
      let (text, words) = (deadline.description, clock.due(item))
      return words == text ? text : "\(text) (\(words))"
    }
    let place = [item.conversationTitle ?? item.conversationId, item.source.platform]
    let fields: [(String, String?)] = [
      ("who", item.assignee ?? "nobody in particular"), ("due", due ?? "-"),
      ("priority", item.priority == .medium ? nil : item.priority.rawValue),
      ("in", "\(place[0]) (\(place[1]))"), ("link", item.source.link),
    ]
    return fields.compactMap { label, value in
      value.map {
        Line(
          text: SafeText.cut(
            "  " + HelpText.padded(label, 10) + SafeText.line($0), to: width))
      }
    }
  }

  /// The words that prove it, and whose they are.
  private func quote(_ known: KnownItem) -> [Line] {
    let item = known.item
    let head = self.head(item.source.timestamp, item.source.sender, known)
    let others = item.evidence.dropFirst().prefix(2).compactMap(\.quote)
    return ([head + (item.quote.map { "\"\($0)\"" } ?? "-")] + others.map { "later: \"\($0)\"" })
      .flatMap { text in
        SafeText.wrapped(SafeText.line(text), to: width - 2, most: 4).enumerated().map {
          Line(text: ($0 == 0 ? "> " : "  ") + $1)
        }
      }
  }

  /// The messages around it that the store keeps, before and after.
  private func around(_ known: KnownItem) -> (before: [Line], after: [Line]) {
    var (before, after): ([Line], [Line]) = ([], [])
    for message in known.context where !isQuoted(message, known.item) {
      let text = SafeText.line(head(message.timestamp, message.sender, known) + message.text)
      let line = Line(text: "  " + SafeText.cut(text, to: width - 2), style: .faint)
      let isAfter =
        message.timestamp.flatMap { time in
          known.item.source.timestamp.map { time.microseconds > $0.microseconds }
        } ?? false
      if isAfter { after.append(line) } else { before.append(line) }
    }
    return (before, after)
  }

  /// Whether a message is the item's own, and no more than its quote.
  private func isQuoted(_ message: Finding.ContextLine, _ item: ActionItem) -> Bool {
    message.timestamp == item.source.timestamp && message.sender == item.source.sender
      && item.quote.map(SafeText.line) == SafeText.line(message.text)
  }

  /// `10:02 Anna: `; with the day where that is another one than that of the item's message, or the item's own.
  private func head(_ time: Timestamp?, _ sender: String?, _ known: KnownItem) -> String {
    var words: [String] = []
    if let civil = time?.civil {
      let own = known.item.source.timestamp?.civil
      if own?.date != civil.date || own == civil { words.append("\(civil.date)") }
      words.append(String(civil.time.description.prefix(5)))
    }
    if let sender { words.append(sender) }
    return words.isEmpty ? "" : words.joined(separator: " ") + ": "
  }
}
