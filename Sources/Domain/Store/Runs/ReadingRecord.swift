import Encoding
import Synchronization

/// `reading.jsonl`: what a run is reading, so that the next run knows what this one died of.
///
/// A line is written before a window or a file is read. A run removes the file when it ends, unless it dies: a file that
/// is found was left by a run that died. Nothing is synced, since what a process has written outlasts it. The file holds
/// ids, digests and paths, and no text. The caller holds the run lock.
package final class ReadingRecord: Sendable {
  package static let name = "reading.jsonl"

  /// What earlier runs may have died of.
  package let suspects: Content
  /// What they died of: it was read alone.
  package let fatal: Content
  private let digests: [String: Set<UInt64>]
  private let folder: any StorageFolder
  private let run: Int
  private let state: Mutex<State>

  private struct State {
    var file: (any StorageFile)?
    var size = 0
    /// It is written again once it has so many bytes.
    var limit = 0
    var lines = 0
    /// Of the suspects, what has not been read yet; and what is fatal, until that is kept elsewhere.
    var left: Content
    var windows: [Int: (window: Window, isAlone: Bool, isHeld: Bool)] = [:]
    var next = 1
    /// Windows of which it is not written yet that they wait, or have ended.
    var held: [Int] = []
    var ended: [Int] = []
    /// Windows that were let go of unread, and of which that is not written yet.
    var unread: [Int] = []
    var files: [Int: File] = [:]
    var fileAlone: File?
    /// Conversations of suspects that came up in this run.
    var met: Set<String> = []
    var problem: StorageError?
    /// Whether nothing is noted any more.
    var isClosed = false
  }

  /// A process that is killed from outside may read a window alone by chance: two deaths prove it. A crash that names
  /// the window counts as two.
  static let deathsThatProve = 2
  /// A suspect that does not come up in so many runs is forgotten.
  private static let patience = 100
  /// The file may have so many bytes before it is written again, or twice what it needs.
  private static let most = 1 << 20

  /// What is longer was not written by a run.
  private static let longest = 1 << 26

  /// Reads what earlier runs have left.
  package init(folder: any StorageFolder, run: Int) throws {
    (self.folder, self.run) = (folder, run)
    var suspects = Content()
    var fatal = Content()
    if let file = try folder.openIfThere(Self.name), try file.size() < Self.longest,
      let log = ReadingLog(try file.read(try file.size(), at: 0))
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

  /// Says that what is fatal is kept elsewhere by now.
  package func settleFatal() {
    state.withLock { state in
      for window in fatal.windows { state.left.remove(window) }
      state.left.files.removeAll(where: fatal.files.contains)
    }
  }

  /// The error that keeps anything from being noted any more, once.
  package func takeProblem() -> StorageError? {
    state.withLock { state in
      defer { state.problem = nil }
      return state.problem
    }
  }

  // MARK: - Windows

  /// The digests of a conversation's messages that were being read when an earlier run died.
  package func suspects(ofConversation id: String) -> Set<UInt64> {
    guard let found = digests[id] else { return [] }
    state.withLock { _ = $0.met.insert(id) }
    return found
  }

  /// Notes that windows are about to be read; returns their numbers, of which each is one more than the one before.
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

  /// Notes that what came of a window waits, and can do no harm meanwhile. That is written along with what is read
  /// next; of a window that is read alone it never is.
  package func hold(_ number: Int) {
    state.withLock { state in
      guard state.windows[number]?.isAlone == false else { return }
      state.windows[number]?.isHeld = true
      state.held.append(number)
    }
  }

  /// Notes that windows wait no more.
  package func resume(_ numbers: [Int]) {
    state.withLock { state in
      let held = numbers.filter { state.windows[$0]?.isHeld == true }
      guard !held.isEmpty else { return }
      for number in held { state.windows[number]?.isHeld = false }
      write(&state) { Self.write("resumed", held, to: &$0) }
    }
  }

  /// Notes that nothing is left to be done of a window. One that was not read to its end, as where the endpoint was out
  /// of reach, is as suspect as before.
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
      // Of others it is enough to say so along with what is read next: what they yielded is in the store.
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

  /// Whether a file was being read when an earlier run died, as it is or as it was.
  package func isSuspect(file path: String) -> Bool {
    suspects.files.contains { $0.path == path }
  }

  /// Notes which file a thread reads from now on.
  package func read(_ number: UInt64, path: String, thread: Int) {
    let file = File(run: run, number: number, path: path)
    state.withLock { state in
      state.files[thread] = file
      write(&state) { Self.write("file", file, thread, to: &$0) }
    }
  }

  /// Notes that a thread reads no file any more.
  package func idle(thread: Int) {
    state.withLock { state in
      guard state.files.removeValue(forKey: thread) != nil else { return }
      write(&state) { $0.field("idle", thread) }
    }
  }

  /// Notes that a file is read with nothing else under way.
  package func readAlone(_ number: UInt64, path: String) {
    let file = File(run: run, number: number, path: path)
    state.withLock { state in
      state.fileAlone = file
      write(&state) { Self.write("fileAlone", file, nil, to: &$0) }
    }
  }

  /// Notes that a file was read alone and did no harm.
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

  /// Adds a line that says what `body` adds to an object, and which windows have ended.
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

  /// Writes all that is known into a new file, which takes the place of the one there is.
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

  /// Removes what runs have left, for it names conversations and files; who calls holds the run lock.
  static func forget(in folder: any StorageFolder) throws(StorageError) {
    try remove(name, in: folder)
    try remove(NewFile.temporary(name), in: folder)
  }

  private static func remove(_ name: String, in folder: any StorageFolder) throws(StorageError) {
    if try folder.identity(of: name) != nil { try folder.remove(name) }
  }

  /// Removes the file, but for suspects that have not been read: where the run went to its end, windows of conversations
  /// that did not come up in it, and files. Nothing is noted any more.
  package func close(isWhole: Bool) throws(StorageError) {
    if let failure = state.withLock({ close(&$0, isWhole: isWhole) }) { throw failure }
  }

  /// Removes the file as `close` does, unless a thread is writing to it, which may never end.
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
