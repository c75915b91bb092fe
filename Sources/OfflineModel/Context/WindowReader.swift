import ActionItemModel
import Windowing

/// Reads a window: finds the acts of its messages and weighs each by what stands around it.
final class WindowReader {
  let window: Window
  let model: CompiledModel
  let names: Names
  private let signs: [CueScanner.Signs]
  private var utterances: [Int: Utterance] = [:]

  /// An act and the line that it stands in.
  struct Found {
    let line: Int
    var act: Act
    /// The hashes of the words that tell what it is about.
    var topic: Set<UInt64>
    /// The tickets that its sentence names: words with capital letters and digits, `#` and digits.
    var tickets: Set<UInt64>
    /// The numbers in its task: "part 2" is not "part 3".
    var numbers: Set<UInt64>
    /// Who is to do it, once the answers are known.
    var assignee: String?
    /// The line by which it was taken on, if it is not the same.
    var answer: Int?
  }

  init(_ window: Window, _ model: CompiledModel, signs: [CueScanner.Signs]) {
    self.window = window
    self.model = model
    self.signs = signs
    names = Names(window.participants)
  }

  /// The words of a line, split once.
  func utterance(_ line: Int) -> Utterance {
    if let known = utterances[line] { return known }
    let made = model.tokenizer.utterance(window.lines[line].message.text)
    utterances[line] = made
    return made
  }

  func sender(_ line: Int) -> String? { window.lines[line].message.sender }

  // MARK: - Finding

  /// The items of the window, in the order of its lines.
  func items() -> [Found] {
    var found: [Found] = []
    let setting = Setting(window, signs)
    for line in window.lines.indices where signs[line].contains(.cue) {
      guard window.lines[line].message.kind == .message, !isBot(sender(line)) else { continue }
      let utterance = utterance(line)
      var isSecond = false
      for act in ActReader(utterance, lexicon: model.lexicon, names: names).acts() {
        var one = Found(
          line: line, act: act, topic: topic(act, utterance), tickets: tickets(act, utterance),
          numbers: numbers(act, utterance))
        if isSecond { one.act.evidence.insert(.second) }
        weigh(&one, utterance, setting)
        if one.act.evidence.score > 0 { isSecond = true }
        found.append(one)
      }
    }
    let minutes = Minutes(window, found, model, utterance)
    // Where minutes are taken, what counts is written down; the talk around it leads up to that.
    found = found.filter { $0.act.kind == .minute || !minutes.cover(line: $0.line) }
    found = found.filter { $0.act.evidence.score > 0 }
    found = merged(found)
    return found.filter { window.lines[$0.line].isNew }
  }

  private func isBot(_ name: String?) -> Bool {
    guard let name = name?.lowercased() else { return false }
    return name.hasSuffix("bot") || name.hasPrefix("ubot") || ["rrsagent", "zakim"].contains(name)
      || names.participants.first { $0.name == name }?.isBot == true
  }

  /// The words that tell what an act is about.
  private func topic(_ act: Act, _ utterance: Utterance) -> Set<UInt64> {
    var topic: Set<UInt64> = []
    for index in act.task where !act.cue.range.contains(index) {
      let word = utterance.words[index]
      let roles = model.lexicon.roles[Int(word.id)]
      let isTelling =
        word.id == 0 || !roles.isEmpty && roles.isSubset(of: [.work, .attempt, .team, .support])
      if isTelling, word.end - word.start > 2, names.person(at: index, in: utterance) == nil {
        topic.insert(word.hash)
      }
    }
    return topic
  }

  // MARK: - Weighing

  private func weigh(_ found: inout Found, _ utterance: Utterance, _ setting: Setting) {
    if setting.isSupport(at: found.line) { found.act.evidence.insert(.supportSetting) }
    found.act.evidence.insert(setting.isTeam ? .teamSetting : .otherSetting)
    switch found.act.who {
    case .speaker:
      found.assignee = sender(found.line)
      weighPromise(&found, utterance)
    case .listener:
      weighRequest(&found, utterance)
    case .person(let person):
      found.assignee = names.participants[person].name
      found.act.evidence.insert(.addressed)
    case .named(let name): found.assignee = name
    case .nobody: weighCall(&found, utterance)
    }
  }

  private func weighPromise(_ found: inout Found, _ utterance: Utterance) {
    let speaker = sender(found.line)
    for line in neighbours(before: found.line, 8) where sender(line) != speaker {
      let earlier = self.utterance(line)
      if hasCue(earlier, [.call]) {
        found.act.evidence.insert(.answersCall)
        break
      }
      if hasCue(earlier, [.ask, .beg, .advise]), addressee(of: line, earlier) == speaker {
        found.act.evidence.insert(.answersAsk)
        break
      }
    }
    for line in neighbours(after: found.line, 6) {
      let later = self.utterance(line)
      if sender(line) == speaker {
        if completes(later, found) {
          found.act.evidence.insert(.completed)
        }
      } else if line <= found.line + 3, begins(later, [.thank, .accept]) {
        found.act.evidence.insert(.thanked)
      }
    }
  }

