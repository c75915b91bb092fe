import ActionItemModel
import CivilTime

/// A message that is being put together from the lines of a text file.
struct TextDraft {
  /// Who wrote it, by the number in the table of senders; nil for the system.
  var sender: Int?
  var kind: Message.Kind = .message
  /// The time as the file writes it: for the id, the same in every export of the message.
  var written: [UInt8] = []
  var time: TextTime?
  /// What the file says, its lines joined.
  private(set) var raw: [UInt8] = []
  /// Whether it grew beyond the limit.
  private(set) var isTooLong = false
  var threadId: String?
  var replyTo: String?
  /// Whether a message has begun.
  var isOpen = false
  /// Where it begins in the file.
  var offset = 0

  /// Starts the next message with its first line.
  mutating func begin(_ text: Bytes, at offset: Int) {
    sender = nil
    kind = .message
    written.removeAll(keepingCapacity: true)
    time = nil
    raw.removeAll(keepingCapacity: true)
    raw.append(contentsOf: text)
    isTooLong = false
    threadId = nil
    replyTo = nil
    isOpen = true
    self.offset = offset
  }

  /// Adds a line.
  mutating func extend(_ line: Bytes, separator: UInt8 = 0x0A, limit: Int) {
    guard !isTooLong else { return }
    if raw.count + line.count >= limit {
      isTooLong = true
      raw = []
      return
    }
    raw.append(separator)
    raw.append(contentsOf: line)
  }

  /// Replaces the text.
  mutating func replace(_ text: [UInt8]) { raw = text }
}

/// When a message was written, as far as a text file tells.
enum TextTime {
  /// What a clock showed, its zone unstated.
  case civil(CivilDateTime, microsecond: Int = 0)
  /// An instant.
  case instant(Timestamp)
}
