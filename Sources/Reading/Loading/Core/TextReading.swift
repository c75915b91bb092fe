import ActionItems
import Encoding

/// Reads the one conversation of a text file, line by line. The format classifies each line, and finishes each message.
/// The extension assembles the lines into messages.
protocol TextReading {
  /// The separator between the lines of a message.
  static var joint: UInt8 { get }

  /// The line without the program's markup around the words; nil if the line has no markup.
  func plain(_ line: Bytes) -> [UInt8]?
  /// Classifies a line. For the first line of a message, `next` gets the line's contents.
  mutating func meaning(of line: Bytes, beginning next: inout TextDraft) -> LineMeaning

  /// Writes a complete message; `raw` is the text of its lines.
  mutating func finish(
    _ raw: Bytes, _ draft: inout TextDraft, to writer: inout ConversationWriter) throws
}

/// The role of a line of a text file.
enum LineMeaning {
  /// The first line of a message.
  case begins
  /// A further line of the current message.
  case continues(Bytes)
  /// A further line that looks like the beginning of a message: it was pasted from another chat.
  case pastes(Bytes)
  /// The name of the current message's author.
  case names(Bytes)
  /// The name of the next message's author, if that message begins with the next line; else a further line.
  case mayName(Bytes)
  /// A line that begins like a message but cannot be read.
  case unread
  /// Not part of a message: about the conversation or the file.
  case nothing
}

extension TextReading {
  static var joint: UInt8 { 0x0A }
  func plain(_ line: Bytes) -> [UInt8]? { nil }

  /// Reads a file. Text before the first message becomes a system message.
  mutating func read(_ file: OpenFile, into writer: inout ConversationWriter) throws {
    var draft = TextDraft()
    var next = TextDraft()
    var lines = TextLines(OpenFileSource(file: file), limit: writer.limit)
    while let line = try lines.next() {
      switch line {
      case .tooLong: writer.noteTooLong(at: lines.offset)
      case .bytes(let bytes):
        if let plain = plain(bytes) {
          try plain.withUnsafeBufferPointer {
            try take($0, at: lines.offset, &draft, &next, &writer)
          }
        } else {
          try take(bytes, at: lines.offset, &draft, &next, &writer)
        }
      }
    }
    try writeMessage(&draft, to: &writer)
  }

  @inline(__always)
  private mutating func take(
    _ line: Bytes, at offset: Int, _ draft: inout TextDraft, _ next: inout TextDraft,
    _ writer: inout ConversationWriter
  ) throws {
    var meaning = meaning(of: line, beginning: &next)
    switch meaning {
    case .begins: writer.heads.noteHead(line)
    case .continues, .mayName:
      if writer.heads.isUnread(line) { meaning = .unread }
      fallthrough
    default: writer.heads.noteLine(line)
    }
    var name: [UInt8]?
    if let held = draft.held {
      draft.held = nil
      switch meaning {
      case .begins where next.name == held: break
      case .unread: name = held
      case .mayName(let name) where name.equals(held): break
      default:
        held.withUnsafeBufferPointer { draft.extend($0, joint: Self.joint, limit: writer.limit) }
      }
    }
    switch meaning {
    case .unread:
      writer.noteUnread()
      meaning = next.beginSystem(line, below: name)
    case .continues(let text) where !draft.isOpen && !text.isBlank,
      .pastes(let text) where !draft.isOpen && !text.isBlank:
      meaning = next.beginSystem(text)
    default: break
    }
    switch meaning {
    case .nothing, .unread: break
    case .mayName(let name): if draft.isOpen { draft.held = Array(name) }
    case .names(let name): draft.sender = writer.senders.number(of: name)
    case .continues(let text), .pastes(let text):
      if draft.isOpen { draft.extend(text, joint: Self.joint, limit: writer.limit) }
    case .begins:
      try writeMessage(&draft, to: &writer)
      swap(&draft, &next)
      draft.isOpen = true
      draft.offset = offset
      if draft.isNamed {
        draft.sender = draft.name.withUnsafeBufferPointer { writer.senders.number(of: $0) }
      }
    }
  }

  private mutating func writeMessage(
    _ draft: inout TextDraft, to writer: inout ConversationWriter
  ) throws {
    guard draft.isOpen else { return }
    draft.isOpen = false
    draft.held?.withUnsafeBufferPointer { draft.extend($0, joint: Self.joint, limit: writer.limit) }
    if draft.isTooLong { return writer.noteTooLong(at: draft.offset) }
    let raw = draft.raw
    try raw.withUnsafeBufferPointer { try finish($0, &draft, to: &writer) }
  }
}

extension TextDraft {
  /// Begins a system message. `name` is the line above, if it belongs to the message.
  fileprivate mutating func beginSystem(_ text: Bytes, below name: [UInt8]? = nil) -> LineMeaning {
    begin(text)
    if let name { replace(name + [0x0A] + text) }
    kind = .system
    return .begins
  }
}
