/// Somebody who is there, in one session: each window of a person is one.
public struct Attendee: Hashable, Sendable {
  /// The session's number.
  public var session: Int
  /// What the person is called.
  public var name: String
  /// The device, by its id.
  public var device: String
  /// What they do.
  public var activity: Activity
  /// Where their cursor is in the item's text; nil where that is not told.
  public var cursor: Cursor?

  /// Puts the parts together.
  public init(
    session: Int, name: String, device: String, activity: Activity, cursor: Cursor? = nil
  ) {
    self.session = session
    self.name = name
    self.device = device
    self.activity = activity
    self.cursor = cursor
  }

  /// What somebody does.
  public enum Activity: Hashable, Sendable {
    /// They are there and look at no item.
    case idle
    /// They look at an item.
    case viewing(String)
    /// They edit an item, which nobody else does meanwhile.
    case editing(String)

    /// The item, where there is one.
    public var item: String? {
      switch self {
      case .idle: nil
      case .viewing(let item), .editing(let item): item
      }
    }

    /// The word for it in frames.
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
    /// Its number.
    public var number: Int

    /// Puts the parts together.
    public init(editor: String, number: Int) {
      self.editor = editor
      self.number = number
    }
  }
}
