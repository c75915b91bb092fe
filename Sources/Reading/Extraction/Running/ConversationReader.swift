import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Windowing

/// Follows one conversation of the feed: who is in it, what is new, and where windows end.
struct ConversationReader {
  let conversation: Conversation
  private(set) var people: People
  /// Those who have spoken and were not listed, in the order of their first words.
  private(set) var speakers: [Participant] = []
  private var builder: WindowBuilder
  private let marks: ReadMarkers
  /// Messages that ended a run in which they were read alone.
  private let fatal: Set<UInt64>
  /// Messages that were being read when a run died.
  private let suspects: Set<UInt64>
  /// Which messages were read in an edited version.
  private let edits: ReadMarkers
  private let readLevel: ReadLevel
  /// Messages that this run has taken up already.
  private var taken = DigestMap<Void>()
  private let windowPeople: WindowPeople
  /// Whether any of them was edited.
  private var hasEdits = false
  /// Messages that people wrote.
  private(set) var messages = 0
  /// Those among them that are read in this run.
  private(set) var newMessages = 0
  /// Those that have failed so often that they are left alone, or were refused.
  private(set) var setAside: Set<UInt64> = []
  /// Those that wait for the answers of a batch.
  private(set) var waiting = 0
  private let asked: String
  private let failureLimit: Int?
  /// The time of the last message, and how many have come of that time.
  private var lastTime: (time: Timestamp?, count: Int) = (nil, 0)

  /// Messages that have failed in too many runs are left alone, and so are those that the `asked` model has
  /// refused, and those that have ended a run, unless there is no limit. Where marks are ignored, they only tell which
  /// version of a message is older, and which ended a run. Messages that are `held` are passed over as repeated.
  init(
    _ conversation: Conversation, _ marks: ReadMarkers, _ settings: ExtractionPipeline.Settings,
    readLevel: ReadLevel, asked: String, held: Set<UInt64> = []
  ) {
    edits = marks.edits
    fatal = marks.fatal
    suspects = settings.watch?.suspects(ofConversation: conversation.id) ?? []
    for digest in held { taken.insert(digest, ()) }
    self.asked = asked
    failureLimit = settings.setAsideAfter
    self.conversation = conversation
    self.marks = settings.ignoresMarks ? ReadMarkers() : marks
    self.readLevel = settings.sufficientGrade(readLevel)
    people = People(conversation.participants, directory: settings.people)
    windowPeople = WindowPeople(conversation)
    builder = WindowBuilder(conversation: conversation, settings: settings.windows)
  }

  mutating func add(_ message: consuming Message) -> [Window] {
    // Not even as context: what it did to one window it may do to the next.
    if !fatal.isEmpty, failureLimit != nil, fatal.contains(message.digest) {
      if taken.insert(message.digest, ()) { messages += 1 }
      setAside.insert(message.digest)
      return []
    }
    if let sender = message.sender, !people.isKnown(sender) {
      let speaker = Participant(
        id: message.senderId ?? sender, name: sender, isBot: message.kind == .bot)
      people.add(speaker)
      speakers.append(speaker)
    }
    guard message.kind == .message else {
      let windows = builder.add(message, isNew: false)
      return windows.isEmpty ? windows : finished(windows)
    }
    messages += 1
    message.order = place(at: message.timestamp)
    let isRead = marks.isRead(message.digest, by: readLevel)
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
    if isNew, isLeftAlone(message.digest) {
      isNew = false
      setAside.insert(message.digest)
    }
    if isNew { newMessages += 1 }
    // On a line of its own: as an argument, it would change a copy of all lines so far.
    let windows = builder.add(message, isNew: isNew)
    return windows.isEmpty ? windows : finished(windows)
  }

  /// Whether a window holds a message that may end the run, new or not.
  func isSuspect(_ window: Window) -> Bool {
    if suspects.isEmpty, fatal.isEmpty { return false }
    return window.lines.contains {
      suspects.contains($0.message.digest) || fatal.contains($0.message.digest)
    }
  }

  /// Whether a message has failed too often, or was refused by the one who would be asked again.
  private func isLeftAlone(_ digest: UInt64) -> Bool {
    guard let failureLimit else { return false }
    return marks.failures(of: digest) >= failureLimit || marks.isRefused(digest, by: asked)
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

  mutating func finish() -> [Window] {
    let windows = builder.finish()
    return finished(windows)
  }

  private func finished(_ windows: [Window]) -> [Window] {
    windows.map { window in
      var window = window
      window.participants = windowPeople.participants(of: window, known: people)
      return window
    }
  }
}
