import ActionItemModel
import Windowing

/// Writes a task as a short imperative that can be read alone.
struct TaskWriter {
  let reader: WindowReader
  let found: WindowReader.Found
  let utterance: Utterance

  /// More words than these are no short imperative.
  private static let limit = 24

  /// The task; nil where too little is left of it.
  func task(without deadline: Range<Int>?) -> String? {
    var range = found.act.task
    range = trimmed(range)
    var words: [String] = []
    for index in range {
      let word = utterance.words[index]
      if let deadline, Int(word.start) >= deadline.lowerBound, Int(word.end) <= deadline.upperBound
      {
        continue
      }
      if let text = rendered(index) { words.append(text) }
      if words.count == Self.limit { break }
    }
    let language = reader.model.lexicon.languages[found.act.cue.language]
    if language.verbIsLast { putVerbLast(&words) }
    while let last = words.last,
      ["and", "but", "so", "or", "by", "on", "at", "to", "then"].contains(last)
    {
      words.removeLast()
    }
    // "on Friday to send it", without the day that is written elsewhere.
    if words.count > 2, words.first == "to" { words.removeFirst() }
    if found.act.kind == .take || words.count < 2 {
      guard let subject = subject() else {
        return words.isEmpty ? nil : sentence(words)
      }
      return found.act.kind == .take ? "Take on " + subject : sentence(words + [subject])
    }
    return sentence(words)
  }

  /// "schicke den Bericht" is "den Bericht schicken", and "rufe Ben an" is "Ben anrufen".
  private func putVerbLast(_ words: inout [String]) {
    let lexicon = reader.model.lexicon
    let verb = utterance.words[found.act.cue.range.upperBound - 1].id
    if let infinitive = lexicon.infinitives[verb] {
      let last = words.last.map { lexicon.roles[Int(lexicon.id(of: Lexicon.hash($0.utf8)))] }
      if words.count > 1, last?.contains(.particle) == true {
        words.append(words.removeLast() + infinitive)
      } else {
        words.append(infinitive)
      }
    } else if words.count > 2, words[words.count - 2] == "zu" {
      words.remove(at: words.count - 2)
    }
  }

  private func sentence(_ words: [String]) -> String {
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The task without a reason, an aside or the next thought behind it.
  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    guard found.act.kind != .minute else { return range }
    var end = range.lowerBound
    while end < range.upperBound {
      let roles = reader.model.lexicon.roles[Int(utterance.words[end].id)]
      if end > range.lowerBound + 1, roles.contains(.reason) { break }
      end += 1
      let gap = utterance.words[end - 1].after
      if end - range.lowerBound >= 2, !gap.isDisjoint(with: [.dash, .paren, .stop]) { break }
      if end - range.lowerBound >= 2, gap.contains(.comma), end < range.upperBound {
        let next = reader.model.lexicon.roles[Int(utterance.words[end].id)]
        let cue = reader.model.lexicon.phrases.cue(
          at: end, in: utterance.words, end: range.upperBound)?.kind
        if cue == .urgent || cue == .unhurried { break }
        if next.contains(.joiner) || next.contains(.speaker) || next.contains(.condition) { break }
      }
    }
    return range.lowerBound..<end
  }

  private func rendered(_ index: Int) -> String? {
    let language = reader.model.lexicon.languages[found.act.cue.language]
    let roles = reader.model.lexicon.roles[Int(utterance.words[index].id)]
    if roles.contains(.speakers) {
      return found.act.who == .speaker ? language.own : possessive(reader.sender(found.line))
    }
    if roles.contains(.speakerObject), found.act.who == .speaker, let reflexive = language.reflexive
    {
      return reflexive
    }
    if roles.contains(.speakerObject), found.act.who != .speaker {
      return reader.sender(found.line) ?? utterance.text(index)
    }
    // The one who is promised something in passing is no part of the task.
    if roles.contains(.listenerObject) { return nil }
    if roles.contains(.listeners), found.act.who != .speaker { return language.own }
    if index == found.act.task.lowerBound,
      let infinitive = reader.model.lexicon.infinitives[utterance.words[index].id]
    {
      return infinitive
    }
    return utterance.text(index)
  }

  private func possessive(_ name: String?) -> String { (name ?? "the author") + "'s" }

  /// What is being talked about: the last ticket or thing that was named.
  private func subject() -> String? {
    for line in stride(from: found.line, through: max(0, found.line - 6), by: -1) {
      let earlier = reader.utterance(line)
      for word in earlier.words.reversed()
      where word.form.contains(.digit) && word.form.contains(.capital)
        && !word.form.contains(.opaque)
      {
        return String(decoding: earlier.bytes[Int(word.start)..<Int(word.end)], as: UTF8.self)
      }
    }
    return nil
  }
}
