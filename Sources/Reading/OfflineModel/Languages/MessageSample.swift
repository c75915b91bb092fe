/// Which messages of a conversation are looked at where some two hundred tell enough, however long it is: all at
/// first, then one in two, in four and so on, so that they lie spread over all of it.
struct MessageSample: Sendable {
  /// One message in so many is taken now, and stands for them.
  private(set) var stride = 1
  private var count = 0
  /// Those that were taken at this stride, or would have been.
  private var taken = 0

  /// So many are taken before the stride grows.
  private static let most = 32

  /// Whether the next message is one of them.
  var takesNext: Bool { count & (stride - 1) == 0 }

  /// Steps over the next message.
  mutating func advance() {
    if takesNext {
      taken += 1
      if taken == Self.most {
        taken /= 2
        stride *= 2
      }
    }
    count += 1
  }
}
