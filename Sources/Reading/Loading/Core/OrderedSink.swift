import ActionItems
import Synchronization

/// Hands on what is found in the order of the input, while workers read its parts side by side.
///
/// All calls come from the thread that walks through the input.
final class OrderedSink: LoadingSink {
  private let next: any ConversationSink
  private let given: GivenId?
  /// Whether the conversation that began last has the id that was given.
  private var isGiven = false
  /// How many workers there are.
  let jobs: Int
  private var workers: LoadingWorkers?
  private let watch: (any FileWatch)?
  private let room = SharedRoom(bytes: 16 << 20)
  /// What was begun or told, and not handed on yet.
  private var entries: ArraySlice<Entry> = []
  /// The parts among them.
  private var begun = 0
  /// Takes what lies in a format's folder and is not the format's; nil where no folder is read.
  private var leftovers: Leftovers?
  /// Whether the walking thread has left anything of the format's folder that it is at.
  private var hasLeft = false
  /// Whether leftovers are read, in front of parts that were begun before them.
  private var isAmongLeftovers = false

  private enum Entry {
    case part(LoadingPart)
    /// What the walking thread told meanwhile.
    case told(LoadingEvent)
    /// A format's folder begins or ends.
    case folderBegins
    case folderEnds(_ read: (Leftovers) throws -> Void)
  }

  /// A worker may be so many parts ahead of what is handed on.
  private static let ahead = 4
  /// The walking thread may have told so much that is not handed on.
  private static let entryLimit = 4096

  init(
    _ next: any ConversationSink, jobs: Int, _ given: GivenId?, _ watch: (any FileWatch)? = nil
  ) {
    (self.next, self.jobs, self.given, self.watch) = (next, jobs, given, watch)
  }

  /// Reads a part: beside others where there are several workers, else at once.
  ///
  /// What cannot be read of it is told in its place.
  func read(_ body: @escaping @Sendable (any LoadingSink) throws -> Void) throws {
    // Workers that wait for their turn have no hands free for what comes before it.
    guard jobs > 1, !isAmongLeftovers else { return try telling { try body(self) } }
    let workers = workers ?? LoadingWorkers(jobs, watch)
    self.workers = workers
    let part = LoadingPart(room)
    entries.append(.part(part))
    begun += 1
    workers.begin(part) { sink in try sink.telling { try body(sink) } }
    while begun > jobs * Self.ahead { try handOnFirst() }
  }

  /// Reads a format's folder with `body`, and after all of it, if any of it was left, calls `read` with that.
  func readFolder(
    _ body: () throws -> Void, leftovers read: @escaping (Leftovers) throws -> Void
  ) throws {
    hasLeft = false
    try take(.folderBegins)
    try body()
    // A folder may be reached by links too, and then where it comes first counts. Workers leave files only.
    if hasLeft { try drain() }
    try take(.folderEnds(read))
  }

  /// Hands on all that was begun.
  func drain() throws {
    while !entries.isEmpty { try handOnFirst() }
  }

  /// Ends the workers; what was not handed on is lost.
  func close() {
    for case .part(let part) in entries { part.cancel() }
    (entries, begun) = ([], 0)
    workers?.close()
    workers = nil
  }

  private func handOnFirst() throws {
    if case .part(let part)? = entries.first {
      while let events = try part.next() {
        for event in events { try handOn(event) }
      }
      begun -= 1
      entries.removeFirst()
    } else if let entry = entries.popFirst() {
      try handOn(entry)
    }
  }

  private func handOn(_ entry: Entry) throws {
    switch entry {
    case .part: break
    case .told(let event): try handOn(event)
    case .folderBegins: leftovers = Leftovers()
    case .folderEnds(let read):
      let left = leftovers
      leftovers = nil
      guard let left, !left.isEmpty else { return }
      let behind = (entries, hasLeft, isAmongLeftovers)
      (entries, isAmongLeftovers) = ([], true)
      defer { (entries, hasLeft, isAmongLeftovers) = behind }
      try read(left)
      try drain()
    }
  }

  private func handOn(_ event: consuming LoadingEvent) throws {
    switch consume event {
    case .begin(let conversation):
      isGiven = conversation.id == given?.id
      try next.begin(conversation)
    case .messages(let messages): for message in messages { try next.add(message) }
    case .end(var report):
      if isGiven, let warning = given?.take(file: report.file) { report.warnings.append(warning) }
      try next.end(report)
    case .fail(let error): try next.fail(error)
    case .pass(let reason, let path): try next.pass(reason, path: path)
    case .leaveFile(let file):
      if let leftovers {
        leftovers.files.append(file)
      } else {
        try next.pass(.unknownFormat, path: file.path)
      }
    case .leaveFolder(let folder): leftovers?.folders.append(folder)
    }
  }

  /// Takes something behind what was begun before.
  private func take(_ entry: Entry) throws {
    if entries.isEmpty { return try handOn(entry) }
    entries.append(entry)
    if entries.count > Self.entryLimit { try handOnFirst() }
  }

  private func tell(_ event: LoadingEvent) throws { try take(.told(event)) }

  private func leave(_ event: LoadingEvent) throws {
    hasLeft = true
    try tell(event)
  }

  // MARK: - What the walking thread reads itself

  func begin(_ conversation: Conversation) throws {
    try drain()
    try handOn(LoadingEvent.begin(conversation))
  }

  func add(_ message: consuming Message) throws { try next.add(message) }
  func end(_ report: ConversationReport) throws { try handOn(LoadingEvent.end(report)) }
  func fail(_ error: LoadingError) throws { try tell(.fail(error)) }
  func pass(_ reason: PassedReason, path: String) throws { try tell(.pass(reason, path: path)) }
  func wait(forPipe path: String) throws { try next.wait(forPipe: path) }
  func leave(_ file: ExportFile) throws { try leave(.leaveFile(file)) }
  func leave(_ folder: ExportFolder) throws { try leave(.leaveFolder(folder)) }
}

/// The id that the user gives, and the conversation that first took it.
final class GivenId: Sendable {
  let id: String
  private let owner = Mutex<String?>(nil)

  init(_ id: String) {
    self.id = id
  }

  /// Takes the id for a conversation of a file; returns what to tell of a second one, whose messages then lie with those
  /// of the first.
  func take(file: String) -> String? {
    let first = owner.withLock { owner in
      defer { owner = owner ?? file }
      return owner
    }
    return first.map {
      "--conversation-id gave it the id of the conversation in \($0): they are one now; unless they are "
        + "parts of one, read each by itself"
    }
  }
}
