import ActionItemModel
import CivilTime

/// A message that is being put together from the lines of a text file.
struct TextDraft {
  /// What the file calls whoever wrote it, where its first line tells.
  private(set) var name: [UInt8] = []
  private(set) var isNamed = false
  /// Who wrote it, by the number in the table of senders; nil for the system.
  var sender: Int?
  var kind: Message.Kind = .message
  /// The time as the file writes it: for the id, the same in every export of the message.
  var written: [UInt8] = []
  var time: GenericTimestamp.Reading?
  /// What the file says, its lines joined.
  private(set) var raw: [UInt8] = []
  /// Whether it grew beyond the limit.
  private(set) var isTooLong = false
  var threadId: String?
  var replyTo: String?
  /// Whether it stands below another message.
  var isNested = false
  /// Whether a message has begun.
  var isOpen = false
  /// Where it begins in the file.
  var offset = 0

  /// Starts the next message with its first line.
  mutating func begin(_ text: Bytes, by name: Bytes? = nil, at offset: Int = 0) {
    self.name.removeAll(keepingCapacity: true)
    if let name { self.name.append(contentsOf: name) }
    isNamed = name != nil
    sender = nil
    kind = .message
    written.removeAll(keepingCapacity: true)
    time = nil
    raw.removeAll(keepingCapacity: true)
    raw.append(contentsOf: text)
    isTooLong = false
    threadId = nil
    replyTo = nil
    isNested = false
    isOpen = true
    self.offset = offset
  }

  /// Adds a line.
  mutating func extend(_ line: Bytes, joint: UInt8 = 0x0A, limit: Int) {
    guard !isTooLong else { return }
    if raw.count + line.count >= limit {
      isTooLong = true
      raw = []
      return
    }
    raw.append(joint)
    raw.append(contentsOf: line)
  }

  /// Replaces the text.
  mutating func replace(_ text: [UInt8]) { raw = text }
}

extension ConversationWriter {
  /// Hands out a message of a text file and returns its id; `text` is what it says, where that is not what the file
  /// has.
  @discardableResult
  mutating func write(_ draft: borrowing TextDraft, text: Bytes? = nil) throws -> String? {
    if draft.isTooLong {
      noteTooLong(at: draft.offset)
      return nil
    }
    let sender = draft.sender.map { senders[$0] }
    var mark = MessageDigest()
    mark.add(sender?.id ?? "")
    draft.written.withUnsafeBufferPointer { mark.add($0) }
    // How many empty lines follow depends on what else the file holds.
    draft.raw.withUnsafeBufferPointer { mark.add($0.trimmed) }
    let plain = text.map { string($0) } ?? draft.raw.withUnsafeBufferPointer { string($0) }
    return try write(
      MessageDraft(
        mark: mark.finish(), sender: sender, time: draft.time, text: plain, kind: draft.kind,
        threadId: draft.threadId, replyTo: draft.replyTo))
  }

  private mutating func string(_ bytes: Bytes) -> String {
    if bytes.firstBeyondASCII(from: 0) == nil { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    noteMended()
    return encoding.string(bytes)
  }
}

extension GenericTimestamp.Reading {
  /// What a clock showed, its zone unstated.
  static func civil(_ civil: CivilDateTime, microsecond: Int = 0) -> Self {
    .civil(
      ISO8601.Reading(civil: civil, microsecond: microsecond, offset: nil, hasTime: true))
  }
}
