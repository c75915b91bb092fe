import ActionItemModel
import Windowing

/// What the new lines of a window tell is done.
///
/// What is asked or promised and done within one window is no item. What was an item before is done from now on.
extension WindowReader {
  /// Acts of earlier lines that would be items if no new line told that they are done.
  func finished(among weighed: [Found]) -> [Found] {
    weighed.filter { found in
      guard let line = found.completion, window.lines[line].isNew,
        !window.lines[found.line].isNew, isBare(utterance(line))
      else { return false }
      var evidence = found.act.evidence
      evidence.remove(.completed)
      return evidence.score > Weights.threshold
    }
  }

  /// What the new lines say in so many words, beside the acts that were found there: "assigned to me" leaves work
  /// to be done.
  func reports(beside weighed: [Found]) -> [(line: Int, work: FinishedWork)] {
    window.lines.indices.flatMap { line -> [(line: Int, work: FinishedWork)] in
      guard shows(.report, line), window.lines[line].isNew,
        window.lines[line].message.kind == .message, !isBot(sender(line))
      else { return [] }
      let reader = ActReader(utterance(line), lexicon: model.lexicon, names: names)
      let acts = weighed.filter { $0.line == line }.map(\.act.cue.range)
      return FinishedWork.all(in: reader)
        .filter { work in !acts.contains { $0.overlaps(work.words) } }
        .map { (line, $0) }
    }
  }
}
