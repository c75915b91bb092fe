import ActionItemRepository
import Extraction
import JSONText

/// What became of an item, as it is told.
extension HubItems {
  /// The changes of an item that is there: those as which it was for whoever asks to see, with who set what.
  func history(_ id: String, _ access: HubAccess) async throws -> ItemHistory {
    var history = try await store.history(ofItem: id)
    if let limit = access.limit { history.keep { limit.takes($0.item) } }
    return history
  }

  /// Answers with them.
  func history(
    _ id: String, _ request: HubRequest, _ access: HubAccess
  ) async throws -> HubAnswer {
    guard try await change(ofItem: id, access) != nil else { return Self.missing }
    let history = try await history(id, access)
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.members(of: history)
    writer.endObject()
    writer.endLine()
    return HubAnswer(200, json: writer.bytes)
  }
}
