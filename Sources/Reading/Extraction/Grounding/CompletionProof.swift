import ItemRecords

/// Checks whether the quoted words of an item may state, or clearly state, that its task is done.
///
/// Promises, questions and denials complete nothing, whatever the reply says. Also recognises requests, and single
/// words for "done".
enum CompletionProof {
  /// Returns whether the quoted words may state that something is done. Uses the whole message if there is no quote.
  static func mayBeDone(_ quote: String?, in text: NormalisedText) -> Bool {
    if let quote, Commitment.isPromise(NormalisedText(quote)) { return false }
    let sentences = touched(by: quote, in: text)
    if sentences.contains(where: isDenied) { return false }
    guard let last = sentences.last, last.last == UInt8(ascii: "?") else { return true }
    // "Sent it just now. Anything else?" makes a statement before the question.
    return sentences.dropLast().contains { sentence in
      sentence.last != UInt8(ascii: "?") && NormalisedText.words(of: sentence).count > 2
    }
  }

  /// Returns whether the quoted words state explicitly that a task is done. Reports about other people's tasks must be
  /// explicit.
  static func reports(_ quote: String?, of task: String, in text: NormalisedText) -> Bool {
    guard mayBeDone(quote, in: text) else { return false }
    let verb = WordList.contentWords(of: NormalisedText(task)).first ?? ""
    return touched(by: quote, in: text).contains { sentence in
      let words = NormalisedText.words(of: sentence)
      if sentence.last == UInt8(ascii: "?") || words.contains(where: { requests.contains($0) }) {
        return false
      }
      return words.contains { word in
        completions.contains(word)
          || (word.hasSuffix("ed") || word.hasPrefix("ge")) && !verb.isEmpty
            && WordList.normal(word) == verb
      }
    }
  }

  /// Returns whether the author of the quoted words says that they have done the task: "I've just sent the report".
  ///
  /// Work that is left, promised or asked for is not done.
  static func isFinished(_ task: String, _ quote: String?, in text: NormalisedText) -> Bool {
    guard let quote, mayBeDone(quote, in: text) else { return false }
    let folded = NormalisedText(quote)
    if Commitment.commitsAuthor(folded) || isRequest(quote, in: text) { return false }
    // If the quote leaves out the object, the whole sentence has it.
    let all = touched(by: quote, in: text).flatMap { NormalisedText.words(of: $0) }
    // "I sent the wrong one", "the rest is still to be sent"
    if all.contains(where: { unfinished.contains($0) }) { return false }
    let told = Set(
      WordList.contentWords(
        of: NormalisedText(all.prefix { !joints.contains($0) }.joined(separator: " "))))
    guard TaskObjects.objects(of: task).isSubset(of: told) else { return false }
    guard
      let verb = NormalisedText.words(of: NormalisedText(task).bytes).first.map(WordList.normal),
      case let words = NormalisedText.words(of: folded.bytes), let first = words.first,
      tellers.contains(first)
    else { return false }
    let deed = words.dropFirst().drop { hasDone.contains($0) }.first ?? ""
    return WordList.normal(pasts[deed] ?? (deed.hasSuffix("ed") ? deed : "")) == verb
  }

  /// Words for remaining work, and conjunctions that begin another statement.
  private static let unfinished = Set(
    words: "still left wrong rest remaining other half part partly first noch teil falsche")
  private static let joints = Set(words: "and but so though while und aber")
  /// Subjects of a report about one's own work, and words between the subject and the verb.
  private static let tellers = Set(words: "i ive we weve just already")
  private static let hasDone = Set(words: "have just already also now finally")
  /// Past forms and their infinitives.
  private static let pasts = [
    "sent": "send", "wrote": "write", "written": "write", "built": "build", "made": "make",
    "put": "put", "ran": "run", "did": "do", "done": "do", "got": "get", "bought": "buy",
    "paid": "pay", "found": "find", "took": "take", "taken": "take", "gave": "give",
    "given": "give", "told": "tell", "set": "set", "spoke": "speak", "met": "meet",
    "drew": "draw", "sold": "sell", "brought": "bring", "went": "go", "began": "begin",
  ]

  static func isRequest(_ quote: String?, in text: NormalisedText) -> Bool {
    touched(by: quote, in: text).contains { sentence in
      sentence.last == UInt8(ascii: "?")
        || NormalisedText.words(of: sentence).contains { requests.contains($0) }
    }
  }

  /// Returns the sentences that overlap the quoted words. Returns all sentences if there is no quote or the text does
  /// not contain it.
  private static func touched(by quote: String?, in text: NormalisedText) -> [ArraySlice<UInt8>] {
    let range =
      quote.flatMap { text.find(NormalisedText($0).bytes[...]) }
      ?? text.bytes.startIndex..<text.bytes.endIndex
    return sentences(of: text.bytes, around: range)
  }

  /// Returns whether a folded word alone means that something is done.
  static func meansDone(_ word: String) -> Bool { completions.contains(word) }

  private static let completions = Set(
    words: """
      done finished completed complete sent delivered shipped merged fixed resolved solved closed
      submitted paid booked signed uploaded published deployed released wrote written built bought
      handed erledigt fertig abgeschickt geschickt verschickt gesendet bezahlt gebucht unterschrieben
      abgegeben abgeschlossen geschrieben repariert behoben
      """)
  /// Words of sentences that ask for something or describe the future.
  private static let requests = Set(
    words: """
      please pls can could should must need needs will would shall if when once until bitte kannst soll
      muss wird wenn sobald falls
      """)

  /// Returns the sentences that overlap a range of a text, each with its closing punctuation.
  private static func sentences(of bytes: [UInt8], around range: Range<Int>) -> [ArraySlice<UInt8>]
  {
    var sentences: [ArraySlice<UInt8>] = []
    var start = range.lowerBound
    while start > 0, !ends(bytes, start - 1) { start -= 1 }
    var index = range.lowerBound
    while start < range.upperBound {
      while index < bytes.count, !ends(bytes, index) { index += 1 }
      index = min(index + 1, bytes.count)
      sentences.append(bytes[start..<index])
      start = index
    }
    return sentences
  }

  /// Returns whether a byte ends a sentence: punctuation at the end of the text or before a space.
  private static func ends(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard ".!?".utf8.contains(bytes[index]) else { return false }
    return index + 1 == bytes.count || bytes[index + 1] == 0x20
  }

  private static func isDenied(_ sentence: ArraySlice<UInt8>) -> Bool {
    let words = NormalisedText.words(of: sentence)
    for (index, word) in words.enumerated() {
      if denials.contains(word) { return true }
      let next = index + 1 < words.count ? words[index + 1] : ""
      switch word {
      case "not":
        if index > 0, auxiliaries.contains(words[index - 1]) { return true }
        if words[index...].contains("yet") { return true }
      // "Nicht mehr" and "nicht nur" negate something else.
      case "nicht": if next != "mehr", next != "nur" { return true }
      case "noch": if ["kein", "keine", "keinen"].contains(next) { return true }
      default: break
      }
    }
    return false
  }

  private static let denials = Set(words: "havent hasnt hadnt didnt wasnt werent isnt arent aint")
  private static let auxiliaries = Set(words: "have has had ive did was were is are still")
}
