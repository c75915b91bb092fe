import ActionItems
import CivilTime
import DueDates
import Windowing

/// Writes the claims of a window: one for each message that states a task or changes it.
struct ClaimWriter {
  private let talk: Talk
  private var reader: TalkReader
  private let writer: TaskWriter

  /// Maximum bytes of a quote.
  private static let longestQuote = 300

  init(_ talk: Talk, _ reader: TalkReader, _ deadlines: DueDateReader) {
    (self.talk, self.reader) = (talk, reader)
    writer = TaskWriter(names: talk.names.people.map(\.name), deadlines)
  }

  /// Returns the claims of the window's new lines, in order.
  mutating func claims(of tasks: [FoundTask]) -> [Window.Claim] {
    var claims: [Window.Claim] = []
    for task in tasks where task.units.contains(where: talk.isNew) {
      claims += Self.folded(self.claims(of: task))
    }
    return claims.enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }.map(\.element)
  }

  /// Merges the claims of each message into one. Later statements take precedence.
  private static func folded(_ claims: [Window.Claim]) -> [Window.Claim] {
    var folded: [Window.Claim] = []
    for claim in claims {
      guard let place = folded.firstIndex(where: { $0.line == claim.line }) else {
        folded.append(claim)
        continue
      }
      if claim.assignee != nil || claim.isReleased {
        (folded[place].assignee, folded[place].isReleased) = (claim.assignee, claim.isReleased)
      }
      folded[place].deadline = claim.deadline ?? folded[place].deadline
      folded[place].isDone = claim.isDone || folded[place].isDone
      folded[place].isPerhapsDone = claim.isPerhapsDone || folded[place].isPerhapsDone
      folded[place].handsOver = claim.handsOver || folded[place].handsOver
    }
    return folded
  }

  private mutating func claims(of task: FoundTask) -> [Window.Claim] {
    let text: String
    let subject: Window.Claim.Task
    var claims: [Window.Claim] = []
    if let place = task.openItem, talk.window.openItems.indices.contains(place) {
      text = talk.window.openItems[place].task
      subject = .open(id: talk.window.openItems[place].id)
    } else if let unit = task.unit {
      let line = line(unit)
      let written = writer.task(in: line)
      text = self.text(of: task, unit, written)
      // Of a long line, only the words used are quoted.
      let quote = Self.cut(line.utf8.count > Self.longestQuote ? written.quote : line[...])
      subject = .stated(line: talk.units[unit].line, quote: quote)
      if talk.isNew(unit) {
        var claim = claim(subject, unit, text)
        claim.quote = quote
        claim.assignee = person(task.assignee)
        claim.deadline = task.day.flatMap {
          // A deadline in another message belongs to that message's claim.
          $0.place.isLinked ? nil : Self.deadline($0)
        }
        claim.isUrgent = talk.isUrgent(unit)
        claims.append(claim)
      }
    } else {
      return []
    }
    var assignee = task.assignee
    for link in task.links {
      defer { assignee = link.assignee }
      guard talk.isNew(link.unit) else { continue }
      var claim = claim(subject, link.unit, text)
      let day = task.day.flatMap { $0.line == talk.units[link.unit].line ? $0 : nil }
      claim.deadline = day.flatMap(Self.deadline)
      switch link.kind {
      case .complete, .withdraw: claim.isDone = true
      case .accept, .handOver:
        if link.assignee == assignee || link.assignee < 0, day == nil { continue }
        claim.assignee = person(link.assignee)
        claim.handsOver = assignee >= 0 && link.assignee >= 0 && link.assignee != assignee
      case .refuse:
        if link.assignee == assignee { continue }
        claim.isReleased = true
      case .moveDeadline:
        claim.deadline = claim.deadline ?? reader.movedDay(in: link.unit).flatMap(Self.deadline)
        if claim.deadline == nil { continue }
      default: if day == nil { continue }
      }
      claims.append(claim)
    }
    if let unit = task.perhapsClosedBy, talk.isNew(unit) {
      var claim = claim(subject, unit, text)
      claim.isPerhapsDone = true
      claims.append(claim)
    }
    return claims
  }

  /// Returns the task in the words of the unit that states it, or, as for "I'll do it", of the message that it answers.
  private func text(of task: FoundTask, _ unit: Int, _ written: TaskWriter.Written) -> String {
    guard let about = task.about, task.isAboutSure,
      talk.units[about].line != talk.units[unit].line, !written.isClean || written.refersBack
    else { return written.task }
    let other = writer.task(in: line(about))
    return other.isClean || task.isThin ? other.task : written.task
  }

  private func claim(_ task: Window.Claim.Task, _ unit: Int, _ text: String) -> Window.Claim {
    Window.Claim(task, line: talk.units[unit].line, text: text, quote: Self.cut(line(unit)[...]))
  }

  private func person(_ number: Int) -> Participant? {
    talk.names.people.indices.contains(number) ? talk.names.people[number] : nil
  }

  /// Returns the text of a unit from its first to its last word, including punctuation after it.
  private func line(_ unit: Int) -> String {
    guard let first = talk.tokens(unit).first, let last = talk.tokens(unit).last else { return "" }
    return talk.message(unit).withText { bytes in
      let (start, end) = (min(Int(first.start), bytes.count), min(Int(last.end), bytes.count))
      return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
    }
  }

  private static func cut(_ all: Substring) -> String { String(all.beginning(bytes: longestQuote)) }

  private static func deadline(_ day: DayCandidate) -> Deadline? {
    day.due.timestamp.map { .time($0) } ?? .day(day.due.date)
  }
}
