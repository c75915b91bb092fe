import ActionItems
import CivilTime
import DueDates
import Encoding
import Extraction
import ItemRecords
import OfflineModel
import Windowing

/// Reads mutated sentences with the offline model, the reader of due dates, grounding and merging.
package struct WindowTrial: Sendable {
  /// The results of the windows, to show that a run reached the code under test.
  package struct Tally: Sendable {
    package var windows = 0
    package var sentences = 0
    package var found = 0
    /// Deadlines, each with its other readings.
    package var deadlines = 0
    package var findings = 0
    package var diagnostics = 0
    package var changes = 0

    package static func += (a: inout Tally, b: Tally) {
      a.windows += b.windows
      a.sentences += b.sentences
      a.found += b.found
      a.deadlines += b.deadlines
      a.findings += b.findings
      a.diagnostics += b.diagnostics
      a.changes += b.changes
    }
  }

  private let stock: SentenceStock
  private let models: [OfflineReader]
  private let dates: [DueDateReader]
  private let grounders: [Grounder]
  private let zones: [Zone]

  package init() throws {
    stock = try SentenceStock()
    let messages = DueDateReader()
    dates = [messages, DueDateReader(setting: .phrase), DueDateReader(order: .dmy)]
    models = [
      OfflineReader(deadlines: messages),
      OfflineReader(deadlines: messages, sensitivity: .high),
    ]
    let database = ZoneDatabase(environment: [:])
    let berlin = try database.zone(named: "Europe/Berlin")
    zones = [.utc, berlin, try database.zone(named: "Pacific/Apia")]
    let strict = Grounder(zone: berlin, zones: database, deadlines: messages, keepContext: 2)
    let lenient = Grounder(
      zone: .utc, zones: database, deadlines: messages, keepContext: 0, strictness: .lenient)
    grounders = [strict, lenient]
  }

  /// The texts of the messages of a window, without reading them.
  package func texts(ofWindow number: Int) -> [String] {
    var maker = WindowMaker(stock, number: number)
    return maker.windows().flatMap { $0.lines.map(\.message.text) }
  }

  /// Ways of reading; a short run takes them in turn.
  package static let ways = 4

  /// Reads the windows of a number in one way, or in all.
  package func read(_ number: Int, way: Int? = nil) -> Tally {
    var maker = WindowMaker(stock, number: number)
    let windows = maker.windows()
    var tally = Tally(windows: windows.count, sentences: WindowMaker.count(of: number))
    var known = ConversationItems()
    for (place, window) in windows.enumerated() {
      if way ?? 0 == 0 {
        let zone = zones[(number / 3) % zones.count]
        let claims = models[number % 2].claims(in: window) { _ in zone }
        tally.found += claims.count
        let reply = reply(to: window, claims.map { item(of: $0, window) }, &maker)
        let items = (try? ReplyDecoder.decode(reply))?.items ?? []
        let grounded = grounders[(number / 2) % grounders.count].ground(
          items, in: window, people: People(window.participants))
        let read = grounders[0].findings(
          of: claims, in: window, People(window.participants))
        tally.findings += grounded.findings.count + read.count
        tally.diagnostics += grounded.diagnostics.map(\.description.utf8.count).count { $0 > 0 }
        let reading = Merger.Reading(
          conversation: window.conversation, messages: Array(window.newMessages),
          findings: number / 4 % 2 == 0 ? grounded.findings : read, model: "m", run: place)
        tally.changes += Merger.changes(of: reading, to: &known, at: .epoch).count
      }
      if way ?? 1 == 1 { _ = models[number % 2].certainLines(in: window) }
      if way ?? 2 == 2 { _ = models[0].showsSign(in: window) }
      if way ?? 3 == 3 { tally.deadlines += deadlines(in: window, number) }
    }
    return tally
  }

  private func deadlines(in window: Window, _ number: Int) -> Int {
    let reader = dates[number % dates.count]
    let zone = zones[(number / 3) % zones.count]
    var count = 0
    for line in window.lines {
      let reference = line.message.timestamp ?? .epoch
      let text = line.message.text
      count += reader.deadlines(in: text, reference: reference, zone: zone).count
      count += reader.readings(in: text, reference: reference, zone: zone).count
    }
    return count
  }

  // MARK: - Replies

  /// A possible answer of a model: the offline model's findings, with fields of mutated sentences, whole or cut.
  private func reply(
    to window: Window, _ found: [ActionItemJSON], _ maker: inout WindowMaker
  ) -> String {
    var items = found
    for _ in 0..<maker.sentences.below(4) { items.append(item(of: window, &maker)) }
    for index in items.indices where maker.sentences.below(3) == 0 {
      change(&items[index], of: window, &maker)
    }
    let values = items.map { item in
      JSONValue(present: [
        "task": .string(item.task), "assignee": .text(item.assignee),
        "deadline": .text(item.deadline), "priority": .text(item.priority),
        "messageId": .string(item.messageId), "quote": .text(item.quote),
        "update": .text(item.update), "done": .bool(item.isDone),
      ])
    }
    let text = String(decoding: JSONValue.array(values).line(), as: UTF8.self)
    return maker.sentences.below(16) == 0
      ? String(text.prefix(maker.sentences.below(text.count + 1))) : text
  }

  /// A claim in the form of an answer.
  private func item(of claim: Window.Claim, _ window: Window) -> ActionItemJSON {
    var item = ActionItemJSON(task: claim.text, messageId: "m\(claim.line + 1)")
    (item.assignee, item.quote) = (claim.assignee?.name, claim.quote)
    item.isDone = claim.isDone
    return item
  }

  private func item(of window: Window, _ maker: inout WindowMaker) -> ActionItemJSON {
    var item = ActionItemJSON(task: maker.sentences.sentence(), messageId: id(window, &maker))
    for _ in 0..<4 { change(&item, of: window, &maker) }
    return item
  }

  private func change(
    _ item: inout ActionItemJSON, of window: Window, _ maker: inout WindowMaker
  ) {
    switch maker.sentences.below(9) {
    case 0: item.task = words(window, &maker)
    case 1:
      item.assignee =
        maker.sentences.below(3) == 0 ? maker.sentences.sentence() : maker.sentences.name()
    case 2:
      item.deadline =
        maker.sentences.below(3) == 0 ? maker.sentences.sentence() : maker.sentences.date()
    case 3: item.priority = maker.sentences.one(["high", "P\(maker.sentences.number())", "", "x"])
    case 4: item.messageId = id(window, &maker)
    case 5, 6: item.quote = words(window, &maker)
    case 7: item.update = "i\(maker.sentences.below(5))"
    default: item.isDone.toggle()
    }
  }

  /// Words of a message, whole, in part or with a gap; or words that occur nowhere.
  private func words(_ window: Window, _ maker: inout WindowMaker) -> String {
    guard let line = window.lines.randomElement(using: &maker.sentences.random),
      maker.sentences.below(6) > 0
    else { return maker.sentences.sentence() }
    let text = line.message.text
    let start = maker.sentences.below(text.count + 1)
    let part = text.dropFirst(start).prefix(maker.sentences.below(text.count - start + 1))
    switch maker.sentences.below(4) {
    case 0: return text
    case 1: return String(part)
    case 2: return text.prefix(start) + maker.sentences.one(["...", "…", " [...] "]) + part
    default: return part + maker.sentences.one([".", " not", ",", " a", "'s", ""])
    }
  }

  private func id(_ window: Window, _ maker: inout WindowMaker) -> String {
    let number = maker.sentences.below(window.lines.count + 2)
    return switch maker.sentences.below(8) {
    case 0: maker.sentences.number()
    case 1: "c\(number)"
    case 2: "[m\(maker.sentences.number())]"
    default: "m\(number)"
    }
  }
}
