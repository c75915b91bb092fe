package import ActionItemRepository
import Extraction
import ItemCoding
package import JSONText

/// What became of an item, as it is told.
extension HubItems {
  /// Changes that are told of one item, the last ones.
  private static let longestHistory = 100
  /// Bytes of a value that are told: what an item is now is told as a whole elsewhere.
  static let longestValue = 500

  /// The changes of an item that is there: those as which it was for whoever asks to see, with who set what.
  func history(_ id: String, _ access: HubAccess) async throws -> ItemHistory {
    var history = try await store.history(ofItem: id, limit: Self.longestHistory)
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
    writer.members(of: history, longestValue: Self.longestValue)
    writer.endObject()
    writer.endLine()
    return HubAnswer(200, json: writer.bytes)
  }
}

extension ItemHistory.Setting {
  /// Who set it, and where, in words; what the machine is called that tells of it is up to the caller.
  package func setter(here: String) -> String {
    let place = device.map { "device \($0.prefix(8))" } ?? here
    guard isByPerson else { return "found, on \(place)" }
    return (name.map { "\($0), " } ?? "") + (isByRule ? "by a rule, on " : "on ") + place
  }
}

extension JSONWriter {
  /// Writes the members `history` and `isWhole`; no value has more than so many bytes.
  package mutating func members(of history: ItemHistory, longestValue: Int) {
    key("history")
    beginArray()
    for step in history.steps { self.step(step, longestValue: longestValue) }
    endArray()
    key("isWhole")
    bool(history.isWhole)
  }

  private mutating func step(_ step: ItemHistory.Step, longestValue: Int) {
    beginObject()
    key("sequence")
    int(step.sequence)
    key("at")
    timestamp(step.at)
    key("change")
    string(step.change.kind.rawValue)
    key("settings")
    beginArray()
    for setting in step.settings {
      beginObject()
      key("field")
      string(setting.field.rawValue)
      key("value")
      string(setting.value?.cut(toBytes: longestValue))
      key("at")
      timestamp(setting.at)
      key("by")
      string(setting.isByRule ? "rule" : setting.isByPerson ? "person" : "model")
      key("device")
      string(setting.device)
      key("name")
      string(setting.name)
      endObject()
    }
    endArray()
    endObject()
  }
}

extension String {
  /// The text, cut to no more than so many bytes.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var size = 0
    return String(
      unicodeScalars.prefix { scalar in
        size += UTF8.width(scalar)
        return size <= limit
      }.map(Character.init)) + "…"
  }
}
