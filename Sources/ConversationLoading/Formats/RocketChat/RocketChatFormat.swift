import ActionItemModel
import JSONText

/// Rocket.Chat's collections as mongodump writes them.
struct RocketChatFormat: ConversationFormat {
  let description = FormatDescription(
    name: "rocketchat", platform: "rocketchat", title: "Rocket.Chat (mongodump)",
    reads: "rocketchat_message.bson, with rocketchat_room.bson and users.bson beside it",
    howToExport: """
      On the server: `mongodump --db rocketchat --out FOLDER`; of the dump only those three collections \
      are read.
      """)

  /// What a file of this format holds.
  private enum Content { case messages, rooms, users }

  private static func content(_ sample: FormatSample) -> Content? {
    sample.bytes.withUnsafeBufferPointer { bytes in
      guard let length = BSONDocument.length(bytes), length <= 16 << 20,
        // A document ends in a zero, and begins with an element whose type is known.
        length > bytes.count || bytes[length - 1] == 0, bytes.count > 4, bytes[4] <= 0x13
      else { return nil }
      var names: Set<String> = []
      do throws(JSONError) {
        let document = BSONDocument(UnsafeBufferPointer(rebasing: bytes.prefix(length)))
        try document.visit { element in
          names.insert(String(decoding: element.name, as: UTF8.self))
          return names.count < 200
        }
      } catch {
        // The beginning of a file ends anywhere.
        if names.isEmpty { return nil }
      }
      if names.isSuperset(of: ["_id", "rid", "ts", "u"]) { return .messages }
      if names.isSuperset(of: ["_id", "t"]), !names.isDisjoint(with: ["usersCount", "msgs"]) {
        return .rooms
      }
      if names.isSuperset(of: ["_id", "username"]),
        !names.isDisjoint(with: ["roles", "services", "statusConnection"])
      {
        return .users
      }
      return nil
    }
  }

  func recognizes(_ sample: FormatSample) -> Bool { Self.content(sample) != nil }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    let limit = context.options.recordLimit
    var directory = RocketChatDirectory()
    var messages: [ExportFile] = []
    for file in files {
      try context.sink.telling {
        let content = Self.content(try FormatSample(reading: try file.open()))
        if content == .messages { return messages.append(file) }
        var lists = ExportIndex<Void>(context, description)
        try lists.scanBSON(file, limit: limit) { document, _, _ throws(JSONError) in
          let row = try document.json()
          if content == .rooms { directory.addRoom(row) } else { directory.addUser(row) }
        }
        try lists.damages.tell(context.sink, format: description)
        try context.sink.pass(.index, path: file.path)
      }
    }
    guard !messages.isEmpty else { return }
    var index = ExportIndex<String>(context, description)
    for file in messages {
      try index.scanBSON(file, limit: limit) { document, offset, index throws(JSONError) in
        var room = ""
        var time: Int?
        try document.visit { element throws(JSONError) in
          if element.isNamed("rid") { room = try element.json().text ?? "" }
          if element.isNamed("ts") { time = try element.json().int }
          return true
        }
        index.declare(room, room)
        index.add(room, time: time, offset: offset)
      }
    }
    try index.handOut { [directory] _, room in
      ConversationReading(directory.conversation(room: room, description)) { source, _ in
        RocketChatMessage(try source.document()).outcome(directory)
      }
    }
  }
}
