import ActionItems
import CivilTime
import Encoding

/// A message being assembled from the lines of a text file, and how `ConversationWriter` writes it.
struct TextDraft {
  /// The author's name as the file writes it, empty if the first line has none.
  private(set) var name: [UInt8] = []
  private(set) var isNamed = false
  /// The author's number in the table of senders; nil for the system.
  var sender: Int?
  var kind: Message.Kind = .message
  /// The time as the file writes it. The message's synthetic id is made of sender, time and text.
  var written: [UInt8] = []
  var time: GenericTimestamp.Reading?
  /// The text so far, its lines joined.
  private(set) var raw: [UInt8] = []
  /// Whether the text exceeds the limit.
  private(set) var isTooLong = false
  var threadId: String?
  var replyTo: String?
  /// Whether the message is nested below another one.
  var isNested = false
  var isOpen = false
  /// A line that may be the name of the next message's author.
  var held: [UInt8]?
  var offset = 0

  /// Starts the next message with its first line.
  mutating func begin(_ text: Bytes, by name: Bytes? = nil, at offset: Int = 0) {
    self.name.replaceSubrange(0..<self.name.count, with: name ?? text.part(0, 0))
    isNamed = name != nil
    sender = nil
    kind = .message
    written.removeAll(keepingCapacity: true)
    time = nil
    raw.replaceSubrange(0..<raw.count, with: text)
    isTooLong = false
    threadId = nil
    replyTo = nil
    isNested = false
    isOpen = true
    held = nil
    self.offset = offset
  }

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

  mutating func replace(_ text: [UInt8]) { raw = text }
}

extension ConversationWriter {
  /// Writes a message of a text file and returns its id, or nil if it was too long.
  ///
  /// `text` replaces the text of the lines, but the id is made of the latter.
  @discardableResult
  mutating func write(_ draft: borrowing TextDraft, text: Bytes? = nil) throws -> String? {
    if draft.isTooLong {
      noteTooLong(at: draft.offset)
      return nil
    }
    return try draft.raw.withUnsafeBufferPointer { raw in
      let sender = draft.sender.map { senders[$0] }
      var key = StableHash()
      key.add(sender?.id ?? "")
      draft.written.withUnsafeBufferPointer { key.add($0) }
      // The number of empty lines after a message depends on the rest of the file.
      key.add(raw.trimmed)
      return try write(
        MessageDraft(
          syntheticKey: key.finish(), sender: sender, time: draft.time, text: string(text ?? raw),
          kind: draft.kind, threadId: draft.threadId, replyTo: draft.replyTo))
    }
  }

  private mutating func string(_ bytes: Bytes) -> String {
    if !bytes.isUTF8 { noteRepaired() }
    return TextEncoding.string(bytes)
  }
}

extension GenericTimestamp.Reading {
  /// A clock reading without a zone.
  static func civil(_ civil: CivilDateTime, microsecond: Int = 0) -> Self {
    .civil(ISO8601.Reading(civil: civil, microsecond: microsecond))
  }
}
