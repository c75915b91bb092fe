import ActionItemModel
import JSONText

/// How a format reads the lines of a text file, one conversation a file: it says what a line is to the messages
/// around it; the rest is done here, once.
protocol TextReading {
  /// What stands between the lines of a message.
  static var joint: UInt8 { get }

  /// Says what a line is; of one that begins a message, `next` becomes what the line tells.
  mutating func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning

  /// Hands out a message that is complete; `raw` is the text of its lines.
  mutating func finish(
    _ raw: Bytes, _ draft: inout TextDraft, to writer: inout ConversationWriter) throws
}

/// What a line is.
enum LineMeaning {
  /// The first one of a message.
  case begins
  /// More of the message that began last.
  case continues(Bytes)
  /// The same, in bytes of its own: not those of the line.
  case continuesAs([UInt8])
  /// The name of whoever wrote the message that began last.
  case names(Bytes)
  /// Nothing of a message: about the conversation, or the file.
  case nothing
}

extension LineMeaning {
  /// Begins a message with more of one that there is not; false where that says nothing.
  fileprivate func begin(_ next: inout TextDraft) -> Bool {
    switch self {
    case .continues(let text) where !text.isBlank: next.begin(text)
    case .continuesAs(let text):
      return text.withUnsafeBufferPointer { text in
        if text.isBlank { return false }
        next.begin(text)
        return true
      }
    default: return false
    }
    return true
  }

  /// What outlives the bytes that it was read from, where those are not the line's.
  var kept: LineMeaning {
    if case .continues(let text) = self { .continuesAs(Array(text)) } else { self }
  }
}

extension TextReading {
  static var joint: UInt8 { 0x0A }

  /// Reads a file. What stands in front of its first message is the system's.
  mutating func read(_ file: OpenFile, into writer: inout ConversationWriter) throws {
    var draft = TextDraft()
    var next = TextDraft()
    var lines = TextLines(OpenFileSource(file: file), limit: writer.limit)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else {
        writer.noteTooLong(at: lines.offset)
        continue
      }
      var meaning = meaning(of: bytes, beginning: &next)
      if !draft.isOpen, meaning.begin(&next) {
        next.kind = .system
        meaning = .begins
      }
      switch meaning {
      case .nothing: break
      case .names(let name): draft.sender = writer.senders.number(of: name)
      case .continues(let text):
        if draft.isOpen { draft.extend(text, joint: Self.joint, limit: writer.limit) }
      case .continuesAs(let text):
        guard draft.isOpen else { break }
        text.withUnsafeBufferPointer {
          draft.extend($0, joint: Self.joint, limit: writer.limit)
        }
      case .begins:
        try handOut(&draft, to: &writer)
        swap(&draft, &next)
        draft.isOpen = true
        draft.offset = lines.offset
        if draft.isNamed {
          draft.sender = draft.name.withUnsafeBufferPointer { writer.senders.number(of: $0) }
        }
      }
    }
    try handOut(&draft, to: &writer)
  }

  private mutating func handOut(
    _ draft: inout TextDraft, to writer: inout ConversationWriter
  ) throws {
    guard draft.isOpen else { return }
    draft.isOpen = false
    if draft.isTooLong { return writer.noteTooLong(at: draft.offset) }
    let raw = draft.raw
    try raw.withUnsafeBufferPointer { try finish($0, &draft, to: &writer) }
  }
}
