import Extraction
import OfflineModel
import Windowing

/// The offline model as extraction asks it.
struct OfflineWindowModel: WindowModel {
  let reader: OfflineReader

  var name: String { OfflineReader.name }
  var grade: Grade { .offline }

  func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    WindowReply(text: reader.reply(to: window))
  }
}
