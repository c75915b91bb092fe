import ItemRecords

/// Holds what a reply calls done against the words that are said to tell so.
///
/// A promise, a question and a denial complete nothing, whatever the reply makes of them.
enum CompletionProof {
  /// Whether the quoted words of a message, or all of it where none are quoted, may say that something is done.
  static func mayBeDone(_ quote: String?, in text: FoldedText) -> Bool {
    if let quote, Commitment.isPromise(FoldedText(quote)) { return false }
    let sentences = touched(by: quote, in: text)
    if sentences.contains(where: isDenied) { return false }
    guard let last = sentences.last, last.last == UInt8(ascii: "?") else { return true }
    // "Sent it just now. Anything else?" says something before it asks.
    return sentences.dropLast().contains { sentence in
      sentence.last != UInt8(ascii: "?") && FoldedText.words(of: sentence).count > 2
    }
  }

  /// Whether the quoted words say in so many words that a task is done, as one has to who speaks of another's.
  static func reports(_ quote: String?, of task: String, in text: FoldedText) -> Bool {
    guard mayBeDone(quote, in: text) else { return false }
    let verb = WordList.telling(FoldedText(task)).first ?? ""
    return touched(by: quote, in: text).contains { sentence in
      let words = FoldedText.words(of: sentence)
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

  /// Whether the quoted words tell that whoever writes them has done the task: "I've just sent the report".
  ///
  /// What is left to do, promised or asked there is not done.
  static func isFinished(_ task: String, _ quote: String?, in text: FoldedText) -> Bool {
    guard let quote, mayBeDone(quote, in: text) else { return false }
    let folded = FoldedText(quote)
    if Commitment.isOwn(folded) || isRequest(quote, in: text) { return false }
    // The sentence says of what, where the quote leaves that out.
    let all = touched(by: quote, in: text).flatMap { FoldedText.words(of: $0) }
    // "I sent the wrong one", "the rest is still to be sent"
    if all.contains(where: { unfinished.contains($0) }) { return false }
    let told = Set(
      WordList.telling(FoldedText(all.prefix { !joints.contains($0) }.joined(separator: " "))))
    guard TaskWords.objects(of: task).isSubset(of: told) else { return false }
    guard let verb = FoldedText.words(of: FoldedText(task).bytes).first.map(WordList.normal),
      case let words = FoldedText.words(of: folded.bytes), let first = words.first,
      tellers.contains(first)
    else { return false }
    let deed = words.dropFirst().drop { hasDone.contains($0) }.first ?? ""
    return WordList.normal(pasts[deed] ?? (deed.hasSuffix("ed") ? deed : "")) == verb
  }

  /// Words of what is left to do, and words behind which something else is told.
  private static let unfinished = Set(
    words: "still left wrong rest remaining other half part partly first noch teil falsche")
  private static let joints = Set(words: "and but so though while und aber")
  /// Who tells of what they did, and words between them and the verb.
  private static let tellers = Set(words: "i ive we weve just already")
  private static let hasDone = Set(words: "have just already also now finally")
  /// What people have done, and do.
  private static let pasts = [
    "sent": "send", "wrote": "write", "written": "write", "built": "build", "made": "make",
    "put": "put", "ran": "run", "did": "do", "done": "do", "got": "get", "bought": "buy",
    "paid": "pay", "found": "find", "took": "take", "taken": "take", "gave": "give",
    "given": "give", "told": "tell", "set": "set", "spoke": "speak", "met": "meet",
    "drew": "draw", "sold": "sell", "brought": "bring", "went": "go", "began": "begin",
  ]

  static func isRequest(_ quote: String?, in text: FoldedText) -> Bool {
    touched(by: quote, in: text).contains { sentence in
      sentence.last == UInt8(ascii: "?")
        || FoldedText.words(of: sentence).contains { requests.contains($0) }
    }
  }

  /// The sentences that the quoted words touch; all of them where none are quoted, or stand there.
  private static func touched(by quote: String?, in text: FoldedText) -> [ArraySlice<UInt8>] {
    let range =
      quote.flatMap { text.find(FoldedText($0).bytes[...]) }
      ?? text.bytes.startIndex..<text.bytes.endIndex
    return sentences(of: text.bytes, around: range)
  }

  /// Whether a folded word tells by itself that something is done.
  static func tellsOfEnd(_ word: String) -> Bool { completions.contains(word) }

  private static let completions = Set(
    words: """
      done finished completed complete sent delivered shipped merged fixed resolved solved closed
      submitted paid booked signed uploaded published deployed released wrote written built bought
      handed erledigt fertig abgeschickt geschickt verschickt gesendet bezahlt gebucht unterschrieben
      abgegeben abgeschlossen geschrieben repariert behoben
      """)
  /// Words of sentences that ask for something, or tell what will be.
  private static let requests = Set(
    words: """
      please pls can could should must need needs will would shall if when once until bitte kannst soll
      muss wird wenn sobald falls
      """)

  /// The sentences that a range of a text touches, each with the mark that ends it.
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

  /// Whether a sentence ends with a byte: a mark that nothing but a space follows.
  private static func ends(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard ".!?".utf8.contains(bytes[index]) else { return false }
    return index + 1 == bytes.count || bytes[index + 1] == 0x20
  }

  private static func isDenied(_ sentence: ArraySlice<UInt8>) -> Bool {
    let words = FoldedText.words(of: sentence)
    for (index, word) in words.enumerated() {
      if denials.contains(word) { return true }
      let next = index + 1 < words.count ? words[index + 1] : ""
      switch word {
      case "not":
        if index > 0, auxiliaries.contains(words[index - 1]) { return true }
        if words[index...].contains("yet") { return true }
      // "Nicht mehr" and "nicht nur" deny something else.
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
