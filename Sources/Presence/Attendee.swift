/// Somebody who is there, in one session: each window of a person is one.
public struct Attendee: Hashable, Sendable {
  public var session: Int
  public var name: String
  public var device: String
  public var activity: Activity
  /// Where their cursor is in the item's text; nil where that is not told.
  public var cursor: Cursor?

  public enum Activity: Hashable, Sendable {
    case idle
    case viewing(String)
    /// They edit an item, which nobody else does meanwhile.
    case editing(String)

    public var item: String? {
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
  public struct Cursor: Hashable, Sendable {
    /// Who put the element in; empty for the beginning.
    public var editor: String
    public var number: Int
  }
}
