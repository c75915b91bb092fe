import ActionItems
import Synchronization
import System

/// The channel through which a worker sends one part of the input to the `InputOrder`, below.
typealias LoadingPart = BoundedChannel<LoadingEvent>

/// Passes results to a sink in the order of the input, while workers read parts of it in parallel.
///
/// All calls come from the thread that walks the input. `GivenId`, below, is the conversation id that the user gave.
final class InputOrder {
  private let next: any ConversationSink
  private let given: GivenId?
  /// Whether the current conversation has the id that the user gave.
  private var isGiven = false
  /// The number of workers.
  let jobs: Int
  private var workers: LoadingWorkers?
  private let watch: (any FileWatch)?
  private let budget = SharedBudget(16 << 20)
  /// The parts and events that were not passed on yet, in the order of the input.
  private var entries: ArraySlice<Entry> = []
  /// The number of parts in `entries`.
  private var begun = 0
  /// Collects files in a format's folder that do not belong to the format; nil outside of a format's folder.
  private var leftovers: Leftovers?
  /// Whether the walking thread added leftovers in the current format's folder.
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
  /// The bytes that each part may queue; what exceeds them counts against `budget`.
  private static let partLimit = 1 << 20

  init(
    _ next: any ConversationSink, jobs: Int, _ given: GivenId?, _ watch: (any FileWatch)? = nil
  ) {
    (self.next, self.jobs, self.given, self.watch) = (next, jobs, given, watch)
  }

  /// Receives what the walking thread finds. `InputOrder` outlives this sink.
  private(set) lazy var sink = LoadingSink(
    waitForPipe: { [next] in try next.wait(forPipe: $0) },
    send: { [unowned self] in try take($0) })

  /// Reads a part: in parallel if there are several workers, otherwise before this returns.
  ///
  /// A `LoadingError` is reported at the part's place in the order.
  func read(_ body: @escaping @Sendable (LoadingSink) throws -> Void) throws {
    // Workers may be blocked on parts that come after the leftovers, so none may be free to read these.
    guard jobs > 1, !isAmongLeftovers else { return try sink.reportingErrors { try body(sink) } }
    try sink.flush()
    let workers = workers ?? LoadingWorkers(jobs, watch)
    self.workers = workers
    let part = LoadingPart(limit: Self.partLimit, sharing: budget) { $0.weight }
    entries.append(.part(part))
    begun += 1
    workers.begin(part) { sink in try sink.reportingErrors { try body(sink) } }
    while begun > jobs * Self.ahead { try handOnFirst() }
  }

  /// Reads a format's folder with `body`, then calls `read` with the leftovers, if there are any.
  func readFolder(
    _ body: () throws -> Void, leftovers read: @escaping (Leftovers) throws -> Void
  ) throws {
    hasLeft = false
    try sink.flush()
    try take(.folderBegins)
    try body()
    // Links may lead to a leftover folder as well; the first path in the order counts, so it has to be read now.
    // Only the walking thread leaves folders; workers leave only files.
    if hasLeft { try drain() }
    try sink.flush()
    try take(.folderEnds(read))
  }

  /// Passes on all queued parts and events.
  func drain() throws {
    try sink.flush()
    while !entries.isEmpty { try handOnFirst() }
  }

  /// Stops the workers and drops everything that was not passed on.
  func close() {
    for case .part(let part) in entries { part.cancel() }
    (entries, begun) = ([], 0)
    workers?.close()
    workers = nil
  }

  /// Queues an event of the walking thread, or passes it on if nothing is before it.
  private func take(_ event: consuming LoadingEvent) throws {
    switch event {
    case .begin: while !entries.isEmpty { try handOnFirst() }
    case .leaveFile, .leaveFolder: hasLeft = true
    case .messages, .end, .fail, .skip: break
    }
    try take(.told(event))
  }

  /// Queues an entry after those before it, or passes it on if the queue is empty.
  private func take(_ entry: Entry) throws {
    if entries.isEmpty { return try handOn(entry) }
    entries.append(entry)
    if entries.count > Self.entryLimit { try handOnFirst() }
  }

  private func handOnFirst() throws {
    if case .part(let part)? = entries.first {
      while let events = try part.nextBlocking() {
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
    case .messages(let messages): try next.add(messages)
    case .end(var report):
      if isGiven, let warning = given?.take(file: report.file) {
        report.countedWarnings.append(LoadingWarning(warning))
      }
      try next.end(report)
    case .fail(let error): try next.fail(error)
    case .skip(let reason, let path): try next.skip(reason, path: path)
    case .leaveFile(let file):
      if let leftovers {
        leftovers.files.append(file)
      } else {
        try next.skip(.unknownFormat, path: file.path)
      }
    case .leaveFolder(let folder): leftovers?.folders.append(folder)
    }
  }
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
