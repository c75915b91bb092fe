import ActionItems
import CivilTime
import Encoding
import ItemRecords
import Windowing

/// Follows one conversation of the feed: collects its people, decides which messages are new, and cuts windows.
///
/// It also rebuilds the windows of a batch for its answers. It asks no model. `WindowReader` reads the windows.
struct ConversationReader {
  let conversation: Conversation
  private(set) var people: People
  private var builder: WindowBuilder
  private let marks: ReadMarkers
  /// Messages that crashed a run while they were read alone.
  private let fatal: Set<UInt64>
  /// Messages that were being read when a run crashed.
  private let suspects: Set<UInt64>
  /// The read markers of messages that were read in an edited version.
  private let edits: ReadMarkers
  private let readLevel: ReadLevel
  /// Messages that this run has seen already.
  private var taken = DigestMap<Void>()
  let windowPeople: WindowPeople
  /// Whether any message was edited.
  private var hasEdits = false
  /// The number of messages by people.
  private(set) var messages = 0
  /// The number of messages by people that this run reads.
  private(set) var newMessages = 0
  /// Messages that were refused, or failed too often, and are not read again.
  private(set) var setAside: Set<UInt64> = []
  /// The number of messages that wait for a batch's replies.
  private(set) var waiting = 0
  private let asked: String
  private let failureLimit: Int?
  /// The windows of a batch whose answers are collected; nil for other runs.
  private var batched: WindowRebuilder?
  /// The time of the last message, and the number of messages with that time.
  private var lastTime: (time: Timestamp?, count: Int) = (nil, 0)

  /// Creates a reader for a conversation.
  ///
  /// Some messages are set aside, unless there is no failure limit: those that failed in too many runs, were refused
  /// by the `asked` model, or crashed a run. If read markers are ignored, they only show which version of a message
  /// is older, and which messages crashed a run. Messages in `held` are skipped as repeated.
  init(
    _ conversation: Conversation, _ known: ConversationState,
    _ settings: ExtractionPipeline.Settings,
    readLevel: ReadLevel, asked: String, held: Set<UInt64> = []
  ) {
    let marks = known.marks
    edits = marks.edits
    fatal = marks.fatal
    suspects = settings.watch?.suspects(ofConversation: conversation.id) ?? []
    batched = known.batch.map { windows, openItems in
      let windows = windows.filter { !$0.digests.contains(where: held.contains) }
      return WindowRebuilder(windows, of: conversation, openItems, settings.windows)
    }
    for digest in held { taken.insert(digest, ()) }
    self.asked = asked
    failureLimit = settings.setAsideAfter
    self.conversation = conversation
    self.marks = settings.again ? ReadMarkers() : marks
    self.readLevel = settings.sufficientLevel(readLevel)
    people = People(conversation.participants, directory: settings.people)
    windowPeople = WindowPeople(conversation)
    builder = WindowBuilder(conversation: conversation, settings: settings.windows)
  }

  mutating func add(_ message: consuming Message) -> [Window] {
    // Not even as context: a message that crashed one window may crash the next.
    if !fatal.isEmpty, failureLimit != nil, fatal.contains(message.digest) {
      if taken.insert(message.digest, ()) { messages += 1 }
      setAside.insert(message.digest)
      return []
    }
    if let sender = message.sender, !people.isKnown(sender) {
      people.add(
        Participant(id: message.senderId ?? sender, name: sender, isBot: message.kind == .bot))
    }
    if message.kind == .message { message.order = place(at: message.timestamp) }
    if let windows = batched?.add(message) { return collected(windows) }
    guard message.kind == .message else {
      return builder.add(message, isNew: false)
    }
    messages += 1
    let isRead = marks.isRead(message.digest, by: readLevel)
    // Few conversations have edits, and the lookup copies the read markers of this one.
    let isOutdated = (hasEdits || !edits.isEmpty) && isOutdated(message)
    var isNew = !isRead && !isOutdated
    // A message that is twice in an export would split the new ones, and be its own context.
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
    return builder.add(message, isNew: isNew)
  }

  /// Returns the windows of a batch that are still unread, and counts their messages.
  private mutating func collected(_ windows: [Window]) -> [Window] {
    let unread = windows.filter { window in
      window.newMessages.contains { !marks.isRead($0.digest, by: readLevel) && !isOutdated($0) }
    }
    for message in unread.lazy.flatMap(\.newMessages) where taken.insert(message.digest, ()) {
      messages += 1
      newMessages += 1
    }
    return unread
  }

  /// Whether a window holds a message that may crash the run, new or not.
  func isSuspect(_ window: Window) -> Bool {
    if suspects.isEmpty, fatal.isEmpty { return false }
    return window.lines.contains {
      suspects.contains($0.message.digest) || fatal.contains($0.message.digest)
    }
  }

  /// Whether a message has failed too often, or was refused by the model that would be asked.
  private func isLeftAlone(_ digest: UInt64) -> Bool {
    guard let failureLimit else { return false }
    return marks.failures(of: digest) >= failureLimit || marks.isRefused(digest, by: asked)
  }

  /// Whether a later version of the message was read, in this run or before.
  private func isOutdated(_ message: Message) -> Bool {
    guard !message.isEdited else { return false }
    if hasEdits, taken[message.editDigest] != nil { return true }
    return !edits.isEmpty && message.isOutdated(by: edits)
  }

  /// The index of the next message among those with the same time.
  private mutating func place(at time: Timestamp?) -> Int {
    if time?.microseconds != lastTime.time?.microseconds { lastTime = (time, 0) }
    defer { lastTime.count += 1 }
    return lastTime.count
  }

  /// The places of the batch's windows whose new messages were edited or removed.
  var changedWindows: [Int] { batched?.changed ?? [] }

  mutating func finish() -> [Window] {
    if let windows = batched?.finish() { return collected(windows) }
    return builder.finish()
  }
}
