import Extraction
import FoundationEssentials
import JSONText
import ReplyDecoding
import Synchronization

/// The file that `--rejected` names: a JSON object a line for everything that was refused.
final class RejectionFile: Sendable {
  private let path: String
  private let writer = Mutex(JSONWriter())

  /// Makes the file, empty, so that a bad path is found out before the run.
  init(path: String) throws(CommandFailure) {
    self.path = path
    do {
      try Data().write(to: URL(filePath: path))
    } catch {
      throw CommandFailure(.usage, "--rejected: cannot write \(path)")
    }
  }

  func write(_ rejection: Rejection) {
    writer.withLock { writer in
      writer.beginObject()
      writer.key("schema")
      writer.int(1)
      writer.key("reason")
      writer.string(rejection.reason.description)
      writer.key("kept")
      writer.bool(!rejection.isWhole)
      writer.key("task")
      writer.string(rejection.item.task)
      writer.key("assignee")
      writer.string(rejection.item.assignee)
      writer.key("deadline")
      writer.string(rejection.item.deadline)
      writer.key("priority")
      writer.string(rejection.item.priority)
      writer.key("messageId")
      writer.string(rejection.item.messageId)
      writer.key("quote")
      writer.string(rejection.item.quote)
      writer.endObject()
      writer.endLine()
    }
  }

  func close() throws(CommandFailure) {
    let bytes = writer.withLock { $0.take() }
    do {
      try Data(bytes).write(to: URL(filePath: path))
    } catch {
      throw CommandFailure(.partial, "--rejected: cannot write \(path): \(error)")
    }
  }
}
