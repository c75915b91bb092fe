import ActionItemModel
import DueDates
import Evaluation
import OfflineModel
import Windowing

/// Cuts labelled conversations into windows of so many messages, and asks the offline model which of
/// them show a sign of an item.
struct SieveRun {
  /// New messages in a window.
  let length: Int
  private let reader = OfflineReader(deadlines: DueDateReader())

  /// Messages before the new ones, as in other windows.
  private static let context = WindowBuilder.Settings().contextBefore

  func trial(_ gold: [GoldConversation]) -> SieveTrial {
    var trial = SieveTrial()
    for one in gold { trial.add(one, stretches(of: one)) }
    return trial
  }

  /// The evidence of a window; as much as is needed where the rules know nothing of its language.
  private func evidence(of window: Window) -> Double? {
    let evidence = reader.evidence(in: window)
    guard reader.isForeign(window) else { return evidence }
    return max(evidence ?? OfflineReader.sign, OfflineReader.sign)
  }

  private func stretches(of gold: GoldConversation) -> [SieveTrial.Stretch] {
    let conversation = gold.conversation
    return stride(from: 0, to: gold.messages.count, by: length).map { start in
      let end = min(start + length, gold.messages.count)
      let lines = (max(0, start - Self.context)..<end).map {
        Window.Line(gold.messages[$0], isNew: $0 >= start)
      }
      let window = Window(
        conversation: conversation, number: start / length, lines: lines,
        participants: conversation.participants)
      return (Set(gold.messages[start..<end].map(\.id)), evidence(of: window))
    }
  }
}