  private func weighRequest(_ found: inout Found, _ utterance: Utterance) {
    let speaker = sender(found.line)
    let named = stranger(utterance) ?? addressee(of: found.line, utterance)
    if named != nil { found.act.evidence.insert(.addressed) }
    found.assignee = named
    for line in neighbours(after: found.line, 10) where sender(line) != speaker {
      if let named, sender(line) != named { continue }
      let answer = self.utterance(line)
      if let who = addressee(of: line, answer), who != speaker { continue }
      if begins(answer, [.refuse]), named != nil || line <= found.line + 2 {
        found.act.evidence.insert(.refused)
      } else if completes(answer, found) {
        found.act.evidence.insert(.completed)
      } else if begins(answer, [.accept]) && (named != nil || line <= found.line + 3)
        || (named != nil || line == found.line + 1) && takesOn(answer)
      {
        found.act.evidence.insert(.accepted)
        found.assignee = sender(line)
        found.answer = line
      } else {
        if named == nil { continue }
      }
      break
    }
    if found.assignee == nil, found.act.kind != .remind || names.participants.count == 2 {
      found.assignee = partner(of: found.line)
    }
  }

  /// A call: who answers it takes it on by a promise of his own.
  private func weighCall(_ found: inout Found, _ utterance: Utterance) {
    let speaker = sender(found.line)
    for line in neighbours(after: found.line, 4) where sender(line) != speaker {
      let answer = self.utterance(line)
      if begins(answer, [.refuse]) { found.act.evidence.insert(.refused) }
      if begins(answer, [.accept, .thank]) {
        found.act.evidence.insert(.accepted)
        if addressee(of: found.line, utterance) == sender(line) { found.assignee = sender(line) }
      }
      break
    }
  }

  private func neighbours(before line: Int, _ count: Int) -> some Sequence<Int> {
    (max(0, line - count)..<line).reversed().lazy.filter {
      self.window.lines[$0].message.kind == .message
    }
  }

  private func neighbours(after line: Int, _ count: Int) -> some Sequence<Int> {
    (line + 1..<max(line + 1, min(window.lines.count, line + 1 + count))).lazy
      .filter { self.window.lines[$0].message.kind == .message }
  }

  /// Whether a message says that the task is done: in a few words, or with some of its own.
  private func completes(_ utterance: Utterance, _ found: Found) -> Bool {
    begins(utterance, [.complete])
      && (utterance.words.count <= 3 || !found.topic.isDisjoint(with: utterance.words.map(\.hash)))
  }

  /// Whether a message promises something.
  private func takesOn(_ utterance: Utterance) -> Bool {
    hasCue(utterance, [.promise, .take]) || begins(utterance, [.bareWill])
  }

  private func hasCue(_ utterance: Utterance, _ kinds: Set<Cue.Kind>) -> Bool {
    for sentence in utterance.sentences {
      for index in sentence {
        if let cue = model.lexicon.phrases.cue(
          at: index, in: utterance.words, end: sentence.upperBound),
          kinds.contains(cue.kind)
        {
          return true
        }
      }
    }
    return false
  }

  /// Whether one of the first words, names aside, does this.
  private func begins(_ utterance: Utterance, _ kinds: Set<Cue.Kind>) -> Bool {
    guard let sentence = utterance.sentences.first else { return false }
    for index in sentence.prefix(4) {
      if let cue = model.lexicon.phrases.cue(
        at: index, in: utterance.words, end: sentence.upperBound),
        kinds.contains(cue.kind)
      {
        return true
      }
    }
    return false
  }

  /// The name by which a line calls somebody at its beginning who does not appear in the window.
  private func stranger(_ utterance: Utterance) -> String? {
    guard let first = utterance.words.first, first.form.contains(.mention),
      names.person(at: 0, in: utterance) == nil
    else { return nil }
    return String(utterance.text(0).dropFirst())
  }

