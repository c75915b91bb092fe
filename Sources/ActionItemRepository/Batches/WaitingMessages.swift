import CivilTime

/// Which messages wait for the answers of batches; their digests stay on disk until they are asked for.
struct WaitingMessages {
  private var batches: [BatchFile] = []
  private var places: [String: [(batch: BatchFile, range: Range<Int>)]] = [:]
  /// What is amiss with the batches' files.
  let damages: [String]

  /// Takes what waits now.
  init(_ ledger: BatchLedger, now: Timestamp) throws {
    let found = try ledger.read()
    damages = found.damages
    for batch in found.batches
    where batch.waiting > 0 && batch.header.until.microseconds > now.microseconds {
      batches.append(batch)
      try batch.forEachPlacedWindow { window, range in
        places[window.conversation, default: []].append((batch, range))
      }
    }
  }

  /// Hands out the windows that they are in.
  func forEachWindow(_ body: (WaitingWindow) throws -> Void) throws {
    for batch in batches { try batch.forEachWindow(body) }
  }

  /// The digests of those of a conversation.
  func digests(ofConversation id: String) throws -> [UInt64] {
    try (places[id] ?? []).flatMap { try $0.batch.window(at: $0.range)?.digests ?? [] }
  }
}
