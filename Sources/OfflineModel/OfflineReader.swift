import ActionItemModel
import CivilTime
package import DueDates
package import ReplyDecoding
import TimeZones
package import Windowing

/// The offline model: finds items by rules, the same ones for the same text every time.
///
/// It names messages by short ids and quotes them, as a chat model does, so that everything behind a model treats
/// both alike.
package struct OfflineReader: Sendable {
  private let deadlines: DueDateReader
  private let model: CompiledModel

  /// Makes a reader, which a correction adapts to a team; making one compiles its tables, so keep it.
  package init(
    deadlines: DueDateReader, sensitivity: Sensitivity = .normal, correction: LocalCorrection? = nil
  ) {
    let shipped = LearnedWeights.shipped
    self.init(
      deadlines: deadlines, weights: correction.map(shipped.corrected) ?? shipped,
      threshold: sensitivity.threshold(of: shipped), showsUnclear: sensitivity == .high)
  }

  /// `showsUnclear` says whether items are shown whose tasks cannot be read alone.
  package init(
    deadlines: DueDateReader, weights: LearnedWeights, threshold: Double, showsUnclear: Bool = false
  ) {
    self.deadlines = deadlines
    model = CompiledModel(weights: weights, threshold: threshold, showsUnclear: showsUnclear)
  }

  /// The same reader with another threshold: nothing is compiled for it.
  package init(_ other: OfflineReader, threshold: Double) {
    deadlines = other.deadlines
    model = CompiledModel(other.model, threshold: threshold)
  }

  /// The model's name, as items carry it.
  package static let name = "offline"

  /// The phrases and words that it knows; tests make sentences of them.
  package static var vocabulary: [String] {
    CueLanguage.all.flatMap { language in
      language.phrases.map { $0.words.joined(separator: " ") }
        + language.words.flatMap { CuePhrase.words(in: $0.value) }
        + (language.infinitives + language.pasts).map(\.form)
    }
  }

  /// The items that a window holds, and what it tells is done.
  package func items(in window: Window) -> [ActionItemJSON] {
    guard let (reader, weighed) = read(window) else { return [] }
    let composer = ItemComposer(reader: reader, deadlines: deadlines)
    return reader.items(among: weighed).compactMap(composer.item)
      + reader.finished(among: weighed).compactMap(composer.finished)
      + reader.reports(beside: weighed).map { composer.report($0.work, in: $0.line) }
  }

  /// Finds the acts of a window; nil where no new line has a cue, or tells that something is done.
  private func read(_ window: Window) -> (reader: TalkReader, weighed: [TalkReader.Found])? {
    let signs = model.scanner.signs(in: window)
    let isOfUse = signs.indices.contains {
      !signs[$0].isDisjoint(with: [.cue, .report]) && window.lines[$0].isNew
    }
    guard isOfUse else { return nil }
    let reader = TalkReader(window, model, deadlines, signs: signs)
    return (reader, reader.weighed())
  }

  /// The new lines of a window that hold an item with a probability of `certainty` or more.
  ///
  /// A line that is not among them may hold one all the same.
  package func certainLines(in window: Window) -> [Int] {
    guard let (reader, weighed) = read(window) else { return [] }
    let certain = reader.items(among: weighed).filter { probability(of: $0) >= Self.certainty }
    return Set(certain.map(\.line)).sorted()
  }

  /// The evidence of what most looks like an item in the new lines of a window; nil where nothing does.
  ///
  /// More than `sign` is reason enough to have somebody look who reads better.
  package func evidence(in window: Window) -> Double? {
    read(window)?.weighed.filter { window.lines[$0.line].isNew && !$0.act.isOver }
      // Of what is written down as an item nothing is learned.
      .map { $0.act.kind == .minute ? max($0.score, Self.sign, model.threshold) : $0.score }.max()
  }

  /// Whether somebody who reads better should look at a window: it shows a sign of an item, or is in a language
  /// in which the rules see none.
  package func showsSign(in window: Window) -> Bool {
    evidence(in: window).map { $0 >= Self.sign } ?? false || isForeign(window)
  }

  /// Whether an item would be found in the new lines of a window.
  package func seemsToHold(anItem window: Window) -> Bool {
    !lines(in: window).isEmpty
  }

  /// Whether a window is in a language that the rules do not know.
  package func isForeign(_ window: Window) -> Bool {
    var language = ConversationLanguage()
    for line in window.lines { language.add(line.message) }
    return language.isForeign
  }

  /// The evidence from which on a window shows a sign of an item: what high sensitivity takes for one. A question
  /// that is not asked costs more than one that is asked in vain.
  package static let sign = Sensitivity.high.threshold(of: .shipped)

  /// The probability from which on a line is taken to hold an item for certain, so that silence about it is
  /// worth a question.
  private static let certainty = 0.95

  /// How likely an act is an item.
  ///
  /// Lines that are marked as action items and name who is to do it are beside the learned scores: 153 of 153
  /// were items in minutes of five groups, so that with 95 % confidence it is .98 or more.
  private func probability(of found: TalkReader.Found) -> Double {
    if found.act.kind == .minute {
      return found.act.who == .nobody || found.act.evidence.contains(.noVerb) ? 0.5 : 0.98
    }
    // Where nothing was learned from, the surest were items nine times in ten.
    return min(0.9, model.weights.probability(of: found.score))
  }

  // MARK: - Training

  /// A sentence of a window, with or without an act, as training sees it.
  package struct Example {
    /// The line that it stands in.
    package let line: Int
    /// What is learned from.
    package let features: Features
    /// The hashes of the words of its phrase and its task, or of the whole sentence.
    package let words: Set<UInt64>
    /// Whether there is an act in it.
    package let isAct: Bool
    /// Whether what it is does not depend on what is learned: it is written down as an action item, proposed, or over.
    package let isSettled: Bool
  }

  /// Every act of a window, and every sentence without one.
  package func examples(in window: Window) -> [Example] {
    let reader = TalkReader(window, model, deadlines, signs: model.scanner.signs(in: window))
    let acts = reader.weighed()
    let found = acts.map { found in
      let (utterance, act) = (reader.utterance(found.line), found.act)
      return Example(
        line: found.line, features: reader.features(found, utterance),
        words: Set(utterance.words[act.words].map(\.hash)), isAct: true,
        isSettled: act.kind == .minute || act.kind == .proposal || act.isOver)
    }
    let others = window.lines.indices.flatMap { line -> [Example] in
      guard window.lines[line].message.kind == .message, !reader.isBot(reader.sender(line)) else {
        return []
      }
      let utterance = reader.utterance(line)
      let own = acts.filter { $0.line == line }.map(\.act.sentence)
      return utterance.sentences.filter { !own.contains($0) }.map { sentence in
        Example(
          line: line,
          features: reader.features(of: sentence, in: line, utterance, nil, isSpeakers: false),
          words: Set(utterance.words[sentence].map(\.hash)), isAct: false, isSettled: false)
      }
    }
    return found + others
  }

  /// Which of some examples a quote is of, by number: the one that has most of its words, and at least a third of
  /// them; of two that have as many, the first one. Nil where none has.
  package func example(quotedAs quote: String, of examples: [Example], among numbers: [Int]) -> Int?
  {
    let words = Set(model.tokenizer.utterance(quote).words.map(\.hash))
    let shares = numbers.map { words.intersection(examples[$0].words).count }
    guard let most = shares.max(), most > 0, most * 3 >= words.count else { return nil }
    return shares.firstIndex(of: most).map { numbers[$0] }
  }

  /// The lines of a window in which an item is found.
  package func lines(in window: Window) -> [Int] {
    read(window).map { $0.reader.items(among: $0.weighed).map(\.line) } ?? []
  }
}
