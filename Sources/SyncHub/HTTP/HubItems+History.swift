import ActionItemRepository
import Extraction
import JSONText

/// What became of an item, as it is told.
extension HubItems {
  /// The changes of an item that is there: those as which it was for whoever asks to see, with who set what.
  func history(_ id: String, _ access: HubAccess) async throws -> ItemHistory {
    let limit = access.limit
    return try await store.history(ofItem: id) { limit?.takes($0.item) ?? true }
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
