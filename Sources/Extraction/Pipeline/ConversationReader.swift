import ActionItemModel
import CivilTime
import Digests
import Glibc
import Windowing

/// Follows one conversation of the feed: who is in it, what is new, and where windows end.
struct ConversationReader {
  let conversation: Conversation
  private(set) var people: People
  /// Those who have spoken and were not listed, in the order of their first words.
  private(set) var speakers: [Participant] = []
  /// Those who have just spoken, listed or not: they are known.
  private var familiar = FamiliarNames(count: 256)
  private var builder: WindowBuilder
  private let marks: Marks
  /// Which messages were read in an edited version.
  private let edits: Marks
  private let grade: Grade
  /// Messages that this run has taken up already.
  private var taken = DigestMap<Void>()
  /// The messages in which an `@` stands, which may call somebody.
  private var calling = DigestMap<Void>()
  /// Whether any of them was edited.
  private var hasEdits = false
  /// Messages that people wrote.
  private(set) var messages = 0
  /// Those among them that are read in this run.
  private(set) var newMessages = 0
  /// Those that have failed so often that they are left alone.
  private(set) var setAside: Set<UInt64> = []
  /// Those that wait for the answers of a batch.
  private(set) var waiting = 0
  private let failureLimit: Int
  /// The time of the last message, and how many have come of that time.
  private var lastTime: (time: Timestamp?, count: Int) = (nil, 0)

  /// Messages that have failed in `failureLimit` runs are left alone. Where all is read `again`, marks only
  /// tell which version of a message is older.
  init(
    conversation: Conversation, marks: Marks, grade: Grade, settings: WindowBuilder.Settings,
    failureLimit: Int, directory: PeopleDirectory = .empty, again: Bool = false
  ) {
    edits = marks.edits
    self.failureLimit = failureLimit
    self.conversation = conversation
    self.marks = again ? Marks() : marks
    self.grade = grade
    people = People(conversation.participants, directory: directory)
    builder = WindowBuilder(conversation: conversation, settings: settings)
  }

  /// Takes the next message; returns the windows that it ended.
  mutating func add(_ message: consuming Message) -> [Window] {
    if let sender = message.sender, !familiar.meet(sender), !people.isKnown(sender) {
      let speaker = Participant(
        id: message.senderId ?? sender, name: sender, isBot: message.kind == .bot)
      people.add(speaker)
      speakers.append(speaker)
    }
    // Looked for once, while the message is at hand: windows hold it several times over.
    if Self.hasAtSign(message) { calling.insert(message.digest, ()) }
    guard message.kind == .message else {
      let windows = builder.add(message, isNew: false)
      return windows.isEmpty ? windows : finished(windows)
    }
    messages += 1
    message.order = place(at: message.timestamp)
    // What a filter refused was asked as thoroughly as can be.
    let isRead = marks.grade(of: message.digest).map { $0 >= min(grade, .refused) } ?? false
    // Few conversations have edits, and to ask copies all that is known of this one.
    let isOutdated = (hasEdits || !edits.isEmpty) && isOutdated(message)
    var isNew = !isRead && !isOutdated
    // What stands twice in an export would part what is new, and be context of itself.
    if isNew, !taken.insert(message.digest, ()) { return [] }
    if message.isEdited, taken.insert(message.editDigest, ()) { hasEdits = true }
    if isNew, marks.isWaiting(message.digest) {
      isNew = false
      waiting += 1
    }
    if isNew, marks.failures(of: message.digest) >= failureLimit {
      isNew = false
      setAside.insert(message.digest)
    }
    if isNew { newMessages += 1 }
    // On a line of its own: as an argument, it would change a copy of all lines so far.
    let windows = builder.add(message, isNew: isNew)
    return windows.isEmpty ? windows : finished(windows)
  }

  /// Whether a later version of the message was read, now or before.
  private func isOutdated(_ message: Message) -> Bool {
    guard !message.isEdited else { return false }
    if hasEdits, taken[message.editDigest] != nil { return true }
    return !edits.isEmpty && message.isOutdated(by: edits)
  }

  /// The place of the next message among those of the same time.
  private mutating func place(at time: Timestamp?) -> Int {
    if time?.microseconds != lastTime.time?.microseconds { lastTime = (time, 0) }
    defer { lastTime.count += 1 }
    return lastTime.count
  }

  /// Ends the conversation; returns the last windows.
  mutating func finish() -> [Window] {
    let windows = builder.finish()
    return finished(windows)
  }

  private func finished(_ windows: [Window]) -> [Window] { windows.map(peopled) }

  /// A window with those who appear in it.
  private func peopled(_ window: Window) -> Window {
    var window = window
    var names: [String] = []
    var seen: Set<String> = []
    var familiar = FamiliarNames(count: 64)
    // Lines are looked at where they stand: to copy one is to count references.
    for index in window.lines.indices {
      if let sender = window.lines[index].message.sender, !familiar.meet(sender),
        seen.insert(sender).inserted
      {
        names.append(sender)
      }
    }
    for person in mentioned(in: window) where seen.insert(person.name).inserted {
      names.append(person.name)
    }
    window.participants = names.compactMap { people.match($0) }
    return window
  }

  /// So many bytes behind an `@` may belong to a name.
  private static let nameLimit = 240

  /// Participants whom a message calls by their name with an `@`.
  private func mentioned(in window: Window) -> [Participant] {
    var found: [Participant] = []
    for index in window.lines.indices where calling[window.lines[index].message.digest] != nil {
      let pieces = window.lines[index].message.text.utf8.split(
        separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
      for piece in pieces.dropFirst() {
        // Names have spaces: the longest beginning that means somebody counts.
        let words = piece.prefix(Self.nameLimit).split(separator: UInt8(ascii: " "), maxSplits: 3)
          .prefix(3)
        for count in stride(from: words.count, to: 0, by: -1) {
          let bytes = Array(words.prefix(count).joined(separator: [UInt8(ascii: " ")]))
          let name = String(decoding: bytes, as: UTF8.self)
          guard let person = people.match(name) else { continue }
          found.append(person)
          break
        }
      }
    }
    return found
  }

  private static func hasAtSign(_ message: borrowing Message) -> Bool {
    message.withText { bytes in
      bytes.baseAddress.map { memchr($0, Int32(UInt8(ascii: "@")), bytes.count) != nil } ?? false
    }
  }
}
