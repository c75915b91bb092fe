/// Names of people who neither speak in the window nor are listed.
extension Names {
  /// The name by which a stranger is called in the sentence in which something is asked at a place: "Bob, please …",
  /// "hi Bob Miller can you …".
  func stranger(calledAt place: Int, in utterance: Utterance, _ lexicon: Lexicon) -> Range<Int>? {
    guard utterance.words.indices.contains(place),
      let name = opening(
        utterance.sentence(of: place).lowerBound..<place, in: utterance, lexicon)
    else { return nil }
    if utterance.words[name.upperBound - 1].after.contains(.comma) { return name }
    return name.upperBound == place && asksInEnglish(place, utterance, lexicon) ? name : nil
  }

  /// The name by which a stranger is called around such a sentence: "Hi Bob! Can you …", "can you …, Bob?"
  func stranger(calledAround place: Int, in utterance: Utterance, _ lexicon: Lexicon) -> Range<Int>?
  {
    guard utterance.words.indices.contains(place) else { return nil }
    let sentence = utterance.sentence(of: place)
    if let before = utterance.sentences.last(where: { $0.upperBound == sentence.lowerBound }),
      let name = opening(before, in: utterance, lexicon), name.upperBound == before.upperBound,
      name.lowerBound > before.lowerBound
        || utterance.words[name.upperBound - 1].after.contains(.comma)
    {
      return name
    }
    // Behind another one it is the last of a list of names: "Firefox, Chrome".
    let last = sentence.upperBound - 1
    guard asksInEnglish(place, utterance, lexicon), last > place + 1,
      utterance.words[last - 1].after == .comma, isName(last, in: utterance, lexicon),
      !isName(last - 1, in: utterance, lexicon)
    else { return nil }
    return last..<last + 1
  }

  /// Whether a request begins here in a language in which a noun has no capital.
  private func asksInEnglish(_ place: Int, _ utterance: Utterance, _ lexicon: Lexicon) -> Bool {
    let cue = lexicon.phrases.cue(
      at: place, in: utterance.words, end: utterance.sentence(of: place).upperBound)
    return cue.map { $0.kind == .ask && !lexicon.languages[$0.language].verbIsLast } ?? false
  }

  /// The name that some words begin with, behind words that open a sentence.
  private func opening(
    _ words: Range<Int>, in utterance: Utterance, _ lexicon: Lexicon
  ) -> Range<Int>? {
    let isOpener = { utterance.has($0, .opener) && utterance.words[$0].after.isEmpty }
    let start = words.prefix(Self.mostOpeners).first { !isOpener($0) } ?? words.upperBound
    var end = start
    while end < words.upperBound, end - start < Self.longestName,
      isName(end, in: utterance, lexicon)
    {
      end += 1
      if utterance.words[end - 1].after.endsPhrase { break }
    }
    return end > start ? start..<end : nil
  }

  private static let mostOpeners = 4
  private static let longestName = 3

  /// Whether a word is written as a name and is no word that is known.
  private func isName(_ index: Int, in utterance: Utterance, _ lexicon: Lexicon) -> Bool {
    let word = utterance.words[index]
    let letters = utterance.text(index).unicodeScalars
    guard word.id == 0, person(at: index, in: utterance) == nil,
      word.form.isDisjoint(with: [.digit, .opaque, .quoted, .mention]),
      letters.count > 1, letters.first?.properties.isUppercase ?? false,
      !lexicon.asides.contains(word.hash), !lexicon.months.contains(word.hash)
    else { return false }
    // Neither "FYI" nor "Node.js".
    return letters.dropFirst().contains { $0.properties.isLowercase }
      && letters.allSatisfy { $0.properties.isAlphabetic || $0 == "-" || $0 == "'" || $0 == "’" }
  }
}
