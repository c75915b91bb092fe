import ActionItems
import Encoding

/// Threads of Messenger and Instagram as exported by Meta. Below: `MetaThread`, `MetaMessage`; `Mojibake` repairs text.
struct MetaFormat: ConversationFormat {
  let description: FormatDescription

  static let messenger = Self(
    platform: "messenger", title: "Facebook Messenger",
    howToExport: """
      Facebook: Settings > Accounts Centre > Your information and permissions > Download your \
      information > Messages, format JSON; encrypted chats: Messenger > Settings > Privacy > Secure \
      storage > Download.
      """)

  /// Instagram's threads, which have the same form as Messenger's; only the path distinguishes them.
  static let instagram = Self(
    platform: "instagram", title: "Instagram",
    howToExport: """
      Instagram: Settings > Accounts Centre > Your information and permissions > Download your \
      information > Messages, format JSON.
      """)

  private init(platform: String, title: String, howToExport: String) {
    description = FormatDescription(
      name: platform, platform: platform, title: title,
      reads:
        "the zip, its messages folder, or message_1.json, message_2.json … of a thread together",
      howToExport: howToExport)
  }

  func recognizes(_ sample: FormatSample) -> Bool {
    sample.json.map { recognizes($0) } ?? false
      && (description.platform == "messenger" || sample.path.lowercased().holds("instagram"))
  }

  func recognizes(_ json: JSONOutline) -> Bool {
    guard !json.isArray, let messages = json["messages"] else { return false }
    // Meta exports no user ids, so a file with ids is another program's.
    if ["id", "sender_id", "senderId"].contains(where: { messages.has($0) }) { return false }
    return messages.has("sender_name", "timestamp_ms")
      || messages.has("senderName", "timestamp")
        && (json.has("threadName") || messages.has("isUnsent"))
  }

  func load(_ files: [ExportFile], in context: LoadingContext) throws {
    var index = ExportIndex<MetaThread>(context, description)
    for file in files {
      try index.scan(file) { stream, part, index in
        try index.scanObject(
          &stream, of: part, records: ["messages"],
          needing: ["title", "thread_path", "participants"]
        ) { stream, index, members in
          let thread = MetaThread(members)
          let folder = file.path.dropLast(file.name.count)
          let name = thread.path ?? thread.title ?? String(folder)
          let number = index.declare(name, thread)
          try index.scanRecords(&stream, of: part, in: number) { index, record, offset in
            index.add(number, time: MetaMessage.time(record)?.sortKey, offset: offset)
          }
        }
      }
    }
    try index.runSecondPassOverObjects(
      { [options = context.options] in $1.conversation(description, options) },
      { _ in { record, _ throws(JSONError) in try MetaMessage.outcome(record) } })
  }
}

/// The properties of a Messenger or Instagram thread.
struct MetaThread {
  /// The thread's own name, such as `anna_123`, without the folder that it is in.
  let path: String?
  let title: String?
  private let people: [String]
  private let isGroup: Bool

  init(_ members: [String: JSONValue]) {
    path = members["thread_path"]?.text.map { String($0.lastPathComponent) }
    title =
      members["title"]?.text.map(Mojibake.repaired)
      ?? members["threadName"]?.text.map { name in
        // `Anna Lee_12` in exports of encrypted chats: the number is the file's.
        let number = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let stem = name.dropLast(number)
        return number > 0 && stem.hasSuffix("_") ? String(stem.dropLast()) : name
      }
    people = members["participants"].elements.compactMap { person in
      (person.text ?? person["name"]?.text).map(Mojibake.repaired)
    }
    isGroup = members["thread_type"]?.text == "RegularGroup"
  }

  func conversation(_ format: FormatDescription, _ options: LoadingOptions) -> Conversation {
    // People have only names; two people with one name count as one.
    var names: Set<String> = []
    let participants = people.filter { names.insert($0).inserted }
      .map { Participant(id: $0, name: $0) }
    return options.conversation(
      format, id: path.map { "meta:\($0)" }, title: title,
      kind: isGroup || people.count > 2 ? .group : people.isEmpty ? nil : .direct,
      participants: participants, platform: "meta")
  }
}

/// Repairs text whose UTF-8 was decoded as Latin-1: `cafÃ©` for `café`.
enum Mojibake {
  /// Returns the intended text.
  ///
  /// The text is unchanged if it has characters beyond Latin-1, or bytes that are not valid UTF-8.
  static func repaired(_ text: String) -> String {
    var text = text
    let isASCII = text.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 } }
    if isASCII { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF else { return text }
      bytes.append(UInt8(scalar.value))
    }
    return String(validating: bytes, as: UTF8.self) ?? text
  }
}

/// One object of a thread's `messages`.
enum MetaMessage {
  static func time(_ record: JSONRecord) -> GenericTimestamp.Reading? {
    record.time("timestamp_ms", "timestamp")
  }

  /// The sender's name. Exports of encrypted chats have camelCase keys and correct text.
  static func sender(_ record: JSONRecord) -> String? {
    record.string("sender_name").map(Mojibake.repaired) ?? record.string("senderName")
  }

  static func outcome(_ record: JSONRecord) throws(JSONError) -> RecordOutcome {
    if record.flag("is_unsent", "isUnsent") { return .skipped(.deleted) }
    let isEvent = ["Subscribe", "Unsubscribe", "Call"].contains(record.string("type"))
    let content = record.string("content").map(Mojibake.repaired) ?? record.string("text")
    return .message(
      MessageDraft(
        sender: sender(record).map { .init(id: $0, name: $0) }, time: time(record),
        written: record.scalar("timestamp_ms", "timestamp") ?? "",
        text: try text(record, content ?? ""),
        source: content, kind: isEvent ? .system : .message))
  }

  private static func text(_ record: JSONRecord, _ content: String) throws(JSONError) -> String {
    let share = try record.filled("share")
    var lines = [content, Mojibake.repaired(share?["share_text"]?.text ?? "")]
    if let address = share?["link"]?.text, !content.holds(address) { lines.append(address) }
    if lines.allSatisfy(\.isEmpty) {
      lines = try record.filled("files").elements.compactMap { file in
        file["uri"]?.text.map { "[file: \(Mojibake.repaired(String($0.lastPathComponent)))]" }
      }
    }
    return lines.filledLines
  }
}
