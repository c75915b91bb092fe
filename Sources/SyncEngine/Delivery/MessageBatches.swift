import Digests
import JSONText

/// Puts changes together into `batch` frames, and knows which of them an acknowledgement means.
struct MessageBatches: Sendable {
  private var messages: [String: [String]] = [:]
  private var order: [String] = []

  /// Messages in one batch.
  static let size = 10
  /// Batches that are remembered; a window has fewer.
  private static let remembered = 4096

  /// The messages that an id stands for: those of a batch, or the one message itself.
  func messages(of id: String) -> [String] { messages[id] ?? [id] }

  /// Frames with the changes, in order, at most ten in each.
  mutating func frames(_ changes: [OutgoingChange], milliseconds: Int) -> [[UInt8]] {
    stride(from: 0, to: changes.count, by: Self.size).map { start in
      frame(changes[start..<min(start + Self.size, changes.count)], milliseconds)
    }
  }

  private mutating func frame(
    _ changes: ArraySlice<OutgoingChange>, _ milliseconds: Int
  ) -> [UInt8] {
    // Made of the ids in it: the same batch is recognisable, too.
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
      writer.key("batchId")
      writer.string(id)
      writer.key("timestamp")
      writer.int(milliseconds)
      writer.endObject()
    }
  }
}
