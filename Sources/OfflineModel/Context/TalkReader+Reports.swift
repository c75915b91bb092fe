import ActionItemModel
import TextSearch
import Windowing

/// What the messages of a window tell is done.
///
/// What is asked or promised and done within one window is no item. What was an item before is done from now on.
extension TalkReader {
  // MARK: - In words of the task

  /// Whether a message says that the task is done: with its verb and words of it, and none beside them.
  func completes(_ utterance: Utterance, _ found: Found) -> Bool {
    let task = Set(self.utterance(found.line).words[found.act.task].map(\.hash))
    return FinishedWork.all(in: actReader(of: utterance)).contains { work in
      let telling = Set(work.telling.map { utterance.words[$0].hash })
      guard verbs(of: found).contains(work.infinitive), task.isSuperset(of: telling) else {
        return false
      }
      // "Ordered the chairs" is half of "order chairs and tables".
      let rest = found.topic.subtracting(telling).subtracting([Lexicon.hash(work.infinitive.utf8)])
      return !isList(found) || rest.isEmpty
    }
  }

  /// Whether a task names several things, or is several.
  private func isList(_ found: Found) -> Bool {
    let words = utterance(found.line).words
    return found.act.task.dropLast().contains {
      words[$0].after.contains(.comma) || words[$0].roles.contains(.joiner)
    }
  }

  /// What the new lines say is done in so many words, beside the acts that were found there: "assigned to me"
  /// leaves work to be done.
  func reports(beside weighed: [Found]) -> [(line: Int, work: FinishedWork)] {
    reportLines.flatMap { line -> [(line: Int, work: FinishedWork)] in
      guard window.lines[line].isNew else { return [] }
      let cues = weighed.filter { $0.line == line }.map(\.act.cue.range)
      return FinishedWork.all(in: actReader(of: utterance(line)))
        .filter { work in !cues.contains { $0.overlaps(work.words) } }
        .map { (line, $0) }
    }
  }

  // MARK: - In a bare word

  /// The acts, with those noted of which a line says no more than that something is done.
  ///
  /// It has to be plain which one: the only one that its sender is to do among those that are near, and no
  /// one else has asked for something in between.
  func completed(_ weighed: [Found]) -> [Found] {
    let lines = reportLines.compactMap { line in
      BareReport(actReader(of: utterance(line))).map { (line: line, report: $0) }
    }
    if lines.isEmpty || weighed.isEmpty { return weighed }
    var weighed = weighed
    var open = kept(of: weighed)
    for (line, report) in lines {
      let meant = open.filter { isMeant($0, report, line) }
      guard meant.count == 1 else { continue }
      let parts = [(line: meant[0].line, act: meant[0].act)] + meant[0].others
      for index in weighed.indices
      where parts.contains(where: {
        $0.line == weighed[index].line && $0.act.cue.range == weighed[index].act.cue.range
      }) {
        weighed[index].act.evidence.insert(.completed)
        weighed[index].completion = line
      }
      open = kept(of: weighed)
    }
    return weighed
  }

  /// Items of earlier lines of which a new line says no more than that something is done.
  func finished(among weighed: [Found]) -> [Found] {
    let finished = weighed.filter { found in
      !window.lines[found.line].isNew && found.completion.map { window.lines[$0].isNew } ?? false
    }
    return kept(
      of: finished.map { found in
        var found = found
        found.act.evidence.remove(.completed)
        return found
      })
  }

  /// Lines within which a bare report speaks of something.
  private static let reach = 10

  /// Whether a bare report may speak of an item.
  private func isMeant(_ found: Found, _ report: BareReport, _ line: Int) -> Bool {
    guard let speaker = sender(line), found.assignee == speaker, found.line < line else {
      return false
    }
    if let origin = window.lines[line].message.replyTo {
      let lines = [found.line, found.answer].compactMap { $0 } + found.others.map(\.line)
      return lines.contains { window.lines[$0].message.id == origin }
    }
    let near = Array(neighbours(before: line, Self.reach))
    guard near.contains(found.line),
      !near.contains(where: { $0 > found.line && asksElse($0, than: found, of: speaker) })
    else { return false }
    // "Fixed" is half of "fix and test".
    return report.infinitive.map { verbs(of: found).contains($0) && !isList(found) } ?? true
  }

  /// Whether a line of somebody else asks for something that is not the item: what follows may answer that.
  private func asksElse(_ line: Int, than found: Found, of speaker: String) -> Bool {
    guard sender(line) != speaker else { return false }
    let utterance = utterance(line)
    let asks =
      hasCue(utterance, [.ask, .beg, .call, .anyoneDuty, .advise])
      || utterance.sentences.contains { utterance.isQuestion($0) }
    return asks && found.topic.isDisjoint(with: utterance.words.map(\.hash))
  }

  /// The verbs of an item, as tasks have them.
  private func verbs(of found: Found) -> Set<String> {
    let utterance = utterance(found.line)
    let words = Array(found.act.cue.range) + Array(found.act.task)
    return Set(
      words.flatMap { index -> [String] in
        let infinitive = model.lexicon.infinitives[utterance.words[index].id]
        return [utterance.text(index).lowercased(), infinitive].compactMap { $0 }
      })
  }

  // MARK: - Lines

  /// Looks for the lines of people that may tell that something is done, and are not taken back at once.
  func findReports() -> [Int] {
    window.lines.indices.filter { line in
      shows(.report, line) && window.lines[line].message.kind == .message && !isBot(sender(line))
        && !isUnticked(window.lines[line].message) && !isTakenBack(line)
    }
  }

  /// "[ ] done", "❌ done"
  private func isUnticked(_ message: Message) -> Bool {
    message.text.holds("[ ]") || message.text.unicodeScalars.contains { Self.crosses.contains($0) }
  }

  private static let crosses: Set<Unicode.Scalar> = ["☐", "❌", "🚫", "✗", "✘", "❎", "⛔"]

  /// Whether the same one goes on to say that it was not so: "it bounced", "oops, wrong chat".
  private func isTakenBack(_ line: Int) -> Bool {
    neighbours(after: line, 3).contains { later in
      guard sender(later) == sender(line) else { return false }
      let utterance = utterance(later)
      return utterance.words.count <= Self.retraction
        && utterance.words.contains { !$0.roles.isDisjoint(with: [.negation, .doubtful]) }
    }
  }

  /// More words than these speak of something else.
  private static let retraction = 10

  /// What finds the acts of a message.
  func actReader(of utterance: Utterance) -> ActReader {
    ActReader(lexicon: model.lexicon, names: names, utterance: utterance)
  }
}
