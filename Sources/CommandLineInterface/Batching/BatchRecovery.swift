import ActionItemRepository
import Journal

/// Completes what a preparation that was cut off had begun.
struct BatchRecovery {
  let console: Console

  /// Puts files of questions into their places whose batch is in the store already.
  func completeUnfinished(in ledger: BatchLedger) throws {
    for batch in try ledger.read().batches where batch.waiting > 0 {
      let paths = BatchPaths(requests: batch.header.requests)
      let name = paths.requests(1)
      guard let folder = try? DiskFolder(existing: paths.folder),
        try folder.identity(of: name) == nil,
        try folder.identity(of: RequestFiles.temporary(name)) != nil,
        let state = try? BatchState.read(paths.state, in: folder),
        state.batch == batch.header.number, try Self.isWhole(state, in: folder)
      else { continue }
      try RequestFiles.put(state.parts.map(\.name), in: folder)
      console.inform(
        "\(batch.header.requests): its preparation was cut off at the very end; it is whole now")
    }
  }

  private static func isWhole(_ state: BatchState, in folder: DiskFolder) throws -> Bool {
    try state.parts.allSatisfy { part in
      let temporary = RequestFiles.temporary(part.name)
      let name = try folder.identity(of: temporary) != nil ? temporary : part.name
      guard try folder.identity(of: name) != nil else { return false }
      return try folder.open(name, .reading).size() == part.bytes
    }
  }
}
