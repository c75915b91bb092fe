import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Store

/// Parses the payload of an item frame for `IncomingItem`: first its members, then the content of the version, with
/// defaults for absent members. `PayloadItem`, below, is the member `actionItem`.
struct IncomingFields {
  var id: String?
  private(set) var createdAt: Timestamp?
  private(set) var updatedAt: Timestamp?
  /// The encoding of the sender's times; nil if it sent none.
  private(set) var encoding: RemoteTime.Encoding?
  var device: String?
  var store: String?
  var sequence: Int?
  /// Whether a sender changed the item without updating `fields`.
  private(set) var isChangedByHand = false
  private var title: String?
  private var text: String?
  private var written: (created: RemoteTime?, updated: RemoteTime?)
  private var isWithdrawn = false
  private var scope: String?
  private var leftAt: Int?
  private var conversationId: String?
  private var messageId: String?
  private var number: Int?
  /// The author, time and device of each field; nil if absent.
  private var settings: SettingsMember?
  /// The complete `actionItem`; nil if it is absent or incomplete.
  private var whole: PayloadItem?
  /// The incomplete `actionItem`.
  private var parts: JSONValue?
  private var unknown = UnknownMembers()
  /// All unknown members that were sent, kept or not. The checksum in `fields` covers them.
  private var sentUnknown = UnknownMembers()

  init(_ payload: [UInt8]) throws(FrameProblem) {
    do {
      try SyncFrame.reading(payload) { try read(&$0) }
    } catch {
      throw .badItem("\(error)")
    }
  }

