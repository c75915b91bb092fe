import ActionItems
import Synchronization

/// Passes results to the next sink in the order of the input, while workers read parts of it in parallel.
///
/// All calls come from the thread that walks the input.
final class OrderedSink: LoadingSink {
  private let next: any ConversationSink
  private let given: GivenId?
  /// Whether the current conversation has the id that the user gave.
  private var isGiven = false
  /// The number of workers.
  let jobs: Int
  private var workers: LoadingWorkers?
  private let watch: (any FileWatch)?
  private let room = SharedRoom(bytes: 16 << 20)
  /// The parts and events that were not passed on yet, in the order of the input.
  private var entries: ArraySlice<Entry> = []
  /// The number of parts in `entries`.
  private var begun = 0
  /// Collects files in a format's folder that do not belong to the format; nil outside of such a folder.
  private var leftovers: Leftovers?
  /// Whether the walking thread left a file or folder of the current format's folder.
  private var hasLeft = false
  /// Whether leftovers are being read. They come before parts that are already queued.
  private var isAmongLeftovers = false

  private enum Entry {
    case part(LoadingPart)
    /// An event from the walking thread.
    case told(LoadingEvent)
    /// The beginning or end of a format's folder.
    case folderBegins
    case folderEnds(_ read: (Leftovers) throws -> Void)
  }

  /// The number of parts that may be queued for each worker.
  private static let ahead = 4
  /// The number of entries that may be queued before the walking thread passes them on.
  private static let entryLimit = 4096

  init(
    _ next: any ConversationSink, jobs: Int, _ given: GivenId?, _ watch: (any FileWatch)? = nil
  ) {
    (self.next, self.jobs, self.given, self.watch) = (next, jobs, given, watch)
  }

  /// Reads a part: in parallel if there are several workers, otherwise before this returns.
  ///
  /// A `LoadingError` is reported at the part's place in the order.
  func read(_ body: @escaping @Sendable (any LoadingSink) throws -> Void) throws {
    // Workers may be blocked on parts that come after the leftovers, so none may be free to read these.
    guard jobs > 1, !isAmongLeftovers else { return try telling { try body(self) } }
    let workers = workers ?? LoadingWorkers(jobs, watch)
    self.workers = workers
    let part = LoadingPart(room)
    entries.append(.part(part))
    begun += 1
    workers.begin(part) { sink in try sink.telling { try body(sink) } }
    while begun > jobs * Self.ahead { try handOnFirst() }
  }

  /// Reads a format's folder with `body`, then calls `read` with the leftovers, if there are any.
  func readFolder(
    _ body: () throws -> Void, leftovers read: @escaping (Leftovers) throws -> Void
  ) throws {
    hasLeft = false
    try take(.folderBegins)
    try body()
    // A folder can be reached through links too, and its first place in the order counts. Leftover folders come
    // only from the walking thread; workers leave only files.
    if hasLeft { try drain() }
    try take(.folderEnds(read))
  }

  /// Passes on all queued parts and events.
  func drain() throws { while !entries.isEmpty { try handOnFirst() } }

  /// Stops the workers and drops everything that was not passed on.
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

  /// Queues an entry after those before it, or passes it on if the queue is empty.
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

  // MARK: - Calls from the walking thread

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

/// The conversation id that the user gave, and the file whose conversation took it first.
final class GivenId: Sendable {
  let id: String
  private let owner = Mutex<String?>(nil)

  init(_ id: String) {
    self.id = id
  }

  /// Claims the id for a conversation of a file. Returns a warning if it was claimed before, because the messages of
  /// both are then in one conversation.
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
