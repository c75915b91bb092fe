import Crypto
import Encoding
package import LanguageModel
import Store
import Synchronization

/// A `LimitLedger` in a file, shared by all processes that use the same key at the same server.
package final class LimitLedgerFile: LimitLedgerStore {
  private let state: StateFolder
  private let name: String
  /// Replaces the file once it can no longer be used.
  private let substitute = MemoryLedger()
  private let isBroken = Atomic(false)
  private let warn: @Sendable (String) -> Void

  /// Opens the ledger of a key at a host. Throws if the folder is not writable.
  package init(
    _ state: StateFolder, host: String, secrets: [String],
    warn: @escaping @Sendable (String) -> Void
  ) throws {
    (self.state, self.warn) = (state, warn)
    // The name is a hash of the key, from which the key cannot be recovered.
    var digest = SHA256()
    digest.update(Array("actionitems limits\u{0}\(host)".utf8))
    for secret in secrets { digest.update([0] + Array(secret.utf8)) }
    name = "limits-\(Hex.string(digest.finish().prefix(8))).json"
    _ = try exchange { _ in }
  }

  /// Changes the ledger under a lock that all processes share.
  package func update<Result: Sendable>(_ body: (inout LimitLedger) -> Result) -> Result {
    if !isBroken.load(ordering: .relaxed) {
      do {
        return try exchange(body)
      } catch {
        isBroken.store(true, ordering: .relaxed)
        warn("limits are no longer shared: \(error)")
      }
    }
    return substitute.update(body)
  }

  private func exchange<Result: Sendable>(
    _ body: (inout LimitLedger) -> Result
  ) throws -> Result {
    let lock = try state.folder.lock(name + ".lock", wait: true)
    defer { withExtendedLifetime(lock) {} }
    let value = state.read(name).flatMap { try? JSONValue(parsing: $0) }
    var ledger = value.map { LimitLedger($0) } ?? LimitLedger()
    let before = ledger
    let result = body(&ledger)
    guard ledger != before || value == nil else { return result }
    do {
      try state.replace(name, ledger.json.line())
    } catch {
      // The decision holds although it was not saved; it must not be made twice.
      if !isBroken.exchange(true, ordering: .relaxed) { warn("limits are not shared: \(error)") }
    }
    return result
  }
}
