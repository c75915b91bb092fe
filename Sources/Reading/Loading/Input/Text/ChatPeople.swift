import ActionItems
import Encoding

/// The names of the speakers in a text file, which show whether it is a group. Below: log levels, and quoted messages.
struct ChatPeople {
  private var written: [[UInt8]] = []
  private var numbers = NameNumbers()

  private static let limit = 1000

  mutating func note(_ name: Bytes) {
    guard written.count < Self.limit, numbers.number(of: name) == written.count else { return }
    written.append(Array(name))
  }

  var names: Set<String> { Set(written.map { $0.withUnsafeBufferPointer(SenderTable.readable) }) }

  /// The kind of a chat.
  ///
  /// It is a group with more than two speakers. It is direct if its title is the name of a speaker other than the
  /// owner. Otherwise the kind is unknown.
  func kind(owner: String?, title: String?) -> Conversation.Kind? {
    let names = names
    if names.count > 2 { return .group }
    guard let title else { return nil }
    return names.contains(title) && title != owner ? .direct : nil
  }
}

extension ChatPeople {
  /// Collects the speakers that `speaker` finds in each line of a file.
  @inline(__always)
  init(of file: OpenFile, limit: Int, speaker: (Bytes) -> Bytes?) throws {
    var lines = TextLines(OpenFileSource(file: file), limit: limit)
    while let line = try lines.next() {
      if case .bytes(let bytes) = line, let name = speaker(bytes) { note(name) }
    }
  }
}

/// The level words in logs of programs, so that these are not taken for chats.
enum LogLevel {
  private static let words: [StaticString] = [
    "INFO", "DEBUG", "WARN", "WARNING", "ERROR", "TRACE", "FATAL", "NOTICE", "CRITICAL", "ALERT",
    "EMERGENCY", "SEVERE", "VERBOSE",
  ]

  /// Whether a name is a level word or ends in one, as in `production.ERROR`.
  static func ends(_ name: Bytes) -> Bool {
    words.contains { word in
      let start = name.count - word.utf8CodeUnitCount
      guard start >= 0, name.part(from: start).equalsIgnoringCase(word) else { return false }
      return start == 0 || !name[start - 1].isASCIILetter
    }
  }
}

/// The latest messages of a conversation, to resolve quotes.
struct RecentMessages {
  private var recent: [(text: [UInt8], id: String)] = []

  private static let limit = 200
  /// The number of bytes of a message that are compared.
  static let length = 200

  mutating func note(_ text: Bytes, id: String) {
    if recent.count == Self.limit { recent.removeFirst(Self.limit / 2) }
    recent.append((Array(text.prefix(Self.length)), id))
  }

  /// The id of the last message equal to `quoted`, or beginning with it if `isCut`.
  func id(quoted: Bytes, isCut: Bool) -> String? {
    guard !quoted.isEmpty else { return nil }
    let quoted = quoted.prefix(Self.length)
    return recent.last { message in
      isCut ? message.text.starts(with: quoted) : message.text.elementsEqual(quoted)
    }?.id
  }
}
