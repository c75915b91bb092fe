/// Which operations somebody has: by editor, how many numbers. Who has less asks for the rest with it.
public struct TextVersion: Hashable, Sendable {
  /// The numbers by editor; none of them is zero.
  public private(set) var counts: [String: Int] = [:]

  /// Nothing.
  public init() {}

  /// How many numbers of an editor there are.
  public subscript(editor: String) -> Int {
    get { counts[editor] ?? 0 }
    set { counts[editor] = newValue > 0 ? newValue : nil }
  }

  /// Whether all is here that is there.
  public func includes(_ other: TextVersion) -> Bool {
    other.counts.allSatisfy { self[$0.key] >= $0.value }
  }
}
