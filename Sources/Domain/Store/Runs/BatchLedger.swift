import CivilTime

/// The batches of a store, in its folder `batches`, and the messages that wait for their answers.
///
/// Changes require the run lock.
package struct BatchLedger: Sendable {
  private static let folderName = "batches"
  private let store: any StorageFolder

  package init(store: any StorageFolder) {
    self.store = store
  }

  static func name(of number: Int) -> String { "\(number).jsonl" }

  private func folder() throws(StorageError) -> (any StorageFolder)? {
    guard try store.identity(of: Self.folderName) != nil else { return nil }
    return try store.existingFolder(Self.folderName)
  }

  private func numbers(_ folder: any StorageFolder) throws(StorageError) -> [Int] {
    try folder.names().compactMap { name in
      name.hasSuffix(".jsonl") ? Int(name.dropLast(6)) : nil
    }.sorted()
  }

  /// Returns all batches in the order of their numbers, and messages about damaged files.
  package func read() throws -> (batches: [BatchFile], damages: [String]) {
    guard let folder = try folder() else { return ([], []) }
    var (batches, damages): ([BatchFile], [String]) = ([], [])
    for number in try numbers(folder) {
      let name = Self.name(of: number)
      guard let batch = try BatchFile(name, in: folder), batch.header.number == number else {
        damages.append(
          "\(folder.path)/\(name): it cannot be read, so the messages of this batch are read again; "
            + "remove it to stop this warning")
        continue
      }
      if let damage = batch.damage { damages.append(damage) }
      batches.append(batch)
    }
    return (batches, damages)
  }

  package func nextNumber() throws -> Int {
    (try folder().flatMap { try numbers($0).last } ?? 0) + 1
  }

  /// Starts the file of a batch.
  package func write(_ header: BatchHeader) throws -> BatchFileWriter {
    let isNew = try store.identity(of: Self.folderName) == nil
    let folder = try store.folder(Self.folderName)
    if isNew { try store.sync() }
    return try BatchFileWriter(header, in: folder)
  }

  /// Removes the windows of a batch that no longer wait.
  package func keep(
    _ isWaiting: (WaitingWindow) throws -> Bool, of batch: BatchFile
  ) throws {
    let writer = try write(batch.header)
    try batch.forEachWindow { window in
      if try isWaiting(window) { try writer.add(window) }
    }
    try writer.finish(windows: batch.windows)
  }

  /// Removes a batch whose file of questions was never moved to its place.
  package func remove(_ batch: BatchFile) throws {
    guard let folder = try folder() else { return }
    try folder.remove(Self.name(of: batch.header.number))
    try folder.sync()
  }
}

/// The messages that wait for the answers of batches. Their digests are read from disk when needed.
struct WaitingMessages {
  private var batches: [BatchFile] = []
  private var places: [String: [(batch: BatchFile, range: Range<Int>)]] = [:]
  /// Messages about damaged files of batches.
  let damages: [String]

  init(_ ledger: BatchLedger, now: Timestamp) throws {
    let found = try ledger.read()
    damages = found.damages
    for batch in found.batches
    where batch.waiting > 0 && batch.header.until.microseconds > now.microseconds {
      batches.append(batch)
      var windows = batch.waitingWindows()
      while let window = try windows.next() {
        places[window.conversation, default: []].append((batch, windows.place))
      }
    }
  }

  /// Calls `body` with each window of these batches.
  func forEachWindow(_ body: (WaitingWindow) throws -> Void) throws {
    for batch in batches { try batch.forEachWindow(body) }
  }

  func digests(ofConversation id: String) throws -> [UInt64] {
    try (places[id] ?? []).flatMap { try $0.batch.window(at: $0.range)?.digests ?? [] }
  }
}
