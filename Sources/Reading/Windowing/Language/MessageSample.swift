/// Selects some 200 messages of a conversation of any length. It takes all messages at first, then every second one,
/// every fourth one and so on. So the sample covers the whole conversation.
struct MessageSample: Sendable {
  /// The current interval; each selected message stands for that many.
  private(set) var stride = 1
  private var count = 0
  /// The number of messages that the current interval has selected, or would have.
  private var taken = 0

  /// Number of selected messages before the interval doubles.
  private static let most = 32

  /// Whether the next message is selected.
  var takesNext: Bool { count & (stride - 1) == 0 }

  /// Advances past the next message.
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
