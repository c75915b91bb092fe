import ActionItems
import CivilTime
import Encoding

/// The channel or chat of a Zulip message. Below: `ZulipDirectory`, the people and channels in realm.json.
struct ZulipPlace {
  /// The kind of place, as written in its id.
  enum Kind: String {
    case channel, group, direct
    case unknown = "recipient"
  }

  var kind: Kind
  /// The number of the channel or group, the two people's numbers in order, or the recipient's.
  var numbers: [Int]
  /// The row of `zerver_recipient`.
  var recipient: Int?

  var id: String { "\(kind.rawValue)/\(numbers.map { String($0) }.joined(separator: ","))" }
}

/// The people, channels and recipients that a Zulip export lists in realm.json.
struct ZulipDirectory {
  private var people: ExportPeople
  private var channels: [Int: (name: String?, isPrivate: Bool)] = [:]
  /// The `type` and `type_id` of each recipient.
  private var recipients: [Int: (type: Int, id: Int)] = [:]
  /// The subscribers of recipients that are groups.
  private var members: [Int: [Int]] = [:]

  init(_ options: LoadingOptions) {
    people = ExportPeople(options)
  }

  static let tables: Set<String> = [
    "zerver_userprofile", "zerver_userprofile_crossrealm", "zerver_userprofile_mirrordummy",
    "zerver_stream", "zerver_recipient", "zerver_subscription",
  ]

  mutating func add(_ row: JSONValue, of table: String) {
    let id = row["id"]?.int
    switch table {
    case "zerver_stream":
      guard let id else { return }
      channels[id] = (row["name"]?.text, row["invite_only"]?.bool ?? false)
    case "zerver_recipient":
      guard let id, let type = row["type"]?.int, let number = row["type_id"]?.int else { return }
      recipients[id] = (type, number)
    case "zerver_subscription":
      guard let recipient = row["recipient"]?.int, let person = row["user_profile"]?.int,
        // Channels have too many members to keep; the table of recipients comes first.
        recipients[recipient].map({ $0.type == 3 }) ?? true
      else { return }
      members[recipient, default: []].append(person)
    default:
      guard let id, person(id) == nil else { return }
      let address = row["delivery_email"]?.text ?? row["email"]?.text
      people.add(
        String(id), called: row["full_name"]?.text ?? address, handle: address, aliases: [address],
        zone: row["timezone"]?.text, isBot: row["is_bot"]?.bool ?? false)
    }
  }

  /// The person with a number.
  func person(_ id: Int) -> ExportPeople.Person? { people[String(id)] }

  /// The person as a participant; a person who is not listed is named after the number.
  func participant(_ id: Int) -> Participant {
    person(id)?.participant ?? Participant(id: String(id), name: "user \(id)")
  }

  func place(recipient: Int?, sender: Int?) -> ZulipPlace {
    guard let recipient else { return ZulipPlace(kind: .unknown, numbers: []) }
    guard let (type, id) = recipients[recipient] else {
      return ZulipPlace(kind: .unknown, numbers: [recipient], recipient: recipient)
    }
    if type == 1 {
      // The recipient is the one of the two who did not write.
      return ZulipPlace(kind: .direct, numbers: Set([id, sender ?? id]).sorted())
    }
    return ZulipPlace(kind: type == 2 ? .channel : .group, numbers: [id], recipient: recipient)
  }

  func conversation(
    _ place: ZulipPlace, _ format: FormatDescription, _ options: LoadingOptions
  ) -> Conversation {
    var conversation = Conversation(
      id: "zulip:\(place.id)", title: nil, platform: format.platform)
    switch place.kind {
    case .channel:
      guard let channel = place.numbers.first.flatMap({ channels[$0] }) else { break }
      conversation.title = channel.name
      conversation.kind = channel.isPrivate ? .private : .public
    case .unknown:
      if place.numbers.isEmpty, let given = options.conversationId { conversation.id = given }
    case .group, .direct:
      let ids = place.kind == .direct ? place.numbers : place.recipient.flatMap { members[$0] }
      let people = (ids ?? []).map(participant)
      conversation.title = people.title
      conversation.kind = place.kind == .direct || people.count == 2 ? .direct : .group
      conversation.participants = people
    }
    return conversation
  }
}
