import ActionItemModel
import JSONText

/// Who speaks in a chat of two or more, up to a limit, as a first pass finds them.
struct ChatPeople {
  private var written: [[UInt8]] = []
  private var numbers = NameNumbers()

  private static let limit = 1000

  mutating func note(_ name: Bytes) {
    guard written.count < Self.limit, numbers.number(of: name) == written.count else { return }
    written.append(Array(name))
  }

  var names: Set<String> { Set(written.map { SenderTable.readable($0) }) }

  /// The kind of a chat: direct where it is called like one of two people, a group where there are more.
  func kind(owner: String?, title: String?) -> Conversation.Kind? {
    let names = names
    if names.count > 2 { return .group }
    guard let title else { return nil }
    return names.contains(title) && title != owner ? .direct : nil
  }
}

extension ChatPeople {
  /// Asks each line of a file for the speaker that it names.
  @inline(__always)
  init(of file: OpenFile, limit: Int, speaker: (Bytes) -> Bytes?) throws {
    var lines = TextLines(OpenFileSource(file: file), limit: limit)
    while let line = try lines.next() {
      if case .bytes(let bytes) = line, let name = speaker(bytes) { note(name) }
    }
  }
}
