package import ActionItems
package import CivilTime
package import DueDates
package import Windowing

/// The offline model: finds the tasks of a window with trained weights. The same text always gives the same result.
package struct OfflineReader: Sendable {
  private let deadlines: DueDateReader
  private let weights: OfflineWeights
  private let threshold: Float

  package init(deadlines: DueDateReader, sensitivity: Sensitivity = .normal) {
    let shipped = OfflineWeights.shipped
    self.init(deadlines: deadlines, weights: shipped, threshold: sensitivity.threshold(of: shipped))
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
  package func certainLines(in window: Window) -> [Int] {
    let found = newUnits(of: window).filter { weights.probability(of: $0.logit) >= Self.certainty }
    return Set(found.map(\.line)).sorted()
  }

  /// Returns the highest logit of an item in the new lines of a window; nil if they have no text.
  package func evidence(in window: Window) -> Double? {
    newUnits(of: window).map { Double($0.logit) }.max()
  }

  /// Returns whether a better model should read a window: it shows a sign of an item, or is in an unsupported language.
  package func showsSign(in window: Window) -> Bool {
    evidence(in: window).map { $0 >= Self.sign } ?? false
      || ConversationLanguage(of: window.lines).isForeign
  }

  /// Returns whether the new lines of a window yield an item.
  package func seemsToHold(anItem window: Window) -> Bool {
    newUnits(of: window).contains { $0.logit > threshold }
  }

  /// The minimum evidence for a sign of an item. A missed item costs more than an unnecessary request.
  package static let sign = Double(Sensitivity.high.threshold(of: .shipped))

  /// The minimum probability of an item for asking again about a line without one in the reply.
  private static let certainty: Float = 0.95

  /// Returns the line of each unit in the new lines of a window, and its logit of stating an item.
  private func newUnits(of window: Window) -> [(line: Int, logit: Float)] {
    let talk = Talk(window)
    return talk.units.indices.filter(talk.isNew).map { unit in
      let logits = weights.heads.logits { talk.addFeatures(of: unit, to: &$0) }
      return (talk.units[unit].line, logits[Head.item.rawValue])
    }
  }
}
