package import ActionItems
package import CivilTime
package import DueDates
package import Windowing

/// The offline model: finds tasks with trained weights. The same text always gives the same result.
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

  /// The model's name, as stored with items.
  package static let name = "offline"

  /// Returns the claims of a window about tasks, in message order. `zone` returns the zone of a message's author.
  package func claims(in window: Window, zone: @escaping (Message) -> Zone?) -> [Window.Claim] {
    let talk = Talk(window)
    var reader = TalkReader(talk, weights, deadlines, threshold: threshold, zone: zone)
    let logits = reader.logits()
    // Most windows of a large archive state no task.
    guard reader.mayHoldTasks(logits) else { return [] }
    let tasks = reader.tasks(logits)
    var writer = ClaimWriter(talk, reader, deadlines)
    return writer.claims(of: tasks)
  }

  /// Returns the new lines of a window that contain an item with a probability of at least `certainty`.
  ///
  /// Other lines may contain one as well.
  package func certainLines(in window: Window) -> [Int] {
    lines(in: window) { weights.probability(of: $0) >= Self.certainty }
  }

  /// Returns the highest logit of an item in the new lines of a window; nil if they have no text.
  package func evidence(in window: Window) -> Double? {
    let talk = Talk(window)
    return logits(ofNew: talk).map { Double($0.logit) }.max()
  }

  /// Returns whether a better model should read a window: it shows a sign of an item, or is in an unsupported language.
  package func showsSign(in window: Window) -> Bool {
    evidence(in: window).map { $0 >= Self.sign } ?? false || isForeign(window)
  }

  /// Returns whether the new lines of a window yield an item.
  package func seemsToHold(anItem window: Window) -> Bool {
    !lines(in: window) { $0 > threshold }.isEmpty
  }

  /// Returns whether a window is in an unsupported language.
  package func isForeign(_ window: Window) -> Bool {
    ConversationLanguage(of: window.lines).isForeign
  }

  /// The minimum evidence for a sign of an item. It is low, because a missed item costs more than an unnecessary
  /// request.
  package static let sign = Double(Sensitivity.high.threshold(of: .shipped))

  /// The minimum probability of an item for asking again about a line without one in the reply.
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
