/// Members of an item's JSON, as peers tell of it, that this version does not know: they are kept and told on
/// as they came.
public struct UnknownMembers: Hashable, Sendable {
  /// When the version was made that brought them, in milliseconds since 1970.
  public var milliseconds: Int64 = 0
  /// Those of the payload.
  public var payload: [Member] = []
  /// Those of what is ours in it.
  public var item: [Member] = []
  /// Those of what is told of who set what.
  public var fields: [Member] = []
  /// Tags that are not made of the item.
  public var tags: [String] = []

  /// One member.
  public struct Member: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value, as JSON.
    public var value: [UInt8]

    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// Nothing.
  public init() {}

  /// Whether there is nothing.
  public var isEmpty: Bool {
    payload.isEmpty && item.isEmpty && fields.isEmpty && tags.isEmpty
  }

  /// The later ones of two.
  public static func later(_ a: UnknownMembers?, _ b: UnknownMembers?) -> UnknownMembers? {
    guard let a, let b else { return a ?? b }
    if a.milliseconds != b.milliseconds { return a.milliseconds < b.milliseconds ? b : a }
    return a.text.lexicographicallyPrecedes(b.text) ? b : a
  }

  private var text: [UInt8] {
    (payload + item + fields).flatMap { Array($0.name.utf8) + [0] + $0.value }
      + tags.flatMap(\.utf8)
  }

  /// Bytes of names and values; an item with more than `limit` is not kept whole.
  public var size: Int {
    (payload + item + fields).reduce(0) { $0 + $1.name.utf8.count + $1.value.count }
      + tags.reduce(0) { $0 + $1.utf8.count }
  }

  /// Bytes that are kept of one item.
  public static let limit = 64 << 10
}