  private mutating func read(_ reader: inout JSONReader) throws {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.readString()
      case "title": title = try reader.readOptionalString()
      case "content": text = try reader.readTextOrSkip()
      case "createdAt": written.created = try RemoteTime(reading: &reader)
      case "updatedAt":
        if try reader.readNull() { continue }
        written.updated = try RemoteTime(reading: &reader) ?? .text("")
      case "deviceId": device = try reader.readTextOrSkip()
      case "storeId": store = try reader.readTextOrSkip()
      case "sequence": sequence = try reader.readWholeNumber()
      case "withdrawn": isWithdrawn = try reader.readBool()
      case "scope": scope = try reader.readTextOrSkip()
      case "leftAt": leftAt = try reader.readWholeNumber()
      case "conversationId": conversationId = try reader.readTextOrSkip()
      case "messageId": messageId = try reader.readTextOrSkip()
      case "number": number = try reader.readWholeNumber()
      case "tags": unknown.tags = try reader.readTags()
      case "fields": settings = try SettingsMember(reading: &reader)
      case "actionItem": try readActionItem(&reader)
      default:
        let name = reader.string(of: key)
        unknown.payload.append(.init(name: name, value: Array(try reader.readRaw())))
      }
    }
    try reader.finish()
  }

  private mutating func readActionItem(_ reader: inout JSONReader) throws {
    var copy = reader
    do {
      whole = try PayloadItem(reading: &copy)
      reader = copy
    } catch is ItemCodingError {
      let value = try JSONValue(reading: &reader)
      parts = value.isNull ? nil : value
    }
  }

  /// The largest number of pieces of evidence. An item with more is refused.
  private static let longestEvidence = 1000

  /// Returns the time of the version, or a default.
  func time(_ defaults: IncomingItem.Defaults) -> Timestamp {
    updatedAt ?? (defaults.mayRepeat ? createdAt ?? .epoch : defaults.now)
  }

  /// Resolves the times. Throws if they cannot be resolved, or there is too much evidence.
  mutating func check(_ defaults: IncomingItem.Defaults) throws(FrameProblem) {
    do throws(RemoteTime.Ambiguity) {
      (createdAt, updatedAt, encoding) = try RemoteTime.resolve(
        created: written.created, updated: written.updated, now: defaults.now,
        hint: defaults.encoding)
    } catch {
      throw .badItem("\(error)")
    }
    if let whole, whole.known.item.evidence.count > Self.longestEvidence {
      throw .badItem("it has more than \(Self.longestEvidence) pieces of evidence")
    }
  }

  /// Discards unknown members that are too long, and returns their size in bytes.
  mutating func dropTooLong() -> Int {
    unknown.item = whole?.unknown ?? []
    unknown.fields = settings?.others ?? []
    sentUnknown = unknown
    guard unknown.size > UnknownMembers.limit else { return 0 }
    defer { unknown = UnknownMembers() }
    return unknown.size
  }

  // MARK: - Content

  mutating func removal(
    id: String, defaults: IncomingItem.Defaults
  ) throws(FrameProblem) -> RemoteVersion.Content {
    if isWithdrawn {
      guard let whole, whole.known.item.id == id else {
        throw .badItem("the withdrawn item is missing")
      }
      var known = whole.known
      if let withFields = self.withFields(whole, defaults) { return .fields(withFields) }
      known.item.updatedAt = time(defaults)
      known.implySettings(held: whole.held, device: device ?? defaults.device)
      return .withdrawal(known)
    }
    let message = messageId ?? id
    let item = ActionItem(
      id: id, conversationId: conversationId ?? defaults.conversationId, task: "",
      messageId: message, source: .init(platform: "sync"),
      extractedAt: updatedAt ?? defaults.now, model: "sync")
    var known = ItemRecord(
      item: item, number: PayloadItem.number(number ?? 0), firstMessageId: message,
      wordings: [""])
    if scope == ItemPayload.leftScope {
      let time = max(0, leftAt.map(Int64.init) ?? self.time(defaults).milliseconds)
      known.leave(at: time, device: device ?? defaults.device)
      return .presence(known)
    }
    let plain = known
    settings?.tell(&known)
    guard let standing = known.settings[.presence]?.standing,
      standing.value.text != ItemRecord.present
    else {
      // The sender does not know `fields`: it deleted the item, and returned the old `fields`.
      isChangedByHand = settings != nil
      return .deletion(plain)
    }
    known = known.withPresenceAlone
    known.take(standing.value, of: .presence)
    return .presence(known)
  }

  mutating func content(
    id: String, defaults: IncomingItem.Defaults
  ) throws(FrameProblem) -> RemoteVersion.Content {
    if let whole {
      guard whole.known.item.id == id else { throw .badItem("it has two ids") }
      guard !(title ?? whole.known.item.task).isEmpty || !whole.known.item.task.isEmpty else {
        throw .badItem("it has no title")
      }
      if let known = withFields(whole, defaults) { return .fields(known) }
      return .item(item(whole, defaults))
    }
    guard let title = title ?? parts?["task"]?.string, !title.isEmpty else {
      throw .badItem("it has no title")
    }
    var note = RemoteVersion.Note(
      title: title, text: text.flatMap { $0.isEmpty ? nil : $0 }, createdAt: createdAt,
      conversationId: defaults.conversationId)
    note.isComplete = parts?["isComplete"]?.bool
    note.priority = parts?["priority"]?.string.flatMap(Priority.init)
    if let assignee = parts?["assignee"] { note.assignee = .some(assignee.string) }
    if let deadline = parts?["deadline"] {
      note.deadline = .some(deadline.string.flatMap(Deadline.init))
    }
    note.unknown = unknownMembers(defaults)
    return .note(note)
  }

  /// Returns the item with its `fields`; nil if they are absent, or belong to another version of the item.
  private mutating func withFields(
    _ whole: PayloadItem, _ defaults: IncomingItem.Defaults
  ) -> ItemRecord? {
    guard let settings else { return nil }
    var known = whole.known
    settings.tell(&known)
    for (field, text) in whole.unread {
      // A value that only a newer version of the program can read is passed on unchanged.
      var setting = known.register(of: field).standing
      guard known.settings[field] == nil || setting.value == known.value(of: field) else {
        continue
      }
      setting.value.text = text
      let rivals = known.settings[field]?.settings.dropFirst() ?? []
      known.settings[field] = MultiValueRegister([setting] + rivals)
    }
    known.take(known.register(of: .presence).standing.value, of: .presence)
    // A sender that does not know `actionItem` changes only `title`.
    isChangedByHand =
      settings.sum != FieldsCheck.sum(of: known, sentUnknown)
      || title.map { !$0.isEmpty && $0 != known.item.task } ?? false
    if isChangedByHand { return nil }
    known.unknownMembers = unknownMembers(defaults, settings.unknownTime)
    return known
  }

  /// Returns the item of a sender that does not support `fields`.
  private mutating func item(
    _ whole: PayloadItem, _ defaults: IncomingItem.Defaults
  ) -> ItemRecord {
    var known = whole.known
    // A sender that does not know `actionItem` changes only `title`.
    if let title, !title.isEmpty, title != known.item.task {
      known.item.task = title
      isChangedByHand = true
    }
    known.item.updatedAt = time(defaults)
    known.implySettings(held: whole.held, device: device ?? defaults.device)
    known.unknownMembers = unknownMembers(defaults)
    return known
  }

  private func unknownMembers(
    _ defaults: IncomingItem.Defaults, _ time: Int64? = nil
  ) -> UnknownMembers? {
    if unknown.isEmpty { return nil }
    var unknown = unknown
    unknown.milliseconds = time ?? max(0, self.time(defaults).milliseconds)
    return unknown
  }
}

