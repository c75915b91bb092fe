import ItemRecords
import LanguageModel
import OfflineModel
import Windowing

/// The offline model as a `WindowModel`: replies with claims about lines of the window, which need no proof.
struct OfflineWindowModel: WindowModel {
  let reader: OfflineReader
  let grounder: Grounder

  var name: String { OfflineReader.name }
  var readLevel: ReadLevel { .offline }

  func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    let people = People(window.participants)
    return WindowReply(
      claims: reader.claims(in: window) { grounder.zones.zone(of: $0, people) })
  }
}
