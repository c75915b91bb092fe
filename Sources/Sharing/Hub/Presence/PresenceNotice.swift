package import Encoding

/// A hub's notice to clients about the presence of others, and its JSON payload. `PresenceUpdate` is what clients send.
/// Notices are never stored.
package enum PresenceNotice: Hashable, Sendable {
  case update(Attendee)
  case gone(Attendee)
  /// Everyone who looks at an item now, its editor included.
  case viewing(item: String, [Attendee])
  /// An item is being edited, with the time that the lease lasts unless renewed.
  case editing(item: String, Attendee, for: Duration)
  case released(item: String, Attendee, Reason)

  /// Why an item is no longer edited.
  package enum Reason: String, Sendable {
    case released
    /// The lease was not renewed in time.
    case expired
    case gone
  }

  package var type: String {
    switch self {
    case .update, .gone: "presence.update"
    case .viewing: "item.viewing"
    case .editing: "item.editing"
    case .released: "item.released"
    }
  }

  package var payload: JSONValue {
    switch self {
    case .update(let attendee): Self.value(attendee)
    case .gone(let attendee): Self.value(attendee, state: "gone")
    case .viewing(let item, let people):
      ["item": .string(item), "people": .array(people.map { Self.value($0) })]
    case .editing(let item, let attendee, let time):
      [
        "item": .string(item), "by": Self.value(attendee),
        "milliseconds": .int(Int(time / .milliseconds(1))),
      ]
    case .released(let item, let attendee, let reason):
      [
        "item": .string(item), "by": Self.value(attendee), "reason": .string(reason.rawValue),
      ]
    }
  }

  /// The payload of a `presence.list`: everyone present.
  package static func list(_ people: [Attendee]) -> JSONValue {
    ["people": .array(people.map { value($0) })]
  }

  private static func value(_ attendee: Attendee, state: String? = nil) -> JSONValue {
    // A person who has left is at no item.
    let item = state == nil ? attendee.activity.item : String?.none
    let cursor = state == nil ? attendee.cursor : Attendee.Cursor?.none
    return JSONValue(present: [
      "session": .int(attendee.session), "name": .string(attendee.name),
      "device_id": .string(attendee.device), "state": .string(state ?? attendee.activity.word),
      "item": item.map(JSONValue.string),
      "cursor": cursor.map { ["editor": .string($0.editor), "number": .int($0.number)] },
    ])
  }
}
