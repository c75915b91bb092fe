/// Tells the full stop of an abbreviation or a day from one that ends a sentence.
extension Tokenizer.Pass {
  /// Whether a month follows behind a mark and a space: "15. Januar".
  func isMonth(behind mark: Int) -> Bool {
    var (place, hash) = (mark + 2, Lexicon.seed)
    while kind(place) == .letter || kind(place) == .high {
      hash = Lexicon.add(kind(place) == .letter ? byte(place) | 0x20 : byte(place), to: hash)
      place += 1
    }
    return lexicon.months.contains(hash)
  }

  /// Whether the full stop here belongs to the word before it: "Dr. Meier", "z. B.", "Dec. 3", "15. Januar",
  /// "15.1. an alle", "bis zum 15. den Bericht", "bis Mi. den Bericht", but not "at 9.30. ben, …".
  var isInside: Bool {
    guard byte(index) == UInt8(ascii: "."), let word = utterance.words.last, Int(word.end) == index
    else { return false }
    var next = index + 1
    while kind(next) == .space { next += 1 }
    if isLedDay, goesOn(at: next, behindLead: true) { return true }
    if lexicon.abbreviations.contains(word.hash) {
      return kind(next) == .letter || kind(next) == .digit
    }
    if lexicon.months.contains(word.hash) { return kind(next) == .digit }
    guard word.form.contains(.digit) else { return false }
    let text = bytes[Int(word.start)..<index]
    guard text.contains(UInt8(ascii: ".")) else {
      return text.count < 3 && isMonth(behind: index)
    }
    return isDay(text) && goesOn(at: next)
  }

  /// Whether the last word is a day that is led to: "bis zum 15", "bis Mi", but neither "number 15" nor "so".
  private var isLedDay: Bool {
    guard let word = utterance.words.last, utterance.words.count > sentenceStart + 1 else {
      return false
    }
    let lead = utterance.words[utterance.words.count - 2]
    guard lead.after.isEmpty, lexicon.dayLeads.contains(lead.hash) else { return false }
    if lexicon.shortDays.contains(word.hash) { return true }
    let text = bytes[Int(word.start)..<Int(word.end)]
    guard text.count < 3, text.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return false }
    return 1...31 ~= text.reduce(0) { $0 * 10 + Int($1) - 0x30 }
  }

  /// "15.1": the numbers of a day and a month.
  private func isDay(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let numbers = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map {
      $0.count > 2 || $0.isEmpty ? 0 : $0.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
    return numbers.count == 2 && 1...31 ~= numbers[0] && 1...12 ~= numbers[1]
  }

  /// Whether a small word begins here that opens no sentence, or the verb that ends one: a name may do that. Behind
  /// a day that is led to, an adverb goes on as well: "bis zum 15. noch".
  private func goesOn(at place: Int, behindLead: Bool = false) -> Bool {
    var (end, hash) = (place, Lexicon.seed)
    while kind(end) == .letter && byte(end) >= 0x61 || kind(end) == .high {
      hash = Lexicon.add(byte(end), to: hash)
      end += 1
    }
    if lexicon.finalVerbs.contains(hash) { return true }
    let roles = lexicon.roles[Int(lexicon.id(of: hash))]
    if roles.contains(.adverb) {
      return behindLead && roles.isDisjoint(with: [.opener, .joiner])
    }
    return !roles.isDisjoint(with: [.preposition, .article, .joiner])
  }
}
