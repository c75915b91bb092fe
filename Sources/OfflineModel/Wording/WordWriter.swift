import ActionItemModel

/// Writes words of a message so that they can be read elsewhere: "my", "you" and "us" become names.
struct WordWriter {
  let reader: TalkReader
  let utterance: Utterance
  let language: CueLanguage
  /// Who wrote the message, and whom it speaks to.
  let speaker: String?
  private(set) var listener: String?
  /// Whether all are spoken to, so that "you" and "your" have no name.
  private var speaksToAll = false

  init(
    _ reader: TalkReader, line: Int, _ utterance: Utterance, language: CueLanguage, at place: Int
  ) {
    self.reader = reader
    self.utterance = utterance
    self.language = language
    speaker = reader.sender(line)
    listener = reader.called(by: line, utterance, at: place) ?? reader.partner(of: line)
  }

  /// Writes the words of an act.
  init(_ reader: TalkReader, _ found: TalkReader.Found, _ utterance: Utterance) {
    self.init(
      reader, line: found.line, utterance,
      language: reader.model.lexicon.languages[found.act.cue.language],
      at: found.act.cue.range.lowerBound)
  }

  mutating func speakToAll() { (listener, speaksToAll) = (nil, true) }

  /// Speaks to somebody else, who is known better.
  mutating func speak(to other: String?) { listener = other ?? listener }

  /// Longer words are no words, and longer links are read by nobody.
  private static let longestWord = 120

  func parts(_ index: Int) -> Part { reader.model.vocabulary.parts(of: utterance.words[index]) }

  func roles(_ index: Int) -> Roles { utterance.roles(index) }

  func has(_ index: Int, _ roles: Roles) -> Bool { utterance.has(index, roles) }

  /// Whether a word is one of some parts.
  func isPart(_ index: Int, _ parts: Part) -> Bool { !self.parts(index).isDisjoint(with: parts) }

  /// Whether a word, if there is one, belongs to a verb that has begun: "is", "might".
  func isVerbal(_ index: Int) -> Bool {
    guard index < utterance.words.count else { return false }
    let parts = parts(index)
    return parts.contains(.verbal) && parts.isDisjoint(with: [.person, .pointer])
      && !has(index, [.adverb, .opener, .joiner])
  }

  /// The words as pieces; `isOwn` where the speaker is who is to do it.
  func pieces(_ indices: [Int], isOwn: Bool) -> [TaskPiece] {
    var pieces: [TaskPiece] = []
    var place = 0
    while place < indices.count {
      let index = indices[place]
      let next = place + 1 < indices.count ? indices[place + 1] : nil
      defer { place += 1 }
      guard
        var text = written(index, next: next, after: place > 0 ? indices[place - 1] : nil, isOwn)
      else { continue }
      if next != index + 1 { text += unit(behind: index) }
      let glue = place > 0 ? glue(indices[place - 1], index) : " "
      pieces.append(TaskPiece(text: text, index: index, glue: pieces.isEmpty ? "" : glue))
      if let next, let verb = inflected(next, behind: index, place > 0 ? indices[place - 1] : nil) {
        pieces.append(TaskPiece(text: verb, index: next))
        place += 1
      }
    }
    closeBrackets(&pieces)
    return pieces
  }

  // MARK: - Words

  private func written(_ index: Int, next: Int?, after before: Int?, _ isOwn: Bool) -> String? {
    let roles = roles(index)
    let word = utterance.words[index]
    let vocabulary = reader.model.vocabulary
    if word.form.isDisjoint(with: [.quoted, .opaque, .mention]) {
      if roles.contains(.speakers) { return possessive(speaker, index) }
      if speaksToAll, roles.contains(.listeners) || isPersonal(index) && !isOfSpeaker(index) {
        return plain(index)
      }
      if roles.contains(.listeners) { return possessive(listener, index) }
      if roles.contains(.speakerObject) {
        return isOwn && language.reflexive != nil ? language.reflexive : speaker ?? plain(index)
      }
      // The one who is promised something in passing is no part of the task.
      if roles.contains(.listenerObject) { return nil }
      if let article = vocabulary.articles[word.hash] { return article }
      if isPart(index, .groupObject) { return language.wording.group }
      if language.wording.inflects, isPersonal(index) {
        let name = isOfSpeaker(index) ? speaker : listener
        // "you guys", "you all"
        let isOfAll = next.map { has($0, .everyone) || plain($0) == "all" } ?? false
        if isOfAll, !isOfSpeaker(index) { return language.wording.everyone }
        let verb = vocabulary.contractions[word.hash]
        return (name ?? (isOfSpeaker(index) ? "I" : language.wording.everyone))
          + (verb.map { " " + $0 } ?? "")
      }
      if let before, language.wording.inflects, roles.contains(.everyone) || plain(index) == "all",
        isPersonal(before), !isOfSpeaker(before)
      {
        return nil
      }
      // "ping you Ben": the name says it better.
      if isPart(index, .chatter) { return nil }
    }
    return plain(index)
  }

  /// Whether a word is "I" or "you", alone or with its verb.
  private func isPersonal(_ index: Int) -> Bool {
    let roles = roles(index)
    if reader.model.vocabulary.contractions[utterance.words[index].hash] != nil { return true }
    return roles.contains(.listener) || roles.contains(.speaker) && !roles.contains(.group)
  }

  private func isOfSpeaker(_ index: Int) -> Bool {
    // "you're" is in no list of the words for who is spoken to.
    utterance.bytes(of: utterance.words[index]).first.map { $0 | 0x20 } == UInt8(ascii: "i")
  }

