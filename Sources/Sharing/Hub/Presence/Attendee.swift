/// Somebody who is there, in one session: each window of a person is one.
package struct Attendee: Hashable, Sendable {
  package var session: Int
  package var name: String
  package var device: String
  package var activity: Activity
  /// Where their cursor is in the item's text; nil where that is not told.
  package var cursor: Cursor?

  package enum Activity: Hashable, Sendable {
    case idle
    case viewing(String)
    /// They edit an item, which nobody else does meanwhile.
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

  /// A place in a shared text: behind an element, or at the beginning.
  package struct Cursor: Hashable, Sendable {
    /// Who put the element in; empty for the beginning.
    package var editor: String
    package var number: Int
  }
}
