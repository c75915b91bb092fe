import ActionItems
import Dispatch
import Encoding
import Extraction
import ItemRecords
import Store
import Synchronization
import System

/// The loop of `watch`: reads the change feed whenever the store may have changed, and passes each change to a
/// `WatchDelivery` (below). Reading and delivery block a queue of their own. Each change is read after the previous
/// one was delivered, so a slow receiver costs no memory. `feedEvent`, at the end, writes a change as JSON.
final class WatchLoop: Sendable {
  private let reader: Mutex<ChangeReader>
  private let folder: DiskFolder
  private let delivery: WatchDelivery
  private let warn: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "actionitems.watch")

  /// Creates a loop. `warn` receives each warning about the store.
  init(
    reader: sending ChangeReader, folder: DiskFolder, delivery: WatchDelivery,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.reader = Mutex(reader)
    (self.folder, self.delivery, self.warn) = (folder, delivery, warn)
  }

  /// Delivers the pending changes. Returns whether all of them could be read.
  @discardableResult func readOnce() async throws -> Bool {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        queue.async { continuation.resume(returning: Result { try self.read() }) }
      }
    } onCancel: {
      delivery.cancel()
    }
    return try result.get()
  }

  /// Delivers the pending and all future changes until the task is cancelled.
  func follow() async throws {
    let (wakes, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let follower = StoreFollower(path: folder.path) { continuation.yield() }
    defer { withExtendedLifetime(follower) {} }
    continuation.yield()
    for await _ in wakes { try await readOnce() }
  }

  private func read() throws -> Bool {
    try reader.withLock { reader in
      let start = reader.position
      do {
        try reader.read { event in try delivery.deliver(event) }
      } catch {
        report(reader.takeWarnings())
        // Earlier changes were delivered, so their cursor is stored.
        try delivery.end(at: reader.position, from: start)
        throw error
      }
      let warnings = reader.takeWarnings()
      report(warnings)
      try delivery.end(at: reader.position, from: start)
      return warnings.isEmpty
    }
  }

  private func report(_ warnings: [String]) { for warning in warnings { warn(warning) } }
}

/// Passes the changes of a watch to standard output, or to a command per change, and stores the cursor.
final class WatchDelivery: Sendable {
  private let command: String?
  private let name: String?
  private let store: DiskFolder
  private let storeId: String
  private let output: OutputStream
  /// The running command, and whether the watch was cancelled.
  private let state = Mutex<(child: ShellCommand?, isCancelled: Bool)>((nil, false))

  init(command: String?, name: String?, store: DiskFolder, storeId: String, output: OutputStream) {
    (self.command, self.name, self.store) = (command, name, store)
    (self.storeId, self.output) = (storeId, output)
  }

  /// Returns the stored cursor; nil if there is none or it is not stored.
  func position() throws -> FeedCursor? {
    guard let name, try store.identity(of: FeedCursor.watchFolder) != nil else { return nil }
    return try FeedCursor.read(name, in: try store.folder(FeedCursor.watchFolder))
  }

  /// Stops the running command and prevents further ones.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.child?.terminate()
    }
  }

  func deliver(_ event: FeedEvent) throws {
    if state.withLock({ $0.isCancelled }) { throw CancellationError() }
    var writer = JSONWriter(escaping: .invisibles)
    writer.feedEvent(event, store: storeId)
    writer.endLine()
    guard let command else { return try output.write(writer.bytes) }
    try ChangeReader.makeDurable(store)
    let status = try run(command, input: writer.bytes)
    if state.withLock({ $0.isCancelled }) { throw CancellationError() }
    guard status == 0 else {
      throw CommandFailure(
        .partial,
        "--exec: the command exited with \(status) for change \(event.sequence); "
          + (name == nil
            ? "use --name to continue from it next time" : "the next watch starts with it")
      )
    }
    if case .change = event, name != nil {
      try keep(FeedCursor(store: storeId, sequence: event.sequence, checksum: nil))
    }
  }

  private func run(_ command: String, input: [UInt8]) throws(CommandFailure) -> Int32 {
    let child = try ShellCommand(command, input: input, folder: store.path)
    let isCancelled = state.withLock { state in
      state.child = child
      return state.isCancelled
    }
    if isCancelled { child.terminate() }
    defer { state.withLock { $0.child = nil } }
    return child.wait()
  }

  /// Stores the cursor after all earlier changes were delivered.
  func end(at position: FeedCursor, from start: FeedCursor) throws {
    try output.flush()
    guard name != nil, position != start else { return }
    try keep(position)
  }

  private func keep(_ position: FeedCursor) throws {
    guard let name else { return }
    try position.write(name, in: try store.folder(FeedCursor.watchFolder))
  }
}

extension JSONWriter {
  /// Writes an event of a store's change feed as an object.
  mutating func feedEvent(_ event: FeedEvent, store: String) {
    beginObject()
    field("schema", 1)
    field("sequence", event.sequence)
    key("change")
    if case .change(let change) = event {
      string(change.change.kind.rawValue)
      key("at")
      timestamp(change.at)
      field("by", change.change.by.rawValue)
      key("run")
      if let run = change.run { int(run) } else { null() }
      key("item")
      item(change.change.known.item)
      if !change.change.known.conflicts.isEmpty { conflicts(of: change.change.known, store: store) }
    } else {
      string("reset")
      for name in ["at", "by", "run", "item"] {
        key(name)
        null()
      }
    }
    endObject()
  }
}
