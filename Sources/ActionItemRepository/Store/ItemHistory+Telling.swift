import Extraction
import ItemCoding
package import JSONText

/// How a history is told, in words and as JSON.
extension ItemHistory {
  /// Changes that are told of one item, the last ones.
  public static let length = 100
  /// Bytes of a value that are told: what an item is now is told as a whole elsewhere.
  package static let longestValue = 500
}

extension ItemHistory.Setting {
  /// What was set, in words.
  package var what: String {
    let value = (value ?? "none").cut(toBytes: ItemHistory.longestValue)
    switch field {
    case .source: return "its messages"
    case .isComplete: return "state: \(value)"
    case .presence: return "kept: \(value)"
    case .assignee: return "who: \(value)"
    case .deadline: return "due: \(value)"
    default: return "\(field.rawValue): \(value)"
    }
  }

  /// Who set it, and where, in words; what the machine is called that tells of it is up to the caller.
  package func setter(here: String) -> String {
    let place = device.map { "device \($0.prefix(8))" } ?? here
    guard isByPerson else { return "found, on \(place)" }
    return (name.map { "\($0), " } ?? "") + (isByRule ? "by a rule, on " : "on ") + place
  }
}

extension JSONWriter {
  /// Writes the members `history` and `isWhole`; no value has more than `longestValue` bytes.
  package mutating func members(of history: ItemHistory) {
    key("history")
    beginArray()
    for step in history.steps { self.step(step) }
    endArray()
    field("isWhole", history.isWhole)
  }

  private mutating func step(_ step: ItemHistory.Step) {
    beginObject()
    field("sequence", step.sequence)
    key("at")
    timestamp(step.at)
    field("change", step.kind.rawValue)
    key("settings")
    beginArray()
    for setting in step.settings {
      beginObject()
      field("field", setting.field.rawValue)
      field("value", setting.value?.cut(toBytes: ItemHistory.longestValue))
      key("at")
      timestamp(setting.at)
      field("by", setting.isByRule ? "rule" : setting.isByPerson ? "person" : "model")
      field("device", setting.device)
      field("name", setting.name)
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
