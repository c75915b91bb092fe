import ActionItems
import Store
import CivilTime
import ItemRecords
import Encoding

/// The members of an item's payload, as far as they were there.
struct IncomingFields {
  var id: String?
  private(set) var createdAt: Timestamp?
  private(set) var updatedAt: Timestamp?
  /// What the peer's times count; nil where it tells none.
  private(set) var encoding: PeerTime.Encoding?
  var device: String?
  var store: String?
  var sequence: Int?
  /// Whether it was changed by somebody who knows nothing of who set what.
  private(set) var isChangedByHand = false
  private var title: String?
  private var text: String?
  private var written: (created: PeerTime?, updated: PeerTime?)
  private var isWithdrawn = false
  private var scope: String?
  private var leftAt: Int?
  private var conversationId: String?
  private var messageId: String?
  private var number: Int?
  /// Who set what; nil where that is not told.
  private var settings: SettingsMember?
  /// The whole of what is ours; nil where it was not there or not complete.
  private var whole: PayloadItem?
  /// What there is of it where it is not complete.
  private var parts: JSONValue?
  private var unknown = UnknownMembers()
  /// Of those, all that were told, kept or not: who set what was written with them in view.
  private var told = UnknownMembers()

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
      case "createdAt": written.created = try PeerTime(reading: &reader)
      case "updatedAt":
        if try reader.readNull() { continue }
        written.updated = try PeerTime(reading: &reader) ?? .text("")
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

  /// Evidence of one item beyond which it is refused.
  private static let longestEvidence = 1000

  /// When the version was made, or what counts as that.
  func time(_ defaults: IncomingItem.Defaults) -> Timestamp {
    updatedAt ?? (defaults.mayRepeat ? createdAt ?? .epoch : defaults.now)
  }

  /// Tells the times, and throws where they cannot be told or there is too much.
  mutating func check(_ defaults: IncomingItem.Defaults) throws(FrameProblem) {
    do throws(PeerTime.Ambiguity) {
      (createdAt, updatedAt, encoding) = try PeerTime.resolve(
        created: written.created, updated: written.updated, now: defaults.now,
        hint: defaults.encoding)
    } catch {
      throw .badItem("\(error)")
    }
    if let whole, whole.known.item.evidence.count > Self.longestEvidence {
      throw .badItem("it has more than \(Self.longestEvidence) pieces of evidence")
    }
  }

  /// Lets go of members that nobody here knows where they are too long; returns their bytes.
  mutating func dropTooLong() -> Int {
    unknown.item = whole?.unknown ?? []
    unknown.fields = settings?.others ?? []
    told = unknown
    guard unknown.size > UnknownMembers.limit else { return 0 }
    defer { unknown = UnknownMembers() }
    return unknown.size
  }

  // MARK: - What it says

  mutating func removal(
    id: String, defaults: IncomingItem.Defaults
  ) throws(FrameProblem) -> PeerVersion.Content {
    if isWithdrawn {
      guard let whole, whole.known.item.id == id else {
        throw .badItem("what was withdrawn is not told")
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
    var known = KnownItem(
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
      standing.value.text != KnownItem.present
    else {
      // Somebody who knows nothing of who set what took away what it was sent.
      isChangedByHand = settings != nil
      return .deletion(plain)
    }
    known = known.withPresenceAlone
    known.take(standing.value, of: .presence)
    return .presence(known)
  }

  mutating func content(
    id: String, defaults: IncomingItem.Defaults
  ) throws(FrameProblem) -> PeerVersion.Content {
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
    var note = PeerVersion.Note(
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

  /// The item with who set what; nil where that is not told, or is of another version than the item.
  private mutating func withFields(
    _ whole: PayloadItem, _ defaults: IncomingItem.Defaults
  ) -> KnownItem? {
    guard let settings else { return nil }
    var known = whole.known
    settings.tell(&known)
    for (field, text) in whole.unread {
      // What a newer version wrote is told on as it is.
      var setting = known.register(of: field).standing
      guard known.settings[field] == nil || setting.value == known.value(of: field) else {
        continue
      }
      setting.value.text = text
      let rivals = known.settings[field]?.settings.dropFirst() ?? []
      known.settings[field] = FieldRegister([setting] + rivals)
    }
    known.take(known.register(of: .presence).standing.value, of: .presence)
    // Whoever changes the title knows that it is one, and nothing of the rest.
    isChangedByHand =
      settings.sum != FieldsCheck.sum(of: known, told)
      || title.map { !$0.isEmpty && $0 != known.item.task } ?? false
    if isChangedByHand { return nil }
    known.unknownMembers = unknownMembers(defaults, settings.unknownTime)
    return known
  }

  /// The whole item of a peer that knows no fields.
  private mutating func item(
    _ whole: PayloadItem, _ defaults: IncomingItem.Defaults
  ) -> KnownItem {
    var known = whole.known
    // An engine that knows nothing of action items changes the title alone.
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

/// What `ItemPayload` writes under `actionItem`, read back.
struct PayloadItem {
  /// The item; nobody has said yet who set what of it.
  var known: KnownItem
  /// The fields that a person held, as versions say that know no more of who set what.
  var held: Set<KnownItem.Field> = []
  var unknown: [UnknownMembers.Member] = []
  /// Values that this version cannot read, as they are written.
  var unread: [KnownItem.Field: String] = [:]

  /// The number of a finding in its message; no message has so many, and the next one has to have one, too.
  static func number(_ number: Int) -> Int { min(max(number, 0), 1_000_000) }

  /// Reads it; throws `ItemCodingError` where it is no whole item.
  init(reading reader: inout JSONReader) throws {
    // They are for comparing, and the item is told without the rest, too.
    var members = KnownMembers { wording, count in
      count < KnownItem.mostWordings && wording.utf8.count <= KnownItem.longestPeerWording
    }
    var unknown: [UnknownMembers.Member] = []
    var unread: [KnownItem.Field: String] = [:]
    let item = try ActionItem(reading: &reader) { key, reader throws(JSONError) in
      if try members.take(key, &reader) { return }
      if key.equals("schema") { return try reader.skipValue() }
      unknown.append(.init(name: reader.string(of: key), value: Array(try reader.readRaw())))
    } unread: { name, text in
      unread[KnownItem.Field(rawValue: "\(name)") ?? .source] = text
    }
    members.number = Self.number(members.number ?? 0)
    if members.wordings?.isEmpty == true { members.wordings = nil }
    known = members.known(item)
    (held, self.unknown, self.unread) = (members.held, unknown, unread)
  }
}

extension JSONReader {
  /// Reads tags but for those that `ItemPayload` makes; anything but texts is passed over.
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

  /// Reads a string; anything else is skipped, and nil.
  fileprivate mutating func readTextOrSkip() throws(JSONError) -> String? {
    guard try peek() == .string else {
      try skipValue()
      return nil
    }
    return try readString()
  }
}
