/// JSON members of an item from other devices that this version does not know. They are kept and passed on unchanged.
public struct UnknownMembers: Hashable, Sendable {
  /// The time of the version that brought them, in milliseconds since 1970.
  public var milliseconds: Int64 = 0
  /// The unknown members of the payload.
  public var payload: [Member] = []
  /// The unknown members of the part that belongs to this program.
  public var item: [Member] = []
  /// The unknown members of the field settings.
  public var fields: [Member] = []
  /// Tags that are not derived from the item.
  public var tags: [String] = []

  /// One member.
  public struct Member: Hashable, Sendable {
    /// The name of the member.
    public var name: String
    /// The value as JSON.
    public var value: [UInt8]

    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// Creates an empty set.
  public init() {}

  /// Whether there are no unknown members.
  public var isEmpty: Bool {
    payload.isEmpty && item.isEmpty && fields.isEmpty && tags.isEmpty
  }

  /// Returns the later one of two sets.
  public static func later(_ a: UnknownMembers?, _ b: UnknownMembers?) -> UnknownMembers? {
    guard let a, let b else { return a ?? b }
    if a.milliseconds != b.milliseconds { return a.milliseconds < b.milliseconds ? b : a }
    return a.text.lexicographicallyPrecedes(b.text) ? b : a
  }

  private var text: [UInt8] {
    (payload + item + fields).flatMap { Array($0.name.utf8) + [0] + $0.value }
      + tags.flatMap(\.utf8)
  }

  /// The size of names and values in bytes. An item with more than `limit` is not kept completely.
  public var size: Int {
    (payload + item + fields).reduce(0) { $0 + $1.name.utf8.count + $1.value.count }
      + tags.reduce(0) { $0 + $1.utf8.count }
  }

  /// The most bytes kept of one item.
  public static let limit = 64 << 10
}
