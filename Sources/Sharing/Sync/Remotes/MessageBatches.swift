import Encoding

/// Combines the changes of an `Outbox` into `batch` frames, and maps the answer to a batch back to its changes.
struct MessageBatches: Sendable {
  private var messages: [String: [String]] = [:]
  private var order: [String] = []
  /// Messages to send alone because a batch with them was refused.
  private var singles: Set<String> = []

  static let size = 10
  /// The largest batch, in bytes of its messages. A larger message is sent alone.
  static let bytes = 256 << 10
  /// The number of batches that are remembered. A window has fewer.
  private static let remembered = 4096

  /// Returns the messages that an id stands for: those of a batch, or the one message itself.
  func messages(of id: String) -> [String] { messages[id] ?? [id] }

  /// Splits a refused batch: its messages are sent alone from now on. Returns them, or nothing if the batch is unknown.
  mutating func takeApart(_ id: String) -> [String] {
    guard let ids = messages.removeValue(forKey: id) else { return [] }
    singles.formUnion(ids)
    return ids
  }

  /// Forgets whether a finished message must be sent alone.
  mutating func forget(_ id: String) {
    if !singles.isEmpty { singles.remove(id) }
  }

  /// Returns frames with the changes, in order. Each holds at most `size` changes and `bytes` bytes.
  mutating func frames(_ changes: [OutgoingChange], milliseconds: Int) -> [[UInt8]] {
    var frames: [[UInt8]] = []
    var (start, size) = (0, 0)
    func isSingle(_ change: OutgoingChange) -> Bool {
      change.frame.count > Self.bytes || singles.contains(change.messageID)
    }
    for index in changes.indices {
      let change = changes[index]
      let isAlone = isSingle(change) || (index > start && isSingle(changes[start]))
      let isFull = index - start == Self.size || size + change.frame.count > Self.bytes
      if index > start, isAlone || isFull {
        frames.append(frame(changes[start..<index], milliseconds))
        (start, size) = (index, 0)
      }
      size += change.frame.count
    }
    if start < changes.count { frames.append(frame(changes[start...], milliseconds)) }
    return frames
  }

  private mutating func frame(
    _ changes: ArraySlice<OutgoingChange>, _ milliseconds: Int
  ) -> [UInt8] {
    if changes.count == 1, let only = changes.first { return only.frame }
    // The id is derived from the ids in the batch, so the same batch gets the same id again.
    let ids = changes.map(\.messageID)
    let id = UUIDv5.string(namespace: .url, name: ids.joined(separator: " "))
    messages[id] = ids
    order.append(id)
    if order.count > Self.remembered { messages[order.removeFirst()] = nil }
    return SyncFrame.write("batch", messageID: id) { writer in
      writer.reserve(changes.reduce(200) { $0 + $1.frame.count + 1 })
      writer.beginObject()
      writer.key("messages")
      writer.beginArray()
      for change in changes { writer.raw(change.frame) }
      writer.endArray()
      writer.field("batchId", id)
      writer.field("timestamp", milliseconds)
      writer.endObject()
    }
  }
}
