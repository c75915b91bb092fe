import ActionItemModel
import JSONText
import TimeZones

/// Where a message was sent: a channel, a group of people, or between two.
struct ZulipPlace {
  enum Kind { case channel, group, direct, unknown }

  var kind: Kind
  /// The channel's or the group's number; the two people's, in order; the recipient's.
  var numbers: [Int]
  /// The row of `zerver_recipient`.
  var recipient: Int?

  var id: String {
    let numbers = numbers.map { String($0) }.joined(separator: ",")
    return switch kind {
    case .channel: "channel/\(numbers)"
    case .group: "group/\(numbers)"
    case .direct: "direct/\(numbers)"
    case .unknown: "recipient/\(numbers)"
    }
  }
}

/// What realm.json lists: people, channels, and who the numbers of recipients stand for.
struct ZulipDirectory {
  private struct Channel {
    var name: String?
    var isPrivate: Bool
  }

  private var people: [Int: Participant] = [:]
  private var channels: [Int: Channel] = [:]
  /// `type` and `type_id` of each recipient.
  private var recipients: [Int: (type: Int, id: Int)] = [:]
  /// Who is subscribed to the recipients that are groups.
  private var members: [Int: [Int]] = [:]
  private var names = DisplayNames()
  private var zones: ZoneNames
  private var zonesOfPeople: [Int: Zone] = [:]

  init(zones: ZoneDatabase) {
    self.zones = ZoneNames(zones)
  }

  // MARK: - Filling

  /// Reads the lists in a file; returns whether it holds messages.
  mutating func read(_ file: ExportFile, limit: Int) throws -> Bool {
    var stream = try JSONStream(try file.open(), valueLimit: limit, limits: .export)
    try stream.beginObject()
    while let key = try stream.nextKey() {
      guard try stream.peek() == .array else {
        try stream.skipValue()
        continue
      }
      if key == "zerver_message" { return true }
      let isWanted = [
        "zerver_userprofile", "zerver_userprofile_crossrealm", "zerver_userprofile_mirrordummy",
        "zerver_stream", "zerver_recipient", "zerver_subscription",
      ].contains(key)
      guard isWanted else {
        try stream.skipValue()
        continue
      }
      try stream.beginArray()
      while try stream.nextElement() {
        if let row = try stream.smallValue() { add(row, of: key) }
      }
    }
    return false
  }

  private mutating func add(_ row: JSONValue, of table: String) {
    switch table {
    case "zerver_stream":
      guard let id = row["id"]?.int else { return }
      channels[id] = Channel(
        name: row["name"]?.text, isPrivate: row["invite_only"]?.bool ?? false)
    case "zerver_recipient":
      guard let id = row["id"]?.int, let type = row["type"]?.int, let number = row["type_id"]?.int
      else { return }
      recipients[id] = (type, number)
    case "zerver_subscription":
      guard let recipient = row["recipient"]?.int, let person = row["user_profile"]?.int,
        // Channels have too many members to remember; tables of recipients come first.
        recipients[recipient].map({ $0.type == 3 }) ?? true
      else { return }
      members[recipient, default: []].append(person)
    default: addPerson(row)
    }
  }

  private mutating func addPerson(_ row: JSONValue) {
    guard let id = row["id"]?.int, people[id] == nil else { return }
    let address = row["delivery_email"]?.text ?? row["email"]?.text
    let zone = row["timezone"]?.text
    people[id] = names.participant(
      String(id), called: row["full_name"]?.text ?? address, handle: address, aliases: [address],
      zone: zone, isBot: row["is_bot"]?.bool ?? false)
    zonesOfPeople[id] = zones.zone(named: zone)
  }

  // MARK: - Asking

  /// Whoever has a number; somebody named by it where the lists have no more.
  func person(_ id: Int) -> Participant {
    people[id] ?? Participant(id: String(id), name: "user \(id)")
  }

  func zone(of person: Int) -> Zone? { zonesOfPeople[person] }

  /// Where a message to a recipient was sent.
  func place(recipient: Int?, sender: Int?) -> ZulipPlace {
    guard let recipient else { return ZulipPlace(kind: .unknown, numbers: []) }
    guard let (type, id) = recipients[recipient] else {
      return ZulipPlace(kind: .unknown, numbers: [recipient], recipient: recipient)
    }
    switch type {
    case 1:
      // The recipient is the one of the two who did not write.
      return ZulipPlace(kind: .direct, numbers: Set([id, sender ?? id]).sorted())
    case 2: return ZulipPlace(kind: .channel, numbers: [id], recipient: recipient)
    default: return ZulipPlace(kind: .group, numbers: [id], recipient: recipient)
    }
  }

  func conversation(
    _ place: ZulipPlace, _ format: FormatDescription, _ options: LoadingOptions
  ) -> Conversation {
    let id = "zulip:\(place.id)"
    switch place.kind {
    case .channel:
      let channel = place.numbers.first.flatMap { channels[$0] }
      return Conversation(
        id: id, title: channel?.name, platform: format.platform,
        kind: channel.map { $0.isPrivate ? .private : .public })
    case .unknown:
      return Conversation(
        id: place.numbers.isEmpty ? options.conversationId ?? id : id, title: nil,
        platform: format.platform)
    case .group, .direct:
      let ids = place.kind == .direct ? place.numbers : place.recipient.flatMap { members[$0] }
      let people = (ids ?? []).map(person)
      return Conversation(
        id: id, title: people.title, platform: format.platform,
        kind: place.kind == .direct || people.count == 2 ? .direct : .group,
        participants: people)
    }
  }
}
