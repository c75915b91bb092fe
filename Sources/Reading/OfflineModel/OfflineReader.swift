package import ActionItems
package import CivilTime
package import DueDates
package import Windowing

/// The offline model: finds to-dos by what it has learned, the same ones for the same text every time.
package struct OfflineReader: Sendable {
  private let deadlines: DueDateReader
  private let weights: OfflineWeights
  private let threshold: Float

  package init(deadlines: DueDateReader, sensitivity: Sensitivity = .normal) {
    let shipped = OfflineWeights.shipped
    self.init(
      deadlines: deadlines, weights: shipped, threshold: sensitivity.threshold(of: shipped))
  }

  package init(deadlines: DueDateReader, weights: OfflineWeights, threshold: Float) {
    (self.deadlines, self.weights, self.threshold) = (deadlines, weights, threshold)
  }

  /// The model's name, as items carry it.
  package static let name = "offline"

  /// What a window says of to-dos, in the order of its messages. `zone` is that of a message's author.
  package func claims(in window: Window, zone: @escaping (Message) -> Zone?) -> [Window.Claim] {
    let talk = Talk(window)
    var reader = TalkReader(talk, weights, deadlines, threshold: threshold, zone: zone)
    let logits = reader.logits()
    // Most windows of a large archive state nothing.
    guard reader.mayHoldTasks(logits) else { return [] }
    let tasks = reader.tasks(logits)
    var writer = ClaimWriter(talk, reader)
    return writer.claims(of: tasks)
  }

  /// The new lines of a window that hold an item with a probability of `certainty` or more.
  ///
  /// A line that is not among them may hold one all the same.
  package func certainLines(in window: Window) -> [Int] {
    lines(in: window) { weights.probability(of: $0) >= Self.certainty }
  }

  /// The logit of what most looks like an item in the new lines of a window; nil where nothing is said.
  package func evidence(in window: Window) -> Double? {
    let talk = Talk(window)
    return logits(ofNew: talk).map { Double($0.logit) }.max()
  }

  /// Whether somebody who reads better should look at a window: it shows a sign of an item, or is in a language
  /// that was not learned.
  package func showsSign(in window: Window) -> Bool {
    evidence(in: window).map { $0 >= Self.sign } ?? false || isForeign(window)
  }

  /// Whether an item would be found in the new lines of a window.
  package func seemsToHold(anItem window: Window) -> Bool {
    !lines(in: window) { $0 > threshold }.isEmpty
  }

  /// Whether a window is in a language that was not learned.
  package func isForeign(_ window: Window) -> Bool {
    var language = ConversationLanguage()
    for line in window.lines { language.add(line.message) }
    return language.isForeign
  }

  /// The evidence from which on a window shows a sign of an item: a question that is not asked costs more than one
  /// that is asked in vain.
  package static let sign = Double(Sensitivity.high.threshold(of: .shipped))

  /// The probability from which on silence about a line is worth a question.
  private static let certainty: Float = 0.95

  private func lines(in window: Window, where isMeant: (Float) -> Bool) -> [Int] {
    let talk = Talk(window)
    let found = logits(ofNew: talk).filter { isMeant($0.logit) }
    return Set(found.map { talk.units[$0.unit].line }).sorted()
  }

  private func logits(ofNew talk: Talk) -> [(unit: Int, logit: Float)] {
    talk.units.indices.filter(talk.isNew).map { unit in
      (unit, weights.heads.logits { talk.addFeatures(of: unit, to: &$0) }[Head.item.rawValue])
    }
  }
}
