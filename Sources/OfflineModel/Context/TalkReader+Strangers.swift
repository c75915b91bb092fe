import Windowing

/// Names of people who neither speak in the window nor are listed.
///
/// A capital before a comma may be anything: "Yikes, can you …". So a second sign has to show that it is a name: a
/// greeting before it, a second name behind it, or the same word with a capital within a sentence.
extension TalkReader {
  /// The name by which a stranger is called in the sentence in which something is asked at a place: "Hi Bob, please
  /// …", "Bob Miller, can you …".
  func stranger(calledAt place: Int, in utterance: Utterance) -> Range<Int>? {
    guard utterance.words.indices.contains(place),
      let name = opening(utterance.sentence(of: place).lowerBound..<place, in: utterance, of: place)
    else { return nil }
    if utterance.words[name.upperBound - 1].after.contains(.comma) { return name }
    return name.upperBound == place && asksInEnglish(place, utterance) ? name : nil
  }

  /// The name by which a stranger is called around such a sentence: "Hi Bob! Can you …", "can you …, Bob?"
  func stranger(calledAround place: Int, in utterance: Utterance) -> Range<Int>? {
    guard utterance.words.indices.contains(place) else { return nil }
    let sentence = utterance.sentence(of: place)
    if let before = utterance.sentences.last(where: { $0.upperBound == sentence.lowerBound }),
      let name = opening(before, in: utterance, of: place), name.upperBound == before.upperBound,
      name.lowerBound > before.lowerBound
        || utterance.words[name.upperBound - 1].after.contains(.comma)
    {
      return name
    }
    // Behind another one it is the last of a list of names: "Firefox, Chrome".
    let last = sentence.upperBound - 1
    guard asksInEnglish(place, utterance), last > place + 1,
      utterance.words[last - 1].after == .comma, isName(last, in: utterance),
      !isName(last - 1, in: utterance)
    else { return nil }
    return last..<last + 1
  }

  /// Whether a request begins here in a language in which a noun has no capital.
  private func asksInEnglish(_ place: Int, _ utterance: Utterance) -> Bool {
    cue(at: place, utterance)?.kind == .ask && hasSmallNouns(at: place, utterance)
  }

  /// Whether what begins here is in a language in which a noun has no capital.
  private func hasSmallNouns(at place: Int, _ utterance: Utterance) -> Bool {
    cue(at: place, utterance).map { !model.lexicon.languages[$0.language].verbIsLast } ?? false
  }

  private func cue(at place: Int, _ utterance: Utterance) -> Cue? {
    cue(at: place, in: utterance, to: utterance.sentence(of: place).upperBound)
  }

  /// The name that some words begin with, behind words that open a sentence, where a second sign shows that it is
  /// one; `place` is that of the request.
  private func opening(_ words: Range<Int>, in utterance: Utterance, of place: Int) -> Range<Int>? {
    let isGreeting = { self.model.lexicon.greetings.contains(utterance.words[$0].hash) }
    let isOpener = {
      (utterance.has($0, .opener) || isGreeting($0)) && utterance.words[$0].after.isEmpty
    }
    let start = words.prefix(Self.mostOpeners).first { !isOpener($0) } ?? words.upperBound
    var end = start
    while end < words.upperBound, end - start < Self.longestName, isName(end, in: utterance) {
      end += 1
      if utterance.words[end - 1].after.endsPhrase { break }
    }
    guard end > start else { return nil }
    let isGreeted = start > words.lowerBound && isGreeting(start - 1)
    let hasSign =
      isGreeted
      || hasSmallNouns(at: place, utterance)
        && (end - start > 1 || namesWithin.contains(utterance.words[start].hash))
    return hasSign ? start..<end : nil
  }

  private static let mostOpeners = 4
  private static let longestName = 3

  /// The words that look like names within sentences of the window, and are nowhere written small.
  func findNamesWithin() -> Set<UInt64> {
    var (names, others): (Set<UInt64>, Set<UInt64>) = ([], [])
    for line in window.lines.indices {
      let utterance = utterance(line)
      for sentence in utterance.sentences {
        for index in sentence {
          let hash = utterance.words[index].hash
          if !utterance.words[index].form.contains(.capital) {
            others.insert(hash)
          } else if index > sentence.lowerBound, isName(index, in: utterance),
            // Neither "ok Google" nor "the Sprint" and "Sprint 3".
            utterance.words[index - 1].after.isEmpty,
            !utterance.has(index - 1, [.opener, .article]),
            index + 1 == sentence.upperBound || !utterance.words[index + 1].form.contains(.digit)
          {
            names.insert(hash)
          }
        }
      }
    }
    return names.subtracting(others)
  }

  /// Whether a word is written as a name and is no word that is known.
  private func isName(_ index: Int, in utterance: Utterance) -> Bool {
    let word = utterance.words[index]
    let letters = utterance.text(index).unicodeScalars
    guard word.id == 0, names.person(at: index, in: utterance) == nil,
      word.form.isDisjoint(with: [.digit, .opaque, .quoted, .mention]),
      letters.count > 1, letters.first?.properties.isUppercase ?? false,
      !model.lexicon.callings.contains(word.hash), !model.lexicon.months.contains(word.hash)
    else { return false }
    // Neither "FYI" nor "Node.js".
    return letters.dropFirst().contains { $0.properties.isLowercase }
      && letters.allSatisfy { $0.properties.isAlphabetic || $0 == "-" || $0 == "'" || $0 == "’" }
  }
}
