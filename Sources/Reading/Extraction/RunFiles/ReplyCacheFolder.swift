import Encoding
import ItemRecords
package import LanguageModel
package import Store
import Synchronization

/// A `ReplyCache` in a folder: one small file for each reply, named by the key of the request.
package final class ReplyCacheFolder: ReplyCache {
  private let folder: DiskFolder
  private let isBroken = Atomic(false)
  private let warn: @Sendable (String) -> Void

  /// The largest reply that is cached, in bytes of its file.
  private static let limit = 4 << 20

  package init(path: String, warn: @escaping @Sendable (String) -> Void) throws(StorageError) {
    folder = try DiskFolder(creating: path)
    self.warn = warn
  }

  package func reply(forKey key: String) -> ChatReply? {
    guard let part = try? DiskFolder(existing: "\(folder.path)/\(key.prefix(2))"),
      let file = try? part.open(key + ".json", .reading),
      let bytes = try? file.read(Self.limit, at: 0),
      let value = try? JSONValue(parsing: bytes), let text = value["text"]?.string
    else { return nil }
    return ChatReply(
      text: text, finishReason: value["finishReason"]?.string,
      promptTokens: ModelUsage.count(value["promptTokens"]),
      answerTokens: ModelUsage.count(value["answerTokens"]))
  }

  package func keep(_ reply: ChatReply, forKey key: String) {
    let value: JSONValue = [
      "schema": 1, "text": .string(reply.text), "finishReason": .text(reply.finishReason),
      "promptTokens": .int(reply.promptTokens), "answerTokens": .int(reply.answerTokens),
    ]
    let line = value.line()
    guard line.count < Self.limit else { return }
    do throws(StorageError) {
      let part = StateFolder(folder: try folder.folder(String(key.prefix(2))))
      try part.replace(key + ".json", line)
    } catch {
      if !isBroken.exchange(true, ordering: .relaxed) { warn("answers are not cached: \(error)") }
    }
  }

  package func drop(key: String) {
    // A missing file needs no removal.
    try? DiskFolder(existing: "\(folder.path)/\(key.prefix(2))").remove(key + ".json")
  }
}
