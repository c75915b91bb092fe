import ActionItemModel
import JSONText

/// Hands out conversations that have neither ids nor times.
///
/// A conversation is known by how it opens: by its messages up to the first one of a user, and by its
/// place among those that open alike.
struct OpenAIWriter {
  private let path: String
  private let format: FormatDescription
  private let context: LoadingContext
  private var openings: [UInt64: Int] = [:]
  /// The conversation that was begun last; it ends with the next one, or with the file.
  private var writer: ConversationWriter?
  private var hasBegun = false
  /// The messages of a conversation that has not begun, as it is not yet known.
  private var opening: [OpenAIMessage] = []
  private var id: String?
  private var lost: [SkipReason: Int] = [:]
  var damages = Damages()

  /// A conversation in which no user speaks for so long is known by the beginning.
  private static let openingLimit = 64

  init(path: String, format: FormatDescription, context: LoadingContext) {
    self.path = path
    self.format = format
    self.context = context
  }

  /// Adds a message; `id` is that of a request of a batch.
  mutating func add(_ message: OpenAIMessage, of id: String? = nil) throws {
    if hasBegun { return try write(message) }
    self.id = id
    opening.append(message)
    if message.role == "user" || opening.count >= Self.openingLimit { try begin() }
  }

  /// Ends a conversation; what is added next belongs to another one.
  mutating func endConversation() throws {
    if !opening.isEmpty { try begin() }
    hasBegun = false
  }

  mutating func skip(_ reason: SkipReason) { lost[reason, default: 0] += 1 }

  /// Counts one that is damaged, and remembers where.
  mutating func lose(_ error: JSONError) {
    skip(error.skipReason)
    damages.note(error, path: path)
  }

  mutating func finish() throws {
    try endConversation()
    let isEmpty = writer == nil
    try endWriter()
    try damages.tell(context.sink, format: format)
    if isEmpty, damages.isEmpty { try context.sink.fail(.noMessages(path: path)) }
  }

  private mutating func begin() throws {
    try endWriter()
    var digest = MessageDigest()
    for message in opening {
      digest.add(message.role)
      digest.add(message.text)
    }
    let value = digest.finish()
    let place = openings[value, default: 0] + 1
    openings[value] = place
    let made = String(value, radix: 16) + (place > 1 ? "-\(place)" : "")
    let conversation = Conversation(
      id: "openai:\(id ?? made)", title: id, platform: format.platform)
    writer = try ConversationWriter(conversation, path: path, format: format, context: context)
    hasBegun = true
    for message in opening { try write(message) }
    opening = []
  }

  private mutating func write(_ message: OpenAIMessage) throws {
    if message.isMended { writer?.noteMended() }
    try writer?.write(message.draft)
  }

  private mutating func endWriter() throws {
    guard writer != nil else { return }
    for (reason, count) in lost { writer?.skip(reason, count) }
    lost = [:]
    try writer?.end()
    writer = nil
  }
}
