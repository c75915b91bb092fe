import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import Sync
import System

/// `sync --status`: prints the stored progress of one remote or all: cursor, pending changes, conflicts, last error.
struct SyncStatus {
  private let invocation: Invocation
  private let store: ActionItemStore
  private let names: [String]

  /// Selects the named remote, or all.
  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    (self.invocation, self.store) = (invocation, store)
    let all = try RemoteState.known(in: store.folder)
    // A name from the settings file does not select a remote here.
    if invocation.settings.source(of: RemoteOptionSet.name) == .commandLine,
      let name = invocation.settings.value(of: RemoteOptionSet.name)
    {
      try refuse(if: !all.contains(name), "unknown remote '\(name)'")
      names = [name]
    } else {
      names = all
    }
  }

  func report() throws -> ExitStatus {
    var statuses: [ExitStatus] = [.done]
    var table = TextTable([
      "NAME", "ADDRESS", "CURSOR", "PENDING", "SET ASIDE", "CONFLICTS", "LAST SUCCESS",
      "LAST ERROR",
    ])
    for name in names {
      let state: RemoteState
      do {
        guard let kept = try RemoteState.read(name, in: store.folder) else { continue }
        state = kept
      } catch let error as SyncError {
        // The other remotes are still reported.
        invocation.console.fail("\(error)")
        statuses.append(.store)
        continue
      }
      var waiting: Int?
      do {
        waiting = try self.waiting(name, state)
      } catch let mismatch as ChangeReader.Mismatch {
        invocation.console.fail("\(SyncError(mismatch, name: name))")
        statuses.append(.store)
      }
      if invocation.isJSON {
        var state = state
        state.address = shown(state.address)
        try invocation.printJSON { writer in
          writer.field("name", name)
          writer.field("waiting", .int(waiting))
          writer.members(of: state)
        }
      } else {
        table.add(row(name, state, waiting))
      }
    }
    try invocation.console.output.write(table)
    return .mostImportant(of: statuses)
  }

  /// Returns the number of changes that a remote has not received.
  private func waiting(_ name: String, _ state: RemoteState) throws -> Int {
    let filter = try RemoteFilterOptions.filter(kept: state, invocation, store: store.folder)
    var file = try SentLog(name, generation: state.generation, in: store.folder)
    let told = try file.read(state)
    return try ChangeReader(
      folder: store.folder, after: state.checkpoint, except: state.origin(of: name)
    ).countWaiting { change in
      let item = change.change.known.item
      return filter.matches(item) || told.has(item.id)
    }
  }

  private func row(_ name: String, _ state: RemoteState, _ waiting: Int?) -> [String] {
    let error = state.lastError.map { "\(state.lastErrorAt.map { "\($0) " } ?? "")\($0)" }
    return [
      name, shown(state.address) ?? "-", "\(state.checkpoint?.sequence ?? 0)",
      waiting.map { "\($0)" } ?? "?", "\(state.setAside.count)", "\(state.conflicts)",
      state.lastSuccess.map { "\($0)" } ?? "-", error ?? "-",
    ]
  }

  /// Returns the address without its query, which may contain secrets.
  private func shown(_ address: String?) -> String? {
    address.map { String($0.prefix { $0 != "?" }) }
  }
}
