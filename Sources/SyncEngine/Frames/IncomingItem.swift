import ActionItemModel
public import ActionItemRepository
public import CivilTime
import Extraction
import ItemCoding
import JSONText

/// A version of an item as a frame brought it.
public struct IncomingItem: Sendable {
  /// The version.
  public var version: PeerVersion
  /// Bytes of the payload.
  public var size: Int
  /// The store that told of it; nil where the frame does not say.
  public var store: String?
  /// The number of the change in that store; nil where the frame does not say.
  public var sequence: Int?

  /// What is taken where a frame does not say.
  public struct Defaults: Sendable {
    /// The time.
    public var now: Timestamp
    /// The device.
    public var device: String
    /// Where the frame came in from.
    public var origin: String
    /// The conversation of an item that was made elsewhere.
    public var conversationId: String
    /// Whether the same may be told again, in each session perhaps: a version without a time is then older than
    /// whatever has one, and else of now.
    public var mayRepeat: Bool

    /// Puts the parts together.
    public init(
      now: Timestamp, device: String, origin: String, conversationId: String,
      mayRepeat: Bool = false
    ) {
      self.now = now
      self.device = device
      self.origin = origin
      self.conversationId = conversationId
      self.mayRepeat = mayRepeat
    }
  }

  /// Whether frames of a type tell of an item.
  public static func isType(_ type: String) -> Bool {
    type == "item.created" || type == "item.updated" || type == "item.deleted"
  }

  /// Reads the payload of an `item.…` frame.
  public init(_ frame: SyncFrame, defaults: Defaults) throws(FrameProblem) {
    var fields = IncomingFields()
    let problem = frame.payload.withUnsafeBufferPointer { buffer -> FrameProblem? in
      var reader = JSONReader(buffer, limits: .init(depth: SyncFrame.depth))
      do {
        try fields.read(&reader)
        return nil
      } catch {
        return .badItem("\(error)")
      }
    }
    if let problem { throw problem }
    guard let id = fields.id, !id.isEmpty, id.utf8.count <= SyncFrame.longestID,
      id.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { throw .badItem("it has no proper id") }
    try fields.check(defaults)
    let content: PeerVersion.Content
    if frame.type == "item.deleted" {
      content = try fields.removal(id: id, defaults: defaults)
    } else {
      content = try fields.content(id: id, defaults: defaults)
    }
    var device = fields.device ?? defaults.device
    if device.isEmpty || device.utf8.count > SyncFrame.longestID { device = defaults.device }
    version = PeerVersion(
      id: id, updatedAt: fields.time(defaults).at(offset: 0), device: device,
      content: content, origin: defaults.origin)
    version.isUndated = defaults.mayRepeat && fields.updatedAt == nil && fields.createdAt == nil
    size = frame.payload.count
    store = SyncFrame.properID(fields.store)
    sequence = fields.sequence
  }
}

/// The members of an item's payload, as far as they were there.
private struct IncomingFields {
  var id: String?
  var title: String?
  var text: String?
  var createdAt: Timestamp?
  var updatedAt: Timestamp?
  /// Whether it says when the version was made, but not so that it could be read.
  var hasUnreadableTime = false
  var device: String?
  var store: String?
  var sequence: Int?
  var isWithdrawn = false
  var conversationId: String?
  var messageId: String?
  var number: Int?
  /// The whole of what is ours; nil where it was not there or not complete.
  var known: KnownItem?
  /// What there is of it where it is not complete.
  var parts: JSONValue?