/// The `actionItem` member that `ItemPayload` writes.
struct PayloadItem {
  /// The item, without the author of its fields.
  var known: ItemRecord
  /// The fields that a person set, from versions that do not send `fields`.
  var held: Set<ItemRecord.Field> = []
  var unknown: [UnknownMembers.Member] = []
  /// Values that this version cannot read, unchanged.
  var unread: [ItemRecord.Field: String] = [:]

  /// Limits the number of an item within its message, so that the next number does not overflow.
  static func number(_ number: Int) -> Int { min(max(number, 0), 1_000_000) }

  /// Reads the member. Throws `ItemCodingError` if the item is incomplete.
  init(reading reader: inout JSONReader) throws {
    // Wordings serve only for comparison, so long ones and surplus ones are left out.
    var members = RecordMembers { wording, count in
      count < ItemRecord.mostWordings && wording.utf8.count <= ItemRecord.longestRemoteWording
    }
    var unknown: [UnknownMembers.Member] = []
    var unread: [ItemRecord.Field: String] = [:]
    let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
      if try members.take(key, &reader) { return }
      if key.equals("schema") { return try reader.skipValue() }
      unknown.append(.init(name: reader.string(of: key), value: Array(try reader.readRaw())))
    } unread: { name, text in
      unread[ItemRecord.Field(rawValue: "\(name)") ?? .source] = text
    }
    members.number = Self.number(members.number ?? 0)
    if members.wordings?.isEmpty == true { members.wordings = nil }
    known = members.known(item)
    (held, self.unknown, self.unread) = (members.held, unknown, unread)
  }
}

extension JSONReader {
  /// Reads the tags except those that `ItemPayload` adds. Elements that are not strings are skipped.
  fileprivate mutating func readTags() throws(JSONError) -> [String] {
    guard try peek() == .array else {
      try skipValue()
      return []
    }
    var tags: [String] = []
    try beginArray()
    while try nextElement() {
      guard let tag = try readTextOrSkip() else { continue }
      if tag != "action-item", Priority(rawValue: tag) == nil { tags.append(tag) }
    }
    return tags
  }

  /// Reads a string. Skips anything else and returns nil.
  fileprivate mutating func readTextOrSkip() throws(JSONError) -> String? {
    guard try peek() == .string else {
      try skipValue()
      return nil
    }
    return try readString()
  }
}