  /// Whom a line speaks to: by name, or by answering.
  func addressee(of line: Int, _ utterance: Utterance) -> String? {
    let speaker = sender(line)
    // "Anna: …", "ok Anna, …", "@anna"
    var index = 0
    var isOpening = true
    while index < utterance.words.count, index < 200 {
      let word = utterance.words[index]
      if let (person, end) = names.person(at: index, in: utterance) {
        let name = names.participants[person].name
        let last = utterance.words[end - 1].after
        if name != speaker,
          isOpening || word.form.contains(.mention)
            || index > 0 && utterance.words[index - 1].after.endsPhrase
              && !last.isDisjoint(with: [.colon, .question, .stop])
        {
          return name
        }
        index = end
        continue
      }
      if !model.lexicon.roles[Int(word.id)].contains(.opener) { isOpening = false }
      index += 1
    }
    if let origin = window.lines[line].message.replyTo,
      let answered = window.lines[..<line].last(where: { $0.message.id == origin })?.message.sender,
      answered != speaker
    {
      return answered
    }
    return nil
  }

  /// Whom the speaker is talking with: the last other speaker close by.
  private func partner(of line: Int) -> String? {
    let speaker = sender(line)
    for earlier in neighbours(before: line, 6) where sender(earlier) != speaker {
      return isBot(sender(earlier)) ? nil : sender(earlier)
    }
    return nil
  }

  // MARK: - Merging

  /// One item a task: what answers, repeats or sums up an earlier one is the same.
  ///
  /// Found at most this many lines apart; what is said again later may be another task.
  private static let reach = 40

  private func merged(_ all: [Found]) -> [Found] {
    var kept: [Found] = []
    for found in all {
      let recent = kept[
        (kept.lastIndex { found.line - $0.line > Self.reach }.map { $0 + 1 } ?? 0)...]
      if let index = recent.lastIndex(where: { isSame($0, found) }) {
        // The line that names the task best speaks for it.
        if preference(found) > preference(kept[index]) {
          var better = found
          better.assignee = found.assignee ?? kept[index].assignee
          kept[index] = better
        } else if kept[index].assignee == nil {
          kept[index].assignee = found.assignee
        }
      } else {
        kept.append(found)
      }
    }
    return kept
  }

  private func preference(_ found: Found) -> Int {
    switch found.act.kind {
    case .minute: 3
    case .assign: 2
    case .call, .take: 0
    default: found.topic.isEmpty ? 0 : 1
    }
  }

  private func tickets(_ act: Act, _ utterance: Utterance) -> Set<UInt64> {
    var tickets: Set<UInt64> = []
    for index in act.sentence {
      let word = utterance.words[index]
      guard word.form.contains(.digit), !word.form.contains(.opaque) else { continue }
      if word.form.contains(.capital) || utterance.bytes[Int(word.start)] == UInt8(ascii: "#") {
        tickets.insert(word.hash)
      }
    }
    return tickets
  }

  private func numbers(_ act: Act, _ utterance: Utterance) -> Set<UInt64> {
    Set(act.task.map { utterance.words[$0] }.filter { $0.form.contains(.digit) }.map(\.hash))
  }

  private func isSame(_ a: Found, _ b: Found) -> Bool {
    if !a.numbers.isEmpty, !b.numbers.isEmpty, a.numbers.isDisjoint(with: b.numbers) {
      return false
    }
    let distance = b.line - a.line
    if a.act.kind == .minute || b.act.kind == .minute {
      return a.act.kind == b.act.kind && a.topic == b.topic && a.assignee == b.assignee
    }
    if distance == 0 { return !a.topic.isDisjoint(with: b.topic) && similarity(a, b) >= 0.5 }
    // The answer to a request is the request's.
    if a.answer == b.line, b.topic.isEmpty || similarity(a, b) > 0 { return true }
    let samePerson = a.assignee == nil || b.assignee == nil || a.assignee == b.assignee
    guard samePerson else { return false }
    if !a.tickets.isDisjoint(with: b.tickets) {
      if a.act.kind == .assign || b.act.kind == .assign || similarity(a, b) >= 0.3 { return true }
    } else if !a.tickets.isEmpty, !b.tickets.isEmpty {
      return false
    }
    if distance <= 8 {
      switch (a.act.kind, b.act.kind) {
      case (.call, .promise), (.call, .offer), (.call, .take), (.call, .assign), (.call, .bareWill):
        return true
      case (.take, .assign), (.offer, .assign), (.promise, .assign), (.assign, .take),
        (.assign, .assign), (.bareWill, .assign):
        return true
      case (_, .take): if a.assignee == b.assignee, b.topic.count <= 1 { return true }
      case (.ask, .promise), (.beg, .promise), (.advise, .promise):
        if a.assignee == b.assignee, b.topic.isEmpty { return true }
      default: break
      }
    }
    return a.assignee == b.assignee && similarity(a, b) >= 0.6
  }

  private func similarity(_ a: Found, _ b: Found) -> Double {
    let smaller = min(a.topic.count, b.topic.count)
    guard smaller >= 2 else { return a.topic == b.topic && smaller > 0 ? 1 : 0 }
    return Double(a.topic.intersection(b.topic).count) / Double(smaller)
  }
}
