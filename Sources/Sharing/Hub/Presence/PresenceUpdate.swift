package import Encoding

/// A client's report of what its person does, repeated as a heartbeat: the payload of `presence.update` and of
/// `POST /presence`. The others get a `PresenceNotice`. `PresenceProblem` is a refusal.
///
///     {"state": "editing", "item": "…", "lease": 7, "cursor": {"editor": "…", "number": 12}}
package struct PresenceUpdate: Hashable, Sendable {
  package var activity: Attendee.Activity
  /// The number of the client's lease on the edited item; nil to request one.
  package var lease: Int?
  package var cursor: Attendee.Cursor?

  /// The limit in bytes of an item's id and of an editor's name.
  private static let longestID = 200
}

extension PresenceUpdate {
  package init(_ payload: JSONValue) throws(PresenceProblem) {
    guard let state = payload["state"]?.string else { throw .malformed("it has no state") }
    func item() throws(PresenceProblem) -> String {
      guard let item = payload["item"]?.string, Self.isID(item) else {
        throw .malformed("it names no item")
      }
      return item
    }
    let activity: Attendee.Activity
    switch state {
    case "idle": activity = .idle
    case "viewing": activity = .viewing(try item())
    case "editing": activity = .editing(try item())
    default: throw .malformed("its state must be viewing, editing or idle")
    }
    self.init(activity: activity, lease: payload["lease"]?.int)
    if let value = payload["cursor"], !value.isNull {
      guard let editor = value["editor"]?.string, editor.isEmpty || Self.isID(editor),
        let number = value["number"]?.int, number >= 0
      else { throw .malformed("its cursor is invalid") }
      cursor = Attendee.Cursor(editor: editor, number: number)
    }
  }

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestID
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}

/// The reason why an update is refused.
package enum PresenceProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case malformed(String)
  case unknownSession
  case held(by: Attendee)
  /// The lease has expired or was never given.
  case leaseOver
  case tooFast
  /// The token is read-only.
  case forbidden

  /// The code of the `error` frame that reports it.
  package var code: String {
    switch self {
    case .malformed, .unknownSession: "invalid"
    case .held: "held"
    case .leaseOver: "lease_over"
    case .tooFast: "too_fast"
    case .forbidden: "forbidden"
    }
  }

  package var description: String {
    switch self {
    case .malformed(let problem): "the presence cannot be read: \(problem)"
    case .unknownSession: "the session is not authenticated"
    case .held(let holder): "\(holder.name) is editing this item"
    case .leaseOver: "the lease has expired; get the item again, and request a new lease"
    case .tooFast: "presence changes too often"
    case .forbidden: "this token cannot lock items for editing"
    }
  }
}
