import CivilTime
package import ItemRecords

/// The folder `batches` of a store, with a `BatchFile` for each batch: which messages wait for which answers.
///
/// The caller of a method that changes something holds the run lock. `WaitingMessages`, below, has the messages of all
/// batches that still wait.
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

  /// Returns all batches, also those that are complete, by number, and the damage of their files.
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

  /// Removes windows that no longer wait for an answer.
  package func end(
    _ batch: BatchFile, where isDone: (BatchWindow) throws -> Bool
  ) throws {
    let writer = try write(batch.header)
    try batch.forEachWindow { window in
      if try !isDone(window) { try writer.add(window) }
    }
    try writer.finish(windows: batch.windows)
  }
}

/// The messages that wait for the answers of batches.
struct WaitingMessages {
  private var batches: [BatchFile] = []
  private var windows: [BatchWindows] = []
  /// The damage of the batches' files.
  let damages: [String]

  init(_ ledger: BatchLedger, now: Timestamp) throws {
    let found = try ledger.read()
    damages = found.damages
    for batch in found.batches
    where batch.waiting > 0 && batch.header.until.microseconds > now.microseconds {
      batches.append(batch)
      windows.append(try batch.windowsByConversation())
    }
  }

  /// Calls `body` with the windows of the messages.
  func forEachWindow(_ body: (BatchWindow) throws -> Void) throws {
    for batch in batches { try batch.forEachWindow(body) }
  }

  func digests(ofConversation id: String) throws -> [UInt64] {
    try windows.flatMap { try $0.windows(ofConversation: id).flatMap(\.digests) }
  }
}
