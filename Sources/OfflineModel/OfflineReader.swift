import ActionItemModel
import CivilTime
public import DueDates
import JSONText
import TimeZones
public import Windowing

/// The offline model: finds items by rules, the same ones for the same text every time.
///
/// It answers as a chat model does, in fenced JSON with short ids, so that everything behind a model
/// treats both alike.
public struct OfflineReader: Sendable {
  private let deadlines: DueDateReader

  /// Makes a reader.
  public init(deadlines: DueDateReader) {
    self.deadlines = deadlines
  }

  /// The model's name, as items carry it.
  public static let name = "offline"

  /// Answers, in text, which items a window holds.
  public func reply(to window: Window) -> String {
    var writer = JSONWriter()
    writer.beginArray()
    for (index, line) in window.lines.enumerated() where line.isNew {
      for item in items(in: line.message, window) {
        write(item, id: window.shortId(ofLine: index), &writer)
      }
    }
    writer.endArray()
    return "```json\n\(String(decoding: writer.bytes, as: UTF8.self))\n```"
  }

  /// An item before it is written.
  private struct Item {
    var task: String
    var assignee: String?
    var deadline: String?
    var priority: Priority
    var quote: String
  }

  private func write(_ item: Item, id: String, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("task")
    writer.string(item.task)
    writer.key("assignee")
    writer.string(item.assignee)
    writer.key("deadline")
    writer.string(item.deadline)
    writer.key("priority")
    writer.string(item.priority.rawValue)
    writer.key("messageId")
    writer.string(id)
    writer.key("quote")
    writer.string(item.quote)
    writer.endObject()
  }

  // MARK: - Rules

  private func items(in message: Message, _ window: Window) -> [Item] {
    let names = Addressees(window.participants)
    var items: [Item] = []
    for sentence in Sentence.split(message.text) {
      let found =
        minuted(sentence, names) ?? commitment(sentence, message) ?? request(sentence, names)
        ?? openWork(sentence)
      guard let found, found.task.split(separator: " ").count >= 2 else { continue }
      items.append(
        Item(
          task: Self.imperative(found.task), assignee: found.assignee,
          deadline: deadline(in: sentence, message), priority: priority(of: sentence),
          quote: String(sentence.text.drop(while: \.isWhitespace))))
    }
    return items
  }

  private typealias Found = (task: String, assignee: String?)

  /// `ACTION: Anna to send the report`
  private func minuted(_ sentence: Sentence, _ names: Addressees) -> Found? {
    guard let first = sentence.words.first, EnglishCues.marks.contains(first.key) else {
      return nil
    }
    var start = 1
    if sentence.has(["item"], at: 1) || sentence.has(["items"], at: 1) { start = 2 }
    // "action" and "AI" are words of their own, too.
    guard first.endsPhrase || first.key.hasPrefix("#") || sentence.words[start - 1].endsPhrase,
      start < sentence.words.count
    else { return nil }
    guard let name = names.match(sentence.words[start].text) else {
      return (sentence.text(from: start), nil)
    }
    let next = sentence.words.dropFirst(start + 1).first?.key
    return (sentence.text(from: start + (next == "to" || next == "will" ? 2 : 1)), name)
  }

  /// `I'll send the report`
  private func commitment(_ sentence: Sentence, _ message: Message) -> Found? {
    for start in 0..<min(sentence.words.count, 8) {
      if let cue = EnglishCues.commitments.first(where: { sentence.has($0, at: start) }) {
        var verb = start + cue.count
        while let word = sentence.words.dropFirst(verb).first,
          ["just", "also", "then", "probably", "now", "definitely", "go"].contains(word.key)
            || word.key == "and" && sentence.words[verb - 1].key == "go"
        {
          verb += 1
        }
        guard let word = sentence.words.dropFirst(verb).first,
          !EnglishCues.idle.contains(word.key), !sentence.isQuestion
        else { return nil }
        return (sentence.text(from: cue.last == "take" ? verb - 1 : verb), message.sender)
      }
      let word = sentence.words[start]
      if !EnglishCues.openers.contains(word.key), !word.endsPhrase { return nil }
    }
    return nil
  }

  /// `Anna, can you review this?`
  private func request(_ sentence: Sentence, _ names: Addressees) -> Found? {
    var addressee: String?
    for start in 0..<min(sentence.words.count, 6) {
      if let cue = EnglishCues.requests.first(where: { sentence.has($0, at: start) }) {
        guard let addressee else { return nil }
        let verb = start + cue.count
        let skip = sentence.has(["please"], at: verb) ? 1 : 0
        guard let word = sentence.words.dropFirst(verb + skip).first,
          !EnglishCues.idle.contains(word.key)
        else { return nil }
        return (sentence.text(from: verb + skip), addressee)
      }
      if let name = names.match(sentence.words[start].text) { addressee = name }
    }
    return nil
  }

  /// `someone needs to update the wiki`
  private func openWork(_ sentence: Sentence) -> Found? {
    guard !sentence.isQuestion else { return nil }
    for start in 0..<min(sentence.words.count, 3) {
      guard let cue = EnglishCues.open.first(where: { sentence.has($0, at: start) }) else {
        continue
      }
      let verb = start + cue.count
      guard let word = sentence.words.dropFirst(verb).first,
        !EnglishCues.idle.contains(word.key), sentence.words.count - verb >= 3
      else { return nil }
      return (sentence.text(from: verb), nil)
    }
    return nil
  }

  // MARK: - Fields

  private static func imperative(_ task: String) -> String {
    task.prefix(1).uppercased() + task.dropFirst()
  }

  private func deadline(in sentence: Sentence, _ message: Message) -> String? {
    guard let reference = message.timestamp,
      let clock = Zone(offset: Int(reference.offset)),
      let due = deadlines.firstDeadline(
        in: String(sentence.text), reference: reference, zone: clock)
    else { return nil }
    // A time without an offset is one on the author's clock, as in any model's answer.
    guard let timestamp = due.timestamp else { return due.date.description }
    return timestamp.offset == reference.offset
      ? timestamp.civil.description : Deadline.time(timestamp).description
  }

  private func priority(of sentence: Sentence) -> Priority {
    if sentence.words.contains(where: { EnglishCues.urgent.contains($0.key) }) { return .high }
    let text = sentence.text.lowercased()
    return EnglishCues.unhurried.contains { text.contains($0) } ? .low : .medium
  }
}
