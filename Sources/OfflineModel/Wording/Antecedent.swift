import ActionItemModel
import Windowing

/// What a task speaks of that does not name it: "fix it".
struct Antecedent {
  let reader: TalkReader
  let found: TalkReader.Found
  let utterance: Utterance
  let language: CueLanguage

  /// What was named so many lines ago may be meant.
  private static let reach = 6
  /// Words of a line that are looked at.
  private static let mostWords = 120
  /// Words of a hint.
  private static let longest = 16
  private static let shortest = 5

  // MARK: - In the same message

  /// The thing that a sentence or the one before it names last before a word: "the wiki page is out of date, I'll
  /// fix it".
  func thing(before place: Int) -> [TaskPiece]? {
    let writer = WordWriter(reader, found, utterance)
    let own = found.act.sentence.lowerBound
    let before = utterance.sentences.last { $0.upperBound <= own }
    let start = max(before?.lowerBound ?? own, place - Self.mostWords)
    var last: Range<Int>?
    var index = start
    while index < place {
      if let thing = thing(at: index, to: place, writer) {
        last = thing
        index = thing.upperBound
      } else {
        index += 1
      }
    }
    guard let last else { return nil }
    var pieces = writer.pieces(Array(last), isOwn: false)
    // "The wiki page is out of date" begins with a capital.
    if last.lowerBound == utterance.sentence(of: last.lowerBound).lowerBound, !pieces.isEmpty,
      utterance.words[last.lowerBound].id != 0
    {
      pieces[0].text = pieces[0].text.prefix(1).lowercased() + pieces[0].text.dropFirst()
    }
    return pieces
  }

  /// The words of a thing's name that begins at a word: "the logo of the new site", "DS-12".
  private func thing(at index: Int, to end: Int, _ writer: WordWriter) -> Range<Int>? {
    let isNamed = Self.isTicket(index, utterance) || utterance.words[index].form.contains(.link)
    if isNamed { return index..<index + 1 }
    let first = writer.parts(index)
    // "its results" would have to be told of what.
    guard first.contains(.determiner), !first.contains(.pointer) || first.contains(.demonstrative)
    else { return nil }
    var last = index + 1
    var contents = 0
    while last < end, last - index < Self.shortest + 1 {
      let roles = writer.roles(last)
      let parts = writer.parts(last)
      let isFirst = last == index + 1
      if !isFirst, utterance.words[last - 1].after.endsPhrase { break }
      if !parts.isDisjoint(with: [.verbal, .person, .pointer, .ender, .chatter])
        || !roles.isDisjoint(with: [.preposition, .joiner, .negation, .copula, .later, .adverb])
        || roles.contains(.past) && !isFirst
      {
        break
      }
      if !parts.contains(.empty), !parts.contains(.determiner) { contents += 1 }
      last += 1
    }
    guard contents > 0 else { return nil }
    // "the logo of the new site"
    if last + 1 < end, writer.isPart(last, .link), utterance.words[last - 1].after.isEmpty,
      let more = thing(at: last + 1, to: end, writer)
    {
      return index..<more.upperBound
    }
    return index..<last
  }