  /// A verb behind "I" or "you" where a name stands for it: "as Ben says".
  private func inflected(_ verb: Int, behind index: Int, _ before: Int?) -> String? {
    guard language.wording.inflects, isPersonal(index), !speaksToAll || isOfSpeaker(index),
      utterance.words[index].form.isDisjoint(with: [.quoted, .opaque, .mention]),
      reader.model.vocabulary.contractions[utterance.words[index].hash] == nil
    else { return nil }
    let verbs: Roles = [.work, .answer, .idle, .depart]
    // "let you know", "to you"
    if !isOfSpeaker(index), let before, has(before, verbs.union(.preposition)) { return nil }
    let text = plain(verb) ?? ""
    switch text.lowercased() {
    case "am", "are": return "is"
    case "have": return "has"
    case "do": return "does"
    case "don't": return "doesn't"
    default: break
    }
    guard utterance.has(verb, verbs), !utterance.has(verb, .past), text.last != "s" else {
      return nil
    }
    return text + (text.hasSuffix("ch") || text.hasSuffix("sh") ? "es" : "s")
  }

  private func possessive(_ name: String?, _ index: Int) -> String? {
    let article = reader.model.vocabulary.articles[utterance.words[index].hash]
    guard let name, let ending = language.wording.possessive else { return article ?? "" }
    return name + ending
  }

  /// A word as it stands, without an `@`; nil for what nobody reads.
  func plain(_ index: Int) -> String? {
    let word = utterance.words[index]
    guard Int(word.end - word.start) <= Self.longestWord else { return nil }
    var text = Substring(utterance.text(index))
    if word.form.contains(.mention) { text = text.dropFirst() }
    let scalars = text.unicodeScalars.filter {
      $0.value >= 0x20 && $0.value != 0x7F && !Self.isHidden($0)
    }
    return scalars.isEmpty ? nil : String(String.UnicodeScalarView(scalars))
  }

  /// Characters that turn a line around, or control it.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }

  // MARK: - Marks

  /// The sign behind a number, "5,000 €", "50%", which is no word.
  private func unit(behind index: Int) -> String {
    let word = utterance.words[index]
    guard word.form.contains(.digit) else { return "" }
    let rest = utterance.bytes(from: word.end).prefix(4)
    let space = rest.first == 0x20 ? " " : ""
    let sign = Self.units.first { rest.dropFirst(space.utf8.count).starts(with: $0.utf8) }
    return sign.map { space + $0 } ?? ""
  }

  private static let units = ["€", "$", "%"]

  /// Closes the brackets that are open at the end, and drops those that close none.
  private func closeBrackets(_ pieces: inout [TaskPiece]) {
    var open = 0
    for place in pieces.indices {
      pieces[place].glue.removeAll { mark in
        if mark == "(" { open += 1 }
        guard mark == ")" else { return false }
        open -= 1
        defer { open = max(0, open) }
        return open < 0
      }
    }
    guard let index = pieces.last?.index else { return }
    // "main()"
    let rest = utterance.bytes(from: utterance.words[index].end)
    if rest.starts(with: "()".utf8) { pieces[pieces.count - 1].text += "()" }
    pieces[pieces.count - 1].text += String(repeating: ")", count: open)
  }

  /// What stands between two words: commas and the like, and one space for all others.
  private func glue(_ first: Int, _ second: Int) -> String {
    let between = bytes(between: first, second)
    if second != first + 1 || between.count > 6 {
      let isListed = utterance.words[second - 1].after.contains(.comma) && second != first + 1
      let marks = TaskBrackets.marks(in: between)
      return (marks.closes ? ")" : "") + (isListed ? ", " : " ") + (marks.opens ? "(" : "")
    }
    let kept = String(decoding: between, as: UTF8.self).filter { Self.kept.contains($0) }
    let marks = String(kept)
    if between.isEmpty { return "" }
    let isOpen = between.last.map { $0 <= 0x20 } ?? false
    let isApart = between.first.map { $0 <= 0x20 } ?? false && !kept.isEmpty
    if kept.isEmpty, !isOpen, !isApart, between.allSatisfy({ $0 > 0x20 && $0 < 0x80 }) {
      return " "
    }
    return (isApart ? " " : "") + marks + (isOpen || kept.isEmpty ? " " : "")
  }

  private static let kept = Set(",:/&+'.?!;()€$%")

  private func bytes(between first: Int, _ second: Int) -> ArraySlice<UInt8> {
    utterance.bytes(from: utterance.words[first].end, to: utterance.words[second].start)
  }

  /// Whether a word begins a picture that is written as a word, `:smile:`, or is the mouth of one, `:P`.
  func isSmiley(_ index: Int) -> Bool {
    let word = utterance.words[index]
    guard utterance.bytes(from: word.start - 1, to: word.start).first == UInt8(ascii: ":") else {
      return false
    }
    if utterance.bytes(from: word.end).first == UInt8(ascii: ":") { return true }
    return word.end - word.start == 1
  }
}

/// A word of a task as it is written, and where it comes from.
struct TaskPiece {
  var text: String
  /// The word of the message; nil for one that was put in.
  var index: Int?
  /// What stands between the piece before and this one.
  var glue = " "

  /// Pieces as text.
  static func text(_ pieces: [TaskPiece]) -> String {
    pieces.enumerated().reduce(into: "") { text, piece in
      if piece.offset > 0 { text += piece.element.glue }
      text += piece.element.text
    }
  }
}
