/// Whether there is room on the disk for what comes in.
///
/// A plain struct. On a disk that is all but full small things go in now and then: that does not count as room.
struct DiskRoom {
  /// What there was no room for last, in bytes, and when that was; nil where there is room.
  private var refused: (bytes: Int, at: Duration)?

  /// How long nothing has to be refused until whatever goes in shows that there is room.
  private static let patience: Duration = .seconds(60)

  var isFull: Bool { refused != nil }

  /// How many bytes there was no room for; nil where there is room.
  var refusedBytes: Int? { refused?.bytes }

  /// There was no room for so many bytes; returns whether that is news.
  mutating func noteFull(_ bytes: Int, _ now: Duration) -> Bool {
    defer { refused = (bytes, now) }
    return refused == nil
  }

  /// So many bytes were kept; returns whether it is news that there is room.
  mutating func noteKept(_ bytes: Int, _ now: Duration) -> Bool {
    guard let last = refused, bytes >= last.bytes || last.at + Self.patience <= now else {
      return false
    }
    refused = nil
    return true
  }
}
