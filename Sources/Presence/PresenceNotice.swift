public import JSONText

/// What the others are told. Nothing of it is ever stored.
public enum PresenceNotice: Hashable, Sendable {
  /// What somebody does now.
  case update(Attendee)
  /// Somebody is not there any more.
  case gone(Attendee)
  /// Who looks at an item now, the one who edits it among them.
  case viewing(item: String, [Attendee])
  /// Somebody edits an item, and for how long that holds unless it is renewed.
  case editing(item: String, Attendee, for: Duration)
  /// Nobody edits it any more.
  case released(item: String, Attendee, Reason)

  /// Why nobody does.
  public enum Reason: String, Sendable {
    /// They have ended it.
    case released
    /// They have not renewed it in time.
    case expired
    /// They have gone.
    case gone
  }

  /// The type of its frame.
  public var type: String {
    switch self {
    case .update, .gone: "presence.update"
    case .viewing: "item.viewing"
    case .editing: "item.editing"
    case .released: "item.released"
    }
  }

  /// The payload of its frame.
  public var payload: JSONValue {
    switch self {
    case .update(let attendee): Self.value(attendee)
    case .gone(let attendee): Self.value(attendee, state: "gone")
    case .viewing(let item, let people):
      ["item": .string(item), "people": .array(people.map { Self.value($0) })]
    case .editing(let item, let attendee, let time):
      [
        "item": .string(item), "by": Self.value(attendee),
        "milliseconds": .number("\(Int(time / .milliseconds(1)))"),
      ]
    case .released(let item, let attendee, let reason):
      [
        "item": .string(item), "by": Self.value(attendee), "reason": .string(reason.rawValue),
      ]
    }
  }

  /// The payload that lists all who are there, of a `presence.list`.
  public static func list(_ people: [Attendee]) -> JSONValue {
    ["people": .array(people.map { value($0) })]
  }

  private static func value(_ attendee: Attendee, state: String? = nil) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("session", .number("\(attendee.session)")), .init("name", .string(attendee.name)),
      .init("device_id", .string(attendee.device)),
      .init("state", .string(state ?? attendee.activity.word)),
    ]
    if state == nil, let item = attendee.activity.item {
      members.append(.init("item", .string(item)))
    }
    if state == nil, let cursor = attendee.cursor {
      members.append(
        .init(
          "cursor", ["editor": .string(cursor.editor), "number": .number("\(cursor.number)")]))
    }
    return .object(members)
  }
}