  /// Whether a word is the number of a ticket: `DS-12`, `#12`.
  static func isTicket(_ index: Int, _ utterance: Utterance) -> Bool {
    let word = utterance.words[index]
    guard word.form.contains(.digit), !word.form.contains(.opaque) else { return false }
    let bytes = utterance.bytes(of: word)
    guard let mark = bytes.lastIndex(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "#") })
    else { return false }
    let number = bytes[(mark + 1)...]
    let isNumber = !number.isEmpty && number.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    return isNumber && (bytes[mark] == UInt8(ascii: "#") || word.form.contains(.capital))
  }

  // MARK: - In the lines before

  /// The ticket that was named last.
  func ticket() -> String? {
    for line in lines() {
      let earlier = line == found.line ? utterance : reader.utterance(line)
      let words = earlier.words.indices.prefix(Self.mostWords)
      if let index = words.last(where: { Self.isTicket($0, earlier) }) {
        return earlier.text(index)
      }
    }
    return nil
  }

  /// What is being talked about, in words of the talk; nil where nothing is said.
  func hint() -> String? {
    let own = found.act.sentence
    let clause =
      own
      .lowerBound..<max(
        own.lowerBound, min(found.act.cue.range.lowerBound, found.act.task.lowerBound))
    if let hint = hint(clause, utterance, found.line, least: 3) { return hint }
    for line in lines() {
      let earlier = line == found.line ? utterance : reader.utterance(line)
      let isOwn = line == found.line
      guard isOwn || !reader.isBot(reader.sender(line)) else { continue }
      let sentences = earlier.sentences.filter {
        $0.lowerBound < Self.mostWords && (!isOwn || $0.upperBound <= own.lowerBound)
      }
      // A question is what is answered.
      let order =
        sentences.filter { earlier.isQuestion($0) }.reversed()
        + sentences.filter { !earlier.isQuestion($0) }.reversed()
      for sentence in order {
        if let hint = hint(sentence, earlier, line, least: 2) { return hint }
      }
    }
    let behind = utterance.sentences.first { $0.lowerBound >= own.upperBound }
    return behind.flatMap { hint($0, utterance, found.line, least: 2) }
  }

  /// The lines that may tell, the likeliest first.
  private func lines() -> [Int] {
    var lines: [Int] = []
    let message = reader.window.lines[found.line].message
    if let origin = message.replyTo,
      let line = reader.window.lines[..<found.line].lastIndex(where: { $0.message.id == origin })
    {
      lines.append(line)
    }
    if let origin = found.origin { lines.append(origin) }
    lines.append(found.line)
    let near = Array(reader.neighbours(before: found.line, Self.reach))
    if let called = reader.addressee(of: found.line, utterance) {
      lines += near.filter { reader.sender($0) == called }.prefix(2)
    }
    lines += near
    return lines.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// A sentence as a hint, without what leads to it; nil where it says nothing.
  private func hint(_ range: Range<Int>, _ utterance: Utterance, _ line: Int, least: Int) -> String?
  {
    guard !range.isEmpty else { return nil }
    let writer = WordWriter(reader, line: line, utterance, language: language, at: range.lowerBound)
    var start = range.lowerBound
    while start < range.upperBound {
      if let (_, end) = reader.names.person(at: start, in: utterance),
        utterance.words[start].form.contains(.mention) || utterance.words[end - 1].after.endsPhrase
      {
        start = end
        continue
      }
      let cue = reader.cue(at: start, in: utterance, to: range.upperBound)
      // "Action items:" heads a list and says nothing of what stands in it.
      let isHeading =
        cue.map { $0.kind == .minute && utterance.words[$0.range.upperBound - 1].after.endsPhrase }
        ?? false
      if let cue, isHeading || Self.leading.contains(cue.kind) {
        start = cue.range.upperBound
        continue
      }
      let roles = writer.roles(start)
      // "I" opens as well ("I guess"), and is the subject all the same.
      let isOpener =
        roles.contains(.opener) && !roles.contains(.speaker) || roles.contains(.joiner)
        || writer.isPart(start, .chatter)
      guard isOpener || utterance.words[start].form.contains(.mention) else { break }
      // "in terms of", "so far", "that was": what stands behind does not begin anything.
      let isLoose = utterance.words[start].after.endsPhrase
      if !isLoose, roles.contains(.preposition) || writer.isVerbal(start + 1) { break }
      start += 1
    }
    var words: [Int] = []
    var contents = 0
    for index in start..<max(start, range.upperBound) {
      if writer.isSmiley(index) { break }
      if index > start {
        let gap = utterance.words[index - 1].after
        let ends = !gap.isDisjoint(with: [.dash, .paren, .colon, .stop])
        if ends && contents >= least { break }
        if gap.contains(.comma), words.count >= Self.shortest, contents >= least { break }
      }
      if words.count >= Self.longest { break }
      words.append(index)
      if Self.isContent(index, writer), reader.names.person(at: index, in: utterance) == nil {
        contents += 1
      }
    }
    while let last = words.last,
      writer.has(last, [.preposition, .article, .joiner, .subordinator])
        && !writer.isPart(last, .particle)
        || writer.isPart(last, .chatter) || writer.isPart(last, .determiner)
    {
      words.removeLast()
    }
    guard contents >= least else { return nil }
    let pieces = writer.pieces(words, isOwn: false)
    return pieces.isEmpty ? nil : TaskPiece.text(pieces)
  }

  private static let leading: CueKinds = [.accept, .thank, .beg, .ask, .call, .apologize]

  /// Whether a word says something by itself.
  static func isContent(_ index: Int, _ writer: WordWriter) -> Bool {
    let word = writer.utterance.words[index]
    let roles = writer.roles(index)
    let parts = writer.parts(index)
    if word.form.contains(.opaque) { return true }
    if !parts.isDisjoint(with: [
      .empty, .pointer, .chatter, .verbal, .person, .tail, .determiner, .groupObject, .ender,
      .particle,
    ]) {
      return false
    }
    // The time at which something was said is nothing that was said.
    if word.form.contains(.digit) { return !writer.utterance.text(index).utf8.contains(0x3A) }
    return word.end - word.start > 1
      && roles.isSubset(of: [.work, .past, .doubtful, .action, .urgent, .report, .finished, .done])
  }
}
