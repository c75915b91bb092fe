import CivilTime
import Encoding

/// One thread's findings in records of a file, until the index notes them in file order.
///
/// Each thread numbers conversations and senders as it meets them. New ones are reported in full once, so that the
/// index can number them in file order.
struct GenericFindings {
  /// One record, or the place of one that cannot be read.
  struct Finding {
    enum Kind {
      case message
      /// An object without any part of a message.
      case foreign
      /// A line that is a conversation of its own, valid as long as its stretch.
      case conversation(Bytes)
      /// A line that is not an object.
      case notAnObject
      case lost(JSONError)
    }

    enum Time {
      case none
      case read(GenericTimestamp.Reading)
      /// A time in human-readable form.
      case written(WrittenTime, isAmerican: Bool)
    }

    let kind: Kind
    let offset: Int
    var time = Time.none
    var conversation = 0
    /// The sender's number; nil if the message does not name a sender.
    var sender: Int?
  }

  /// The record read last.
  private(set) var record = GenericRecord()
  private(set) var found: [Finding] = []
  /// New conversations and senders, in the order of their numbers.
  private(set) var newConversations: [(key: String, details: GenericConversation)] = []
  private(set) var newSenders: [(spelling: [UInt8], sender: GenericSpeakers.Sender)] = []
  /// Whether any message names its sender.
  private(set) var hasSenders = false
  var hasNews: Bool { !(newConversations.isEmpty && newSenders.isEmpty) }
  /// The index's entries for this thread's numbers.
  var known = Known()

  /// The index's entries for the conversations and senders that this thread has numbered.
  struct Known {
    /// A conversation's number is nil until a message is noted in it, and beyond the limit.
    var conversations: [(number: Int?, key: String, details: GenericConversation)] = []
    var senders: [(number: Int, sender: GenericSpeakers.Sender)] = []
  }

  private var table = FieldTable()
  private var conversations = NameNumbers()
  private var senders = NameNumbers()
  private var spelling: [UInt8] = []

  /// Moves the known entries out, to be put back later: a second reference would cause a copy on the next change.
  mutating func takeKnown() -> Known {
    defer { known = Known() }
    return known
  }

  /// Clears the findings, but keeps the numbers.
  mutating func startAgain() {
    found.removeAll(keepingCapacity: true)
    (newConversations, newSenders, hasSenders) = ([], [], false)
  }

  // MARK: - Reading

  /// Reads the lines of a stretch.
  mutating func read(_ stretch: LineStretch, limit: Int) {
    startAgain()
    stretch.forEachLine(limit: limit) { line, offset in
      switch line {
      case .bytes(let bytes): if !bytes.isBlank { read(line: bytes, at: offset) }
      case .tooLong: lose(JSONError(.tooLong(limit: limit), at: offset))
      }
    }
  }

  private mutating func read(line: Bytes, at offset: Int) {
    do throws(JSONError) {
      var reader = JSONReader(line, limits: .export)
      guard try reader.peek() == .object else {
        try reader.skipValue()
        try reader.finish()
        return found.append(Finding(kind: .notAnObject, offset: offset))
      }
      let place = offset + reader.position
      try read(&reader)
      try reader.finish()
      if record.isConversation {
        found.append(Finding(kind: .conversation(line), offset: offset))
      } else {
        take(at: place)
      }
    } catch {
      lose(JSONError(error.reason, at: offset + error.offset))
    }
  }

  private mutating func lose(_ error: JSONError) {
    found.append(Finding(kind: .lost(error), offset: error.offset))
  }

  /// Reads a record, which becomes `record`.
  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    try record.read(&reader, &table)
  }

  /// Adds the finding for the current record.
  ///
  /// The sender is numbered if it may identify the conversation: in a conversation object, or if the message does not
  /// name its conversation.
  mutating func take(at offset: Int, isInObject: Bool = false) {
    if record.isForeign { return found.append(Finding(kind: .foreign, offset: offset)) }
    if record[.sender] != nil || record[.senderId] != nil || record[.nested] != nil {
      hasSenders = true
    }
    let isNamed = record[.conversationId]?.text != nil
    let sender = isNamed && !isInObject ? nil : senderNumber()
    found.append(
      Finding(
        kind: .message, offset: offset, time: time(), conversation: conversationNumber(),
        sender: sender))
  }

  private func time() -> Finding.Time {
    guard let field = record[.timestamp] else { return .none }
    if let reading = GenericTimestamp.read(field) { return .read(reading) }
    var found = Finding.Time.none
    field.withText { bytes in
      guard let time = WrittenTime(bytes) else { return }
      found = .written(time, isAmerican: DateOrderEvidence.isAmerican(bytes))
    }
    return found
  }

  // MARK: - Numbers

  private mutating func conversationNumber() -> Int {
    spelling.removeAll(keepingCapacity: true)
    let id = record[.conversationId].flatMap {
      $0.kind == .string || $0.kind == .number ? $0 : nil
    }
    if let id {
      spelling.append(UInt8(ascii: "="))
      spelling.append(contentsOf: id.bytes)
    }
    let before = conversations.count
    let number = spelling.withUnsafeBufferPointer { conversations.number(of: $0) }
    if number == before {
      let key = "=" + (id?.text ?? "")
      newConversations.append((key, GenericConversation(record, isNamed: key != "=")))
    }
    return number
  }

  private mutating func senderNumber() -> Int? {
    let (id, name) = (record[.senderId], record[.sender])
    if id == nil, name == nil { return nil }
    spelling.removeAll(keepingCapacity: true)
    // The length in front keeps the id and the name apart.
    withUnsafeBytes(of: id.map { $0.bytes.count } ?? -1) { spelling.append(contentsOf: $0) }
    if let id { spelling.append(contentsOf: id.bytes) }
    spelling.append(name == nil ? 0 : 1)
    if let name { spelling.append(contentsOf: name.bytes) }
    let before = senders.count
    let number = spelling.withUnsafeBufferPointer { senders.number(of: $0) }
    if number == before { newSenders.append((spelling, GenericSpeakers.Sender(record))) }
    return number
  }
}
