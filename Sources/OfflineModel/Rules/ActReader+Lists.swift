/// Lists of what is to be done: a heading, and what stands below it.
extension ActReader {
  /// The entries of a list whose heading a sentence is: "Action items:", "TODO".
  ///
  /// Lines with a bullet or a number belong to it, or, where the first has none, those up to an empty one that say
  /// who is to do something, or to do it.
  func listed(under sentence: Range<Int>) -> (acts: [Act], lines: [Range<Int>])? {
    guard let heading = mark(at: sentence.lowerBound, sentence.upperBound),
      heading.range.upperBound == sentence.upperBound,
      utterance.words[sentence.upperBound - 1].after.contains(.line)
    else { return nil }
    var acts: [Act] = []
    var lines: [Range<Int>] = []
    var start = sentence.upperBound
    let hasBullets = start < utterance.words.count && margin(before: start).hasBullet
    if !hasBullets, !utterance.words[start - 1].after.contains(.colon) { return nil }
    while start < utterance.words.count, acts.count < Self.limit {
      let margin = margin(before: start)
      guard margin.hasBullet || !hasBullets && !margin.isApart else { break }
      let line = start..<lineEnd(from: start)
      start = line.upperBound
      guard hasBullets || saysWhatToDo(line) else { continue }
      lines.append(line)
      let cue = Cue(
        kind: .minute, range: line.lowerBound..<line.lowerBound, language: heading.language)
      guard !margin.isTicked, var act = minuted(line, cue) else { continue }
      act.heading = heading.range.lowerBound
      acts.append(act)
    }
    return acts.isEmpty ? nil : (acts, lines)
  }

  /// Whether a line without a bullet is work to be done rather than prose: "send the survey", "Ben to send it".
  private func saysWhatToDo(_ line: Range<Int>) -> Bool {
    let endsWithVerb = lexicon.finalVerbs.contains(utterance.words[line.upperBound - 1].hash)
    if let doer = doer(at: line.lowerBound, line.upperBound) {
      let before = utterance.words[doer.verb - 1]
      if !before.after.isDisjoint(with: [.colon, .dash]) { return true }
      if let duty = doer.duty, lexicon.languages[duty.language].verbIsLast {
        return endsWithVerb || lexicon.infinitives[before.id] != nil
      }
      if case .person = doer.who, doer.duty != nil {
        return !has(doer.verb, [.idle, .depart, .copula, .negation])
      }
      return commands(doer.verb, line.upperBound, isAddressed: true)
    }
    if line.contains(where: { has($0, [.speaker, .listener, .third, .group, .copula]) }) {
      return false
    }
    var start = line.lowerBound
    while start < line.upperBound,
      has(start, .opener) || self.cue(at: start, line.upperBound)?.kind == .beg
    {
      start += 1
    }
    return endsWithVerb || commands(start, line.upperBound, isAddressed: false)
  }

  /// What stands between the line before a word and the word: a bullet or a number, an empty line, a ticked box.
  private func margin(before index: Int) -> (hasBullet: Bool, isApart: Bool, isTicked: Bool) {
    let end = utterance.words[index].start
    let bytes = utterance.bytes(from: utterance.words[index - 1].end, to: end)
    let lineStart = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? bytes.startIndex
    let margin = bytes[lineStart...].drop { $0 == 0x20 || $0 == 0x09 }
    let isTicked = margin.contains(UInt8(ascii: "[")) && utterance.text(index).lowercased() == "x"
    let isBox = utterance.bytes(from: end).starts(with: CueScanner.openBox)
    return (!margin.isEmpty || isBox, bytes.count { $0 == 0x0A } > 1, isTicked)
  }
}
