/// Finds requests, promises and duties in English sentences, for `TaskWriter`, and words them as imperatives.
struct EnglishTask {
  let line: TaskLine

  private func has(_ role: Lexicon.Role, _ index: Int) -> Bool { line.has(role, index) }

  private func isVerb(_ index: Int) -> Bool { has(.verb, index) || has(.noun, index) }

  /// Returns the request, promise or duty that begins at a word of a sentence.
  func find(at index: Int, _ sentence: Range<Int>) -> TaskWriter.Find? {
    let (word, next) = (line.key(index), line.key(index + 1))
    let previous = index > sentence.lowerBound ? index - 1 : -1
    if has(.ask, index), line.isPerson(index + 1), next != "i", next != "we" {
      return cut(index, index + 2, 4, sentence)
    }
    if has(.promise, index) { return cut(index, index + 1, 4, sentence) }
    // "So I can call the bank" begins a line that was split there.
    let isPurpose = previous == sentence.lowerBound && line.key(previous) == "so"
    if has(.subordinator, previous), !isPurpose { return nil }
    // "Shall I call the bank?", "do you want me to call the bank?"
    if next == "i", has(.modal, index), sentence.contains(index + 1) {
      return cut(index + 1, index + 2, 4, sentence)
    }
    let isWish = word == "want" && has(.told, index + 1)
    let isReminder = ["don't", "dont"].contains(word) && next == "forget"
    if isWish || isReminder, line.key(index + 2) == "to" {
      return cut(index, index + 3, isWish ? 4 : 3, sentence)
    }
    if word == "let", next == "me" || next == "us" { return cut(index, index + 2, 3, sentence) }
    let opens =
      index == sentence.lowerBound || line.stop(before: index) >= .comma
      || has(.filler, previous) || line.isName(index - 1)
    if line.isPerson(index) || opens {
      // "Ben will call the bank", "we need to call the bank", "must call the bank".
      let duty = line.isPerson(index) ? skip(index + 1) : index
      let isQuestion = ["can", "could"].contains(line.key(duty)) && word != "i" && word != "we"
      if has(.modal, duty), !isQuestion { return cut(index, duty + 1, 3, sentence) }
      if has(.duty, duty), line.key(skip(duty + 1)) == "to" {
        return cut(index, skip(duty + 1) + 1, 3, sentence)
      }
    }
    if line.isName(index) {
      // "Anna to book the room", "Anna books the room".
      if next == "to", isVerb(index + 2) { return cut(index, index + 2, 3, sentence) }
      let base = String(next.dropLast())
      if opens, next.last == "s", line.words[index].stop == .none,
        line.lexicon.has(.verb, word: base) || line.lexicon.has(.noun, word: base)
      {
        return cut(index, index + 1, 3, sentence, as: base)
      }
    }
    if word == "i" || word == "you" {
      let verb = skip(index + 1)
      if isVerb(verb), word == "i" && isObject(verb + 1) || line.isName(index - 1) {
        return cut(index, verb, word == "i" ? 2 : 3, sentence)
      }
    }
    guard opens, isVerb(index), line.words[index].stop == .none else { return nil }
    let isNamed = line.isName(index - 1)
    let isHeaded = line.stop(before: index) == .colon
    let isAsked = isNamed || isHeaded || ["please", "pls", "plz"].contains(line.key(previous))
    // "Test jig still fails": the first word may be a noun.
    let isSure = has(.noun, index) ? has(.article, index + 1) : isAsked || isObject(index + 1)
    guard isSure || isNamed && isHeaded else { return nil }
    return cut(isNamed ? index - 1 : index, index, isAsked ? 4 : 2, sentence)
  }

  /// Returns whether a word certainly begins the object of a verb.
  private func isObject(_ index: Int) -> Bool {
    guard line.words.indices.contains(index) else { return false }
    return has(.article, index) || has(.object, index) || !line.words[index].isLowercase
  }

  private func skip(_ index: Int) -> Int {
    var index = index
    while has(.filler, index), line.words.indices.contains(index + 1) { index += 1 }
    return index
  }

  /// Returns the words from a verb on as an imperative, if they form one.
  private func cut(
    _ start: Int, _ verb: Int, _ weight: Int, _ sentence: Range<Int>, as base: String? = nil
  ) -> TaskWriter.Find {
    let verb = skip(verb)
    // "I'll have to call" is a call.
    if has(.duty, verb), line.key(verb + 1) == "to" {
      return cut(start, verb + 2, weight, sentence)
    }
    guard sentence.contains(verb), base != nil || isVerb(verb) || mayBeVerb(line.key(verb)) else {
      return TaskWriter.Find(start: start, end: start, task: nil, weight: weight)
    }
    var end = verb + 1
    let limit = min(sentence.upperBound, verb + TaskWriter.mostWords + 8)
    while end < limit, !ends(end, verb) { end += 1 }
    var words = Array(line.words[verb..<end])
    if let base { words[0].text = base[...] }
    let isAsked = !has(.own, start)
    words = TaskLine.withoutDays(tidied(TaskLine.withoutDays(words), isAsked))
    let isClean =
      line.isObject(words.dropFirst(), dangling: [.dangling])
      && !words.contains { line.lexicon.has(isAsked ? .speaker : .listener, word: $0.key) }
    return TaskWriter.Find(
      start: start, end: end, task: isClean ? TaskLine.text(of: words) : nil, weight: weight)
  }

  /// Returns whether an unknown word may be a verb.
  private func mayBeVerb(_ key: String) -> Bool {
    key.count > 2 && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
      && ![.light, .unlikely, .pronoun, .modal].contains { line.lexicon.has($0, word: key) }
      && !["ing", "ed", "ly"].contains { key.hasSuffix($0) }
  }

  /// Returns whether the verb's phrase ends before a word.
  private func ends(_ index: Int, _ verb: Int) -> Bool {
    let stop = line.stop(before: index)
    if stop >= .colon || line.words[index].opensBracket { return true }
    // "Ask Dora if she has the key".
    if has(.ender, index) { return !(has(.inquiry, verb) && has(.question, index)) }
    if has(.joint, index), has(.subject, index + 1) { return true }
    guard stop == .comma else {
      return has(.start, index) && index > verb + 1
        && !has(.question, index - 1) && !has(.question, index - 2)
    }
    // A comma continues a list, but not with a new clause or an address.
    if line.isName(index) || has(.pronoun, index) || has(.filler, index) { return true }
    return !line.isListed(index, from: verb) { has(.subject, $0) || line.words[$0].isDay }
  }

  /// Removes fillers, the person to be told, and trailing words without content.
  private func tidied(_ words: [TaskLine.Word], _ isAsked: Bool) -> [TaskLine.Word] {
    var words =
      words.prefix(1) + words.dropFirst().filter { !line.lexicon.has(.anywhere, word: $0.key) }
    func has(_ role: Lexicon.Role, _ index: Int) -> Bool {
      line.lexicon.has(role, word: words[index].key)
    }
    if words.count > 2,
      words[1].key == (isAsked ? "my" : "your") || has(.teller, 0) && has(.told, 1)
    {
      words.remove(at: 1)
    }
    while words.count > 2 {
      let last = words.count - 1
      let isTold = has(.told, last) && ["to", "for", "with", "from"].contains(words[last - 1].key)
      guard isTold || has(.tail, last) else { break }
      words.removeLast(isTold ? 2 : 1)
    }
    return Array(words)
  }
}
