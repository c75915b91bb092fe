import ActionItems
import Encoding

/// One message of a table: a `DelimitedRecord`, accessed by the roles of its columns.
struct DelimitedRow {
  private let record: DelimitedRecord
  private let header: DelimitedHeader

  init(_ record: DelimitedRecord, _ header: DelimitedHeader) {
    self.record = record
    self.header = header
  }

  /// Returns the bytes of a role's field, or nil if it is empty or missing.
  func bytes(_ role: FieldRole) -> [UInt8]? { filled(header[role]) }

  private func filled(_ column: Int?) -> [UInt8]? {
    column.flatMap { record.field($0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the text of a role's field without surrounding spaces, or nil if it is empty or missing.
  func text(_ role: FieldRole) -> String? {
    guard let bytes = bytes(role) else { return nil }
    let text = bytes.withUnsafeBufferPointer { TextEncoding.string($0.trimmed) }
    return text.isEmpty ? nil : text
  }

  /// Whether the text is not valid UTF-8.
  var isRepaired: Bool { bytes(.text).map { !$0.withUnsafeBufferPointer(\.isUTF8) } ?? false }

  /// The time as written. If the time of day has a column of its own, both columns are joined.
  var writtenTime: [UInt8]? {
    guard let day = bytes(.timestamp), let clock = bytes(.clock) else { return bytes(.timestamp) }
    let both = day + [0x20] + clock
    return both.withUnsafeBufferPointer { WrittenTime($0) } == nil ? day : both
  }

  var time: WrittenTime? { writtenTime?.withUnsafeBufferPointer { WrittenTime($0) } }

  /// Whether the exporting user wrote the message. iMazing and Discord's data package do not name that user.
  private var isOwn: Bool {
    text(.kind)?.lowercased() == "outgoing"
      || (header[.sender] ?? header[.senderId]) == nil && header.attachments != nil
  }

  /// The message's text, or else the names of its files.
  private var words: String? {
    if let bytes = bytes(.text) { return bytes.withUnsafeBufferPointer { TextEncoding.string($0) } }
    guard let field = filled(header.attachments) else { return nil }
    return Self.files(field.withUnsafeBufferPointer { TextEncoding.string($0.trimmed) })
  }

  /// The names of files, given their addresses.
  static func files(_ addresses: String) -> String {
    // Names may have spaces, addresses have none.
    let separated = addresses.replacing(" https://", with: ",https://")
    return separated.split(separator: ",").map { name in
      // A Discord address continues after the file name.
      let path = name.prefix { $0 != "?" }
      return "[file: \(path.split(separator: "/").last ?? name)]"
    }.joined(separator: "\n")
  }

  private var kind: Message.Kind {
    if isTrue(.isBot) { return .bot }
    return Message.Kind(written: text(.kind)) ?? (isUnsigned ? .system : .message)
  }

  /// Whether the message does not name its sender, although the table names senders. It is then a notice.
  var isUnsigned: Bool {
    (header[.sender] ?? header[.senderId]) != nil && !isOwn && text(.sender) == nil
      && text(.senderId) == nil && Message.Kind(written: text(.kind)) == nil
  }

  /// Whether a field means yes. A time does too, such as the time of deletion.
  private func isTrue(_ role: FieldRole) -> Bool {
    guard let text = text(role)?.lowercased() else { return false }
    if text == "0" { return false }
    return ["1", "true", "yes", "y", "t", "x", "deleted", "bot"].contains(text)
      || bytes(role)?.withUnsafeBufferPointer { WrittenTime($0) } != nil
  }

  /// Returns the message, with its time already read as `time`. `owner` wrote it if it does not name its sender.
  func outcome(
    _ time: GenericTimestamp.Reading?, by owner: MessageDraft.Sender?
  ) -> RecordOutcome {
    if isTrue(.isDeleted) { return .skipped(.deleted) }
    guard let words else { return .skipped(.noText) }
    let id = text(.senderId) ?? text(.sender)
    let written = writtenTime?.withUnsafeBufferPointer { TextEncoding.string($0.trimmed) }
    return .message(
      MessageDraft(
        id: text(.id), hasIdOfFile: true,
        sender: isOwn && text(.sender) == nil
          ? owner ?? .me : id.map { .init(id: $0, name: text(.sender) ?? $0) } ?? owner,
        time: time, written: written ?? "", text: words, kind: kind, threadId: text(.threadId),
        replyTo: text(.replyTo), link: text(.link)))
  }
}
