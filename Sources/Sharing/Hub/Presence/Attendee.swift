/// A person present on a hub in one session (a device, or a window of the hub's page), and what they do there.
package struct Attendee: Hashable, Sendable {
  package var session: Int
  package var name: String
  package var device: String
  package var activity: Activity
  /// The cursor in the item's text; nil if it was not sent.
  package var cursor: Cursor?

  /// The person's activity.
  package enum Activity: Hashable, Sendable {
    case idle
    case viewing(String)
    /// Editing is exclusive: one person at a time.
    case editing(String)

    package var item: String? {
      switch self {
      case .idle: nil
      case .viewing(let item), .editing(let item): item
      }
    }

    var word: String {
      switch self {
      case .idle: "idle"
      case .viewing: "viewing"
      case .editing: "editing"
      }
    }
  }

  /// A position in a shared text: after an element, or at the beginning.
  package struct Cursor: Hashable, Sendable {
    /// The editor that inserted the element; empty for the beginning.
    package var editor: String
    package var number: Int
  }
}
