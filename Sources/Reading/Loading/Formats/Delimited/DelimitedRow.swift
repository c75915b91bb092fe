import ActionItems
import Encoding

/// One record of a table by what its columns are for.
struct DelimitedRow {
  private let record: DelimitedRecord
  private let header: DelimitedHeader

  init(_ record: DelimitedRecord, _ header: DelimitedHeader) {
    self.record = record
    self.header = header
  }

  /// The bytes of a role's field; nil where it is empty or there is none.
  func bytes(_ role: FieldRole) -> [UInt8]? {
    filled(header[role])
  }

  private func filled(_ column: Int?) -> [UInt8]? {
    column.flatMap { record.field($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The text of a role's field, without spaces around it.
  func text(_ role: FieldRole) -> String? {
    guard let bytes = bytes(role) else { return nil }
    let text = bytes.withUnsafeBufferPointer { TextEncoding.string($0.trimmed) }
    return text.isEmpty ? nil : text
  }

  /// Whether the text is not UTF-8.
  var isMended: Bool {
    bytes(.text).map { !$0.withUnsafeBufferPointer(\.isUTF8) } ?? false
  }

  var time: WrittenTime? {
    bytes(.timestamp)?.withUnsafeBufferPointer { WrittenTime($0) }
  }

  /// What the message says; where it says nothing, the files that came with it.
  private var words: String? {
    if let bytes = bytes(.text) {
      return bytes.withUnsafeBufferPointer { TextEncoding.string($0) }
    }
    guard let field = filled(header.attachments) else { return nil }
    let names = field.withUnsafeBufferPointer { TextEncoding.string($0.trimmed) }
    return names.split(separator: ",").map { name in
      // Discord's addresses go on behind the name of the file.
      let path = name.prefix { $0 != "?" }
      return "[file: \(path.split(separator: "/").last ?? name)]"
    }.joined(separator: "\n")
  }

  private var kind: Message.Kind {
    if isTrue(.isBot) { return .bot }
    return Message.Kind(written: text(.kind))
      ?? (text(.sender) == nil && text(.senderId) == nil ? .system : .message)
  }

  /// Yes, or the time at which it became so.
  private func isTrue(_ role: FieldRole) -> Bool {
    guard let text = text(role)?.lowercased() else { return false }
    if text == "0" { return false }
    return ["1", "true", "yes", "y", "t", "x", "deleted", "bot"].contains(text)
      || bytes(role)?.withUnsafeBufferPointer { WrittenTime($0) } != nil
  }

  /// The message, its time read as `time`.
  func outcome(_ time: GenericTimestamp.Reading?) -> RecordOutcome {
    if isTrue(.isDeleted) { return .skipped(.deleted) }
    guard let words else { return .skipped(.noText) }
    let id = text(.senderId) ?? text(.sender)
    return .message(
      MessageDraft(
        id: text(.id), hasIdOfFile: true,
        sender: id.map { MessageDraft.Sender(id: $0, name: text(.sender) ?? $0) }, time: time,
        written: text(.timestamp) ?? "", text: words, kind: kind, threadId: text(.threadId),
        replyTo: text(.replyTo), link: text(.link)))
  }
}
