import ActionItems
import Encoding

/// Rocket.Chat's messages, rooms and users in the BSON of mongodump. Below: `RocketChatDirectory`, rooms and people.
struct RocketChatFormat: ConversationFormat {
  let description = FormatDescription(
    name: "rocketchat", platform: "rocketchat", title: "Rocket.Chat (mongodump)",
    reads: "rocketchat_message.bson, with rocketchat_room.bson and users.bson next to it",
    howToExport: """
      On the server: `mongodump --db rocketchat --out FOLDER`; of the dump, only those three collections \
      are read.
      """)

  /// The contents of a file, and the field names that identify it: all of `all` and one of `any`.
  private enum Content: CaseIterable {
    case messages, rooms, users

    var names: (all: Set<String>, any: Set<String>) {
      switch self {
      case .messages: (["_id", "rid", "ts"], ["u"])
      case .rooms: (["_id", "t"], ["usersCount", "msgs"])
      case .users: (["_id", "username"], ["roles", "services", "statusConnection"])
      }
    }
  }

  private static func content(_ sample: FormatSample) -> Content? {
    sample.bytes.withUnsafeBufferPointer { bytes in
      guard let length = BSONDocument.length(bytes), length <= BSONDocument.longest,
        // A document ends in a zero and begins with an element of a known type.
        length > bytes.count || bytes[length - 1] == 0, bytes.count > 4, bytes[4] <= 0x13
      else { return nil }
      var names: Set<String> = []
      // The sample may end in the middle of a document.
      try? BSONDocument(bytes.part(0, min(length, bytes.count))).visit { element in
        names.insert(String(decoding: element.name, as: UTF8.self))
        return names.count < 200
      }
      return Content.allCases.first {
        names.isSuperset(of: $0.names.all) && !names.isDisjoint(with: $0.names.any)
      }
    }
  }

  func recognizes(_ sample: FormatSample) -> Bool { Self.content(sample) != nil }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    let limit = context.options.recordLimit
    var directory = RocketChatDirectory(context.options)
    let messages = try context.messages(among: files, description) { file in
      let content = Self.content(try FormatSample(reading: try file.open()))
      if content == .messages { return true }
      var lists = ExportIndex<Void>(context, description)
      try lists.scanBSON(file, limit: limit) { document, _, _ throws(JSONError) in
        let row = try document.json()
        if content == .rooms { directory.addRoom(row) } else { directory.addUser(row) }
      }
      try lists.damage.report(to: context.sink, format: description)
      return false
    }
    var index = ExportIndex<Void>(context, description)
    for file in messages {
      try index.scanBSON(file, limit: limit) { document, offset, index throws(JSONError) in
        var room = ""
        var time: Int?
        try document.visit { element throws(JSONError) in
          if element.isNamed("rid") { room = try element.json().text ?? "" }
          if element.isNamed("ts") { time = try element.json().int }
          return true
        }
        index.add(index.declare(room, ()), time: time, offset: offset)
      }
    }
    try index.runSecondPass { [directory] room, _ in
      ConversationReading(conversation: directory.conversation(room: room, description)) {
        source, _ in
        RocketChatMessage(row: try source.document()).outcome(directory)
      }
    }
  }
}

/// The rooms and people of a Rocket.Chat server.
struct RocketChatDirectory {
  private(set) var people: ExportPeople
  /// The titles of discussions, by the random names that messages use for them.
  private(set) var titles: [String: String] = [:]
  private var rooms: [String: ListedChat] = [:]
  private var idsByHandle: [String: String] = [:]

  init(_ options: LoadingOptions) {
    people = ExportPeople(options)
  }

  mutating func addUser(_ row: JSONValue) {
    guard let id = row["_id"]?.text else { return }
    let handle = row["username"]?.text
    people.add(
      id, called: row["name"]?.text ?? handle, handle: handle,
      aliases: [handle, row["emails"]?[0]?["address"]?.text], isBot: row["type"]?.text == "bot")
    if let handle { idsByHandle[handle] = id }
  }

  mutating func addRoom(_ row: JSONValue) {
    guard let id = row["_id"]?.text else { return }
    let members = (row["uids"] ?? row["usernames"]).elements
    let count = row["usersCount"]?.int ?? members.count
    let kinds: [String: Conversation.Kind] = [
      "c": .public, "p": .private, "l": .private, "d": count > 2 ? .group : .direct,
    ]
    let type = row["t"]?.text ?? ""
    let name = row["name"]?.text
    let title = row["fname"]?.text ?? name
    rooms[id] = ListedChat(
      title: title, kind: kinds[type], members: type == "d" ? members.compactMap(\.text) : [])
    if let name, let title, name != title { titles[name] = title }
  }

  func conversation(room id: String, _ format: FormatDescription) -> Conversation {
    var room = rooms[id]
    if let members = room?.members { room?.members = members.map { idsByHandle[$0] ?? $0 } }
    return people.conversation(id, room, format)
  }
}
