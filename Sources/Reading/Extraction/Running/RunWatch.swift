import ActionItems
package import ItemRecords
package import Loading
package import Store
import Synchronization
package import System
package import Windowing

/// Notes what a run is reading, for later runs and crash reports. Postpones or sets aside files that crashed a run.
package final class RunWatch: WindowWatch, FileWatch {
  /// The record in the store; nil if nothing is saved.
  private let record: ReadingRecord?
  private let run: Int
  /// Files that crashed a run while they were read alone.
  private let fatal: Set<UInt64>
  /// Whether the files in `fatal` are read again nevertheless.
  private let retriesFatal: Bool
  private let state = Mutex(State())

  private struct State {
    var postponed: [FileStamp] = []
    /// Locations of files that were read alone without harm.
    var cleared: Set<String> = []
    /// The numbers of the cleared files that had crashed a run before.
    var healed: [UInt64] = []
    /// The file that is being read alone.
    var alone: String?
  }

  /// A conversation with an empty id, under which the store marks files.
  private static let files = Conversation(id: "", title: nil, platform: "")

  /// Creates a watch that only notes for a crash report.
  package init() {
    (record, run, fatal, retriesFatal) = (nil, 0, [], false)
  }

  /// Reads what earlier runs over the store have left. The caller holds the run lock and calls `watching`.
  package init(_ store: ActionItemStore, run: Int, retriesFatal: Bool) async throws {
    let record = try ReadingRecord(folder: store.folder, run: run)
    (self.record, self.run, self.retriesFatal) = (record, run, retriesFatal)
    fatal = try await store.marks(forConversation: Self.files.id).fatal
      .union(record.fatal.files.map(\.number))
    CrashReport.setRecord("\(store.folder.path)/\(ReadingRecord.name)")
    // A command that a signal ends did not crash on its input. Errors cannot be reported any more then.
    Interruption.atEnd { record.abandon() }
  }

  /// Saves in the store which windows and files crashed earlier runs. Returns the windows, for this run's report.
  package func settle(in memory: any ExtractionMemory, readLevel: ReadLevel) async throws
    -> [FailedWindow]
  {
    guard let record else { return [] }
    var windows: [FailedWindow] = []
    for window in record.fatal.windows {
      let messages =
        window.first == window.last
        ? "message \(window.first)" : "messages \(window.first) to \(window.last)"
      let failed = FailedWindow(
        conversationId: window.conversation, what: "\(window.conversation), \(messages)",
        why: Self.reason(window.run), digests: window.digests, fatalAt: readLevel)
      try await memory.note([failed], run: window.run)
      // The window may have been committed just before the run crashed.
      let fatal = try await memory.recall([window.conversation])[0].marks.fatal
      if !fatal.isDisjoint(with: window.digests) { windows.append(failed) }
    }
    for file in record.fatal.files {
      let failed = FailedWindow(
        conversationId: Self.files.id, what: file.path, why: Self.reason(file.run),
        digests: [file.number], fatalAt: .offline)
      try await memory.note([failed], run: file.run)
    }
    record.settleFatal()
    return windows
  }

  private static func reason(_ run: Int) -> String {
    "it crashed the program while nothing else was read (last in run \(run)), so it is set aside; please report it, "
      + "and use --retry-failed to read it again"
  }

  /// Saves in the store which files no longer crash a run.
  package func settleHealed(in memory: any ExtractionMemory) async throws {
    let healed = state.withLock { $0.healed }
    if healed.isEmpty { return }
    let reading = Merger.Reading(
      conversation: Self.files, messages: [], findings: [], model: "", run: run)
    _ = try await memory.commit([
      WindowOutcome(reading: reading, digests: healed, readLevel: .offline, usage: ModelUsage())
    ])
  }

  /// Runs `body` and ends the notes. If `body` read everything, the notes that earlier runs left are settled.
  package func watching<Result>(
    _ console: Console, _ body: () async throws -> (Result, isWhole: Bool)
  ) async throws -> Result {
    do {
      let (result, isWhole) = try await body()
      close(isWhole: isWhole, console)
      return result
    } catch {
      close(isWhole: false, console)
      throw error
    }
  }

  private func close(isWhole: Bool, _ console: Console) {
    Interruption.atEnd(nil)
    CrashReport.setRecord(nil)
    do {
      try record?.close(isWhole: isWhole)
      if let problem = record?.takeProblem() { throw problem }
    } catch {
      console.warn("the progress could not be stored for the next run: \(error)")
    }
  }

  // MARK: - Windows

  package func suspects(ofConversation id: String) -> Set<UInt64> {
    record?.suspects(ofConversation: id) ?? []
  }

  package func begin(_ windows: [Window], isAlone: Bool) -> [any WindowNote] {
    let windows = windows.map { ReadingRecord.Window($0, run: run) }
    let numbers = record?.begin(windows, isAlone: isAlone) ?? 0..<windows.count
    return zip(numbers, windows).map { NotedWindow($0, $1, record) }
  }

  package func commit(_ notes: [any WindowNote]) {
    record?.resume(notes.compactMap { ($0 as? NotedWindow)?.number })
  }

  private final class NotedWindow: WindowNote {
    let number: Int
    private let window: ReadingRecord.Window
    private let record: ReadingRecord?
    /// The window's entry for a crash report, while it is being read.
    private let note = Mutex<CrashReport.WindowNote?>(nil)

    init(_ number: Int, _ window: ReadingRecord.Window, _ record: ReadingRecord?) {
      (self.number, self.window, self.record) = (number, window, record)
    }

    func beginReading() {
      let note = CrashReport.WindowNote(
        number, conversation: window.conversation, first: window.first, last: window.last)
      self.note.withLock { $0 = note }
    }

    func finishReading() {
      note.withLock { note in
        note?.end()
        note = nil
      }
    }

    func enter() { note.withLock { $0?.enter() } }
    func leave() { note.withLock { $0?.leave() } }
    func wait() { record?.hold(number) }
    func end(isRead: Bool) { record?.end(number, isRead: isRead) }
  }

  // MARK: - Files

  package func check(_ file: FileStamp) throws(LoadingError) {
    guard let record else { return }
    // The file at that path may have changed since the crash. It waits until the others have been read.
    let isFatal =
      fatal.contains(file.number) || record.fatal.files.contains { $0.path == file.location }
    if isFatal, !retriesFatal { throw .setAside(path: file.path) }
    guard isFatal || record.isSuspect(file: file.location) else { return }
    let isPostponed = state.withLock { state in
      if state.cleared.contains(file.location) || state.alone == file.location { return false }
      if !state.postponed.contains(file) { state.postponed.append(file) }
      return true
    }
    if isPostponed { throw .postponed(path: file.path) }
  }

  package func note(_ file: FileStamp) {
    if CrashReport.file == file.number { return }
    guard let thread = CrashReport.note(file: file.number, path: file.path) else { return }
    record?.read(file.number, path: file.location, thread: thread)
  }

  package func noteDone() {
    guard let thread = CrashReport.thread else { return }
    record?.idle(thread: thread)
    CrashReport.noteNoFile()
  }

  /// Whether a file at or below a path may crash the process.
  func mayEndProcess(_ location: String) -> Bool {
    guard let record else { return false }
    // The paths of the fatal files are unknown.
    if retriesFatal, !fatal.isEmpty { return true }
    return record.suspects.files.contains { file in
      file.path == location || location == "/" || file.path.hasPrefix(location + "/")
    }
  }

  /// The next postponed file; nil if there is none.
  func nextPostponed() -> FileStamp? {
    state.withLock { $0.postponed.isEmpty ? nil : $0.postponed.removeFirst() }
  }

  /// Reads a file with nothing else under way. If the process survives, the file is treated like others from then on.
  func readAlone(_ file: FileStamp, _ body: () throws -> Void) throws {
    state.withLock { $0.alone = file.location }
    defer { state.withLock { $0.alone = nil } }
    record?.readAlone(file.number, path: file.location)
    try body()
    noteDone()
    record?.clear(file.location)
    state.withLock { state in
      state.cleared.insert(file.location)
      if fatal.contains(file.number) { state.healed.append(file.number) }
    }
  }
}

extension ReadingRecord.Window {
  fileprivate init(_ window: Windowing.Window, run: Int) {
    var (first, last) = ("", "")
    var digests: [UInt64] = []
    digests.reserveCapacity(window.lines.count)
    // Read in place, because a copy of a line costs reference counts.
    for index in window.lines.indices where window.lines[index].isNew {
      last = window.lines[index].message.id
      if digests.isEmpty { first = last }
      digests.append(window.lines[index].message.digest)
    }
    self.init(
      run: run, conversation: window.conversation.id, first: first, last: last, digests: digests)
  }
}
