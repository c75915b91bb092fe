import Encoding
import Synchronization

/// The file `reading.jsonl`: what a run is reading, so that the next run knows what crashed this one.
///
/// A line is written before a window or file is read. A run removes the file when it ends, so an existing file was left
/// by a crashed run. Nothing is synced, because written data outlives the process. The file contains ids, digests and
/// paths, but no text. The caller holds the run lock.
package final class ReadingRecord: Sendable {
  package static let name = "reading.jsonl"

  /// Windows and files that may have crashed earlier runs.
  package let suspects: Content
  /// Windows and files that crashed earlier runs while they were read alone.
  package let fatal: Content
  private let digests: [String: Set<UInt64>]
  private let folder: any StorageFolder
  private let run: Int
  private let state: Mutex<State>

  private struct State {
    var file: (any StorageFile)?
    var size = 0
    /// The size in bytes at which the file is rewritten.
    var limit = 0
    var lines = 0
    /// The suspects not yet read, and the fatal ones until they are saved elsewhere.
    var left: Content
    var windows: [Int: (window: Window, isAlone: Bool, isHeld: Bool)] = [:]
    var next = 1
    /// Windows whose waiting, or end, is not written yet.
    var held: [Int] = []
    var ended: [Int] = []
    /// Windows that were released unread, which is not written yet.
    var unread: [Int] = []
    var files: [Int: File] = [:]
    var fileAlone: File?
    /// The conversations of suspects that occurred in this run.
    var met: Set<String> = []
    var problem: StorageError?
    /// Whether the record is closed, so that nothing more is written.
    var isClosed = false
  }

  /// The number of crashes that prove a cause. A process may be killed from outside while it reads a window alone, so
  /// one is not enough. A crash report that names the window counts as two.
  static let deathsThatProve = 2
  /// The number of runs after which a suspect that did not occur is forgotten.
  private static let patience = 100
  /// The size in bytes at which the file is rewritten, unless twice the needed size is larger.
  private static let most = 1 << 20

  /// The largest size in bytes that a run writes.
  private static let longest = 1 << 26

  /// Reads what earlier runs left.
  package init(folder: any StorageFolder, run: Int) throws {
    (self.folder, self.run) = (folder, run)
    var suspects = Content()
    var fatal = Content()
    if let file = try folder.openIfThere(Self.name), try file.size() < Self.longest,
      let log = ReadingRecordParser(try file.read(try file.size(), at: 0))
    {
      suspects = log.suspects
      for var window in log.alone.windows {
        window.deaths += suspects.deaths(of: window)
        suspects.remove(window)
        if window.deaths < Self.deathsThatProve {
          suspects.windows.append(window)
        } else {
          fatal.windows.append(window)
        }
      }
      for window in log.begun.windows { suspects.remove(window) }
      suspects.windows += log.begun.windows
      for var file in log.alone.files {
        file.deaths += suspects.files.first { $0.path == file.path }?.deaths ?? 0
        suspects.files.removeAll { $0.path == file.path }
        if file.deaths < Self.deathsThatProve {
          suspects.files.append(file)
        } else {
          fatal.files.append(file)
        }
      }
      let named = Set(log.begun.files.map(\.path))
      suspects.files.removeAll { named.contains($0.path) }
      suspects.files += log.begun.files
      let oldest = run - Self.patience
      suspects.windows.removeAll { $0.run < oldest }
      suspects.files.removeAll { $0.run < oldest }
    }
    (self.suspects, self.fatal) = (suspects, fatal)
    digests = suspects.windows.reduce(into: [:]) {
      $0[$1.conversation, default: []].formUnion($1.digests)
    }
    state = Mutex(
      State(
        left: Content(
          windows: suspects.windows + fatal.windows, files: suspects.files + fatal.files)))
  }

  /// Records that the fatal windows and files are saved elsewhere.
  package func settleFatal() {
    state.withLock { state in
      for window in fatal.windows { state.left.remove(window) }
      state.left.files.removeAll(where: fatal.files.contains)
    }
  }

  /// The error that stopped the record, returned once.
  package func takeProblem() -> StorageError? {
    state.withLock { state in
      defer { state.problem = nil }
      return state.problem
    }
  }

  // MARK: - Windows

  /// The digests of a conversation's messages that were being read when an earlier run crashed.
  package func suspects(ofConversation id: String) -> Set<UInt64> {
    guard let found = digests[id] else { return [] }
    state.withLock { _ = $0.met.insert(id) }
    return found
  }

  /// Records that windows are about to be read. Returns their consecutive numbers.
  package func begin(_ windows: [Window], isAlone: Bool) -> Range<Int> {
    state.withLock { state in
      let numbers = state.next..<state.next + windows.count
      state.next = numbers.upperBound
      for (number, window) in zip(numbers, windows) {
        state.windows[number] = (window, isAlone, false)
      }
      write(&state) { writer in
        writer.key("windows")
        writer.beginArray()
        for (number, window) in zip(numbers, windows) {
          Self.write(number, window, isAlone, to: &writer)
        }
        writer.endArray()
      }
      return numbers
    }
  }

  /// Records that a window's results wait, which cannot cause a crash. This is written with the next line, and never
  /// for a window that is read alone.
  package func hold(_ number: Int) {
    state.withLock { state in
      guard state.windows[number]?.isAlone == false else { return }
      state.windows[number]?.isHeld = true
      state.held.append(number)
    }
  }

  /// Records that windows no longer wait.
  package func resume(_ numbers: [Int]) {
    state.withLock { state in
      let held = numbers.filter { state.windows[$0]?.isHeld == true }
      guard !held.isEmpty else { return }
      for number in held { state.windows[number]?.isHeld = false }
      write(&state) { Self.write("resumed", held, to: &$0) }
    }
  }

  /// Records that nothing is left to do for a window. One that was not read completely, for example because the
  /// endpoint was unreachable, stays suspect.
  package func end(_ number: Int, isRead: Bool = true) {
    state.withLock { state in
      guard let entry = state.windows.removeValue(forKey: number) else { return }
      if isRead {
        state.left.remove(entry.window)
        state.ended.append(number)
      } else {
        state.unread.append(number)
        state.met.remove(entry.window.conversation)
      }
      // For other windows, the next line includes this: their results are in the store.
      if entry.isAlone { write(&state) { _ in } }
    }
  }

  private static func write(
    _ key: StaticString, _ numbers: [Int], to writer: inout JSONWriter
  ) {
    writer.field(key, .array(numbers.map { .int($0) }))
  }

  private static func write(
    _ number: Int, _ window: Window, _ isAlone: Bool, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.field("number", number)
    if isAlone { writer.field("alone", true) }
    window.write(to: &writer)
    writer.endObject()
  }

  // MARK: - Files

  /// Returns whether a file was being read when an earlier run crashed, even if it changed since.
  package func isSuspect(file path: String) -> Bool {
    suspects.files.contains { $0.path == path }
  }

  /// Records which file a thread reads from now on.
  package func read(_ number: UInt64, path: String, thread: Int) {
    let file = File(run: run, number: number, path: path)
    state.withLock { state in
      state.files[thread] = file
      write(&state) { Self.write("file", file, thread, to: &$0) }
    }
  }

  /// Records that a thread no longer reads a file.
  package func idle(thread: Int) {
    state.withLock { state in
      guard state.files.removeValue(forKey: thread) != nil else { return }
      write(&state) { $0.field("idle", thread) }
    }
  }

  /// Records that a file is read with nothing else in progress.
  package func readAlone(_ number: UInt64, path: String) {
    let file = File(run: run, number: number, path: path)
    state.withLock { state in
      state.fileAlone = file
      write(&state) { Self.write("fileAlone", file, nil, to: &$0) }
    }
  }

  /// Records that a file was read alone without a crash.
  package func clear(_ path: String) {
    state.withLock { state in
      state.fileAlone = nil
      state.left.files.removeAll { $0.path == path }
      write(&state) { $0.field("cleared", path) }
    }
  }

  private static func write(
    _ key: StaticString, _ file: File, _ thread: Int?, to writer: inout JSONWriter
  ) {
    writer.key(key)
    writer.beginObject()
    if let thread { writer.field("thread", thread) }
    file.write(to: &writer)
    writer.endObject()
  }

  // MARK: - The file

  /// Appends a line with the members that `body` adds, and the windows that have ended.
  private func write(_ state: inout State, _ body: (inout JSONWriter) -> Void) {
    if state.isClosed { return }
    do throws(StorageError) {
      if state.file == nil || state.size > state.limit { return try writeAgain(&state) }
      var bytes: [UInt8] = []
      Self.add(to: &bytes, &state.lines) { writer in
        if !state.held.isEmpty { Self.write("held", state.held, to: &writer) }
        if !state.ended.isEmpty { Self.write("ended", state.ended, to: &writer) }
        if !state.unread.isEmpty { Self.write("unread", state.unread, to: &writer) }
        (state.held, state.ended, state.unread) = ([], [], [])
        body(&writer)
      }
      try state.file?.append(bytes)
      state.size += bytes.count
    } catch {
      (state.problem, state.isClosed) = (error, true)
    }
  }

  /// Writes the complete state into a new file, which replaces the current one.
  private func writeAgain(_ state: inout State) throws(StorageError) {
    var bytes: [UInt8] = []
    state.lines = 0
    (state.held, state.ended, state.unread) = ([], [], [])
    Self.add(to: &bytes, &state.lines) { writer in
      writer.field("reading", 1)
      writer.field("run", run)
    }
    for window in state.left.windows {
      Self.add(to: &bytes, &state.lines) {
        Self.write(suspect: "suspect", of: window.run, to: &$0, window.write)
      }
    }
    for file in state.left.files {
      Self.add(to: &bytes, &state.lines) {
        Self.write(suspect: "suspectFile", of: file.run, to: &$0, file.write)
      }
    }
    for (number, entry) in state.windows.sorted(by: { $0.key < $1.key }) {
      Self.add(to: &bytes, &state.lines) { writer in
        writer.key("windows")
        writer.beginArray()
        Self.write(number, entry.window, entry.isAlone, to: &writer)
        writer.endArray()
      }
      guard entry.isHeld else { continue }
      Self.add(to: &bytes, &state.lines) { Self.write("held", [number], to: &$0) }
    }
    for (thread, file) in state.files {
      Self.add(to: &bytes, &state.lines) { Self.write("file", file, thread, to: &$0) }
    }
    if let file = state.fileAlone {
      Self.add(to: &bytes, &state.lines) { Self.write("fileAlone", file, nil, to: &$0) }
    }
    let temporary = NewFile.temporary(Self.name)
    let file = try folder.open(temporary, .replacing)
    try file.append(bytes)
    try folder.rename(temporary, to: Self.name)
    (state.file, state.size) = (file, bytes.count)
    state.limit = max(Self.most, 2 * bytes.count)
  }

  private static func write(
    suspect key: StaticString, of run: Int, to writer: inout JSONWriter,
    _ body: (inout JSONWriter) -> Void
  ) {
    writer.key(key)
    writer.beginObject()
    writer.field("run", run)
    body(&writer)
    writer.endObject()
  }

  private static func add(
    to bytes: inout [UInt8], _ lines: inout Int, _ body: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    writer.beginObject()
    body(&writer)
    writer.endObject()
    JournalLine.append(writer.bytes, sequence: lines, to: &bytes)
    lines += 1
  }

  /// Removes the files that runs left, because they name conversations and files. The caller holds the run lock.
  static func forget(in folder: any StorageFolder) throws(StorageError) {
    try remove(name, in: folder)
    try remove(NewFile.temporary(name), in: folder)
  }

  private static func remove(_ name: String, in folder: any StorageFolder) throws(StorageError) {
    if try folder.identity(of: name) != nil { try folder.remove(name) }
  }

  /// Closes the record. Removes the file, or rewrites it with the suspects that were not read.
  ///
  /// After a complete run, windows of conversations that occurred in it are no longer suspect.
  package func close(isWhole: Bool) throws(StorageError) {
    if let failure = state.withLock({ close(&$0, isWhole: isWhole) }) { throw failure }
  }

  /// Closes the record unless a thread is writing to it, which may never finish.
  package func abandon() {
    _ = state.withLockIfAvailable { close(&$0, isWhole: false) }
  }

  private func close(_ state: inout State, isWhole: Bool) -> StorageError? {
    if isWhole {
      state.left.windows.removeAll { state.met.contains($0.conversation) }
    }
    (state.windows, state.files, state.fileAlone) = ([:], [:], nil)
    defer { (state.file, state.isClosed) = (nil, true) }
    do throws(StorageError) {
      if !state.left.isEmpty {
        try writeAgain(&state)
      } else {
        try Self.remove(Self.name, in: folder)
      }
      return nil
    } catch {
      return error
    }
  }
}
