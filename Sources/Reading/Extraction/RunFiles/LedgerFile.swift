import Crypto
import Encoding
package import LanguageModel
import Store
import Synchronization

/// A ledger of limits in a file, for all processes that use the same key at the same server.
package final class LedgerFile: LimitLedgerStore {
  private let state: StateFolder
  private let name: String
  /// Stands in where the file cannot be used any more.
  private let substitute = MemoryLedger()
  private let isBroken = Atomic(false)
  private let warn: @Sendable (String) -> Void

  /// Opens the ledger of a key at a host; throws where the folder cannot be written to.
  package init(
    _ state: StateFolder, host: String, secrets: [String],
    warn: @escaping @Sendable (String) -> Void
  ) throws {
    (self.state, self.warn) = (state, warn)
    // The key makes the name and cannot be found out from it.
    var digest = SHA256()
    digest.update(Array("actionitems limits\u{0}\(host)".utf8))
    for secret in secrets { digest.update([0] + Array(secret.utf8)) }
    name = "limits-\(Hex.string(digest.finish().prefix(8))).json"
    _ = try exchange { _ in }
  }

  /// Changes the ledger, alone among all processes.
  package func update<Result: Sendable>(_ body: (inout LimitLedger) -> Result) -> Result {
    if !isBroken.load(ordering: .relaxed) {
      do {
        return try exchange(body)
      } catch {
        isBroken.store(true, ordering: .relaxed)
        warn("limits are not shared any more: \(error)")
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
    var writer = JSONWriter()
    ledger.write(to: &writer)
    do {
      try state.replace(name, writer.bytes)
    } catch {
      // Whatever was decided holds; it must not be decided twice.
      if !isBroken.exchange(true, ordering: .relaxed) { warn("limits are not shared: \(error)") }
    }
    return result
  }
}