  mutating func read(_ reader: inout JSONReader) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readString()
      case "title": title = try reader.readOptionalString()
      case "content": text = try reader.readTextOrSkip()
      case "createdAt": createdAt = try reader.readInstant()
      case "updatedAt":
        let isTold = try reader.peek() != .null
        updatedAt = try reader.readInstant()
        hasUnreadableTime = isTold && updatedAt == nil
      case "deviceId": device = try reader.readTextOrSkip()
      case "storeId": store = try reader.readTextOrSkip()
      case "sequence": sequence = try reader.readMilliseconds()
      case "withdrawn": isWithdrawn = try reader.readBool()
      case "conversationId": conversationId = try reader.readTextOrSkip()
      case "messageId": messageId = try reader.readTextOrSkip()
      case "number": number = try reader.readMilliseconds()
      case "actionItem": try readActionItem(&reader)
      default: try reader.skipValue()
      }
    }
    try reader.finish()
  }

  private mutating func readActionItem(_ reader: inout JSONReader) throws {
    var whole = reader
    do {
      known = try KnownItem(readingPayload: &whole)
      reader = whole
    } catch is ItemCodingError {
      let value = try JSONValue(reading: &reader)
      parts = value.isNull ? nil : value
    }
  }

  /// Evidence of one item beyond which it is refused.
  private static let longestEvidence = 1000
  /// A version so much later than now would stand for ever, whatever anybody did. So far only that a clock
  /// of ours that has lost its time still takes what others made.
  private static let longestLead: Int64 = 100 * 366 * 86_400 * 1_000_000

  /// When the version was made, or what counts as that.
  func time(_ defaults: IncomingItem.Defaults) -> Timestamp {
    updatedAt ?? (defaults.mayRepeat ? createdAt ?? .epoch : defaults.now)
  }

  func check(_ defaults: IncomingItem.Defaults) throws(FrameProblem) {
    if hasUnreadableTime { throw .badItem("its updatedAt is no time") }
    if let updatedAt, updatedAt.microseconds - Self.longestLead > defaults.now.microseconds {
      throw .badItem("it was changed in a distant future")
    }
    if let known, known.item.evidence.count > Self.longestEvidence {
      throw .badItem("it has more than \(Self.longestEvidence) pieces of evidence")
    }
  }

  func removal(
    id: String, defaults: IncomingItem.Defaults
  ) throws(FrameProblem) -> PeerVersion.Content {
    if isWithdrawn {
      guard let known, known.item.id == id else {
        throw .badItem("what was withdrawn is not told")
      }
      return .withdrawal(known)
    }
    let message = messageId ?? id
    let item = ActionItem(
      id: id, conversationId: conversationId ?? defaults.conversationId, task: "",
      messageId: message, source: .init(platform: "sync"),
      extractedAt: updatedAt ?? defaults.now, model: "sync")
    return .deletion(
      KnownItem(item: item, number: number ?? 0, firstMessageId: message, wordings: [""]))
  }

  func content(
    id: String, defaults: IncomingItem.Defaults
  ) throws(FrameProblem) -> PeerVersion.Content {
    if var known {
      guard known.item.id == id else { throw .badItem("it has two ids") }
      // An engine that knows nothing of action items changes the title alone.
      if let title, !title.isEmpty, title != known.item.task { known.item.task = title }
      guard !known.item.task.isEmpty else { throw .badItem("it has no title") }
      return .item(known)
    }
    guard let title = title ?? parts?["task"]?.string, !title.isEmpty else {
      throw .badItem("it has no title")
    }
    var note = PeerVersion.Note(
      title: title, text: text.flatMap { $0.isEmpty ? nil : $0 }, createdAt: createdAt,
      conversationId: defaults.conversationId)
    note.isComplete = parts?["isComplete"]?.bool
    note.priority = parts?["priority"]?.string.flatMap(Priority.init)
    if let assignee = parts?["assignee"] { note.assignee = .some(assignee.string) }
    if let deadline = parts?["deadline"] {
      note.deadline = .some(deadline.string.flatMap(Deadline.init))
    }
    return .note(note)
  }
}

extension KnownItem {
  /// Reads what `ItemPayload` writes under `actionItem`.
  fileprivate init(readingPayload reader: inout JSONReader) throws {
    var number = 0
    var firstMessageId: String?
    var wordings: [String] = []
    var held: Set<Field> = []
    var said: SaidMember?
    var order: Int?
    let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
      switch key {
      case "number": number = try reader.readInt()
      case "firstMessageId": firstMessageId = try reader.readString()
      case "wordings": wordings = try reader.readWordings()
      case "said": said = try SaidMember(reading: &reader)
      case "order": order = try reader.readInt()
      case "held": held = try reader.readFields()
      default: try reader.skipValue()
      }
    }
    self.init(
      item: item, number: number, firstMessageId: firstMessageId ?? item.messageId,
      wordings: wordings.isEmpty ? [item.task] : wordings, held: held)
    said?.tell(&self)
    if let order { take(order: order) }
  }
}

extension JSONReader {
  /// Reads wordings of a task, those that are looked at: they are for comparing, and the item is told without
  /// the rest, too.
  fileprivate mutating func readWordings() throws(JSONError) -> [String] {
    var wordings: [String] = []
    try beginArray()
    while try nextElement() {
      let text = try readString()
      if wordings.count < KnownItem.peerWordings, text.utf8.count <= KnownItem.longestPeerWording {
        wordings.append(text)
      }
    }
    return wordings
  }

  /// Reads a string; anything else is skipped, and nil.
  fileprivate mutating func readTextOrSkip() throws(JSONError) -> String? {
    guard try peek() == .string else {
      try skipValue()
      return nil
    }
    return try readString()
  }

  /// Reads a time in RFC 3339, or in milliseconds since 1970; anything else is skipped, and nil.
  fileprivate mutating func readInstant() throws(JSONError) -> Timestamp? {
    if try peek() == .string { return try readTimestamp() }
    return try readMilliseconds().flatMap { milliseconds in
      let (microseconds, overflow) = Int64(milliseconds).multipliedReportingOverflow(by: 1000)
      return overflow ? nil : Timestamp(microseconds: microseconds)
    }
  }
}
