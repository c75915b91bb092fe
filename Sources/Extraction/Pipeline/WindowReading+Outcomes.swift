import ActionItemModel
import Windowing

extension WindowReading {
  /// What is to be committed of a window, part by part.
  func outcomes(of window: Window, model: String, run: Int) -> [WindowOutcome] {
    var usage = usage
    return parts.map { part in
      defer { usage = Usage() }
      let reading = Merger.Reading(
        conversation: window.conversation, messages: part.messages, findings: part.findings,
        model: model, run: run)
      return WindowOutcome(
        reading: reading, digests: part.read.map(\.digest),
        edits: part.read.filter(\.isEdited).map(\.editDigest), grade: part.grade,
        usage: usage)
    }
  }
}
