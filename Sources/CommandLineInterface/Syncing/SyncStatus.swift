import ActionItemRepository
import CivilTime
import ItemCoding
import JSONText
import SyncEngine

/// What `sync --status` tells of each destination.
struct SyncStatus {
  private let invocation: Invocation
  private let store: ActionItemStore
  private let names: [String]

  /// Takes the destination that is named, or all.
  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    self.invocation = invocation
    self.store = store
    let all = try DestinationState.known(in: store.folder)
    // A name that is set for every night does not hide the others.
    if invocation.settings.source(of: DestinationOptionSet.name) == .commandLine,
      let name = invocation.settings.value(of: DestinationOptionSet.name)
    {
      guard all.contains(name) else {
        throw CommandFailure(.usage, "there is no destination '\(name)'")
      }
      names = [name]
    } else {
      names = all
    }
  }

  func tell() throws -> ExitStatus {
    var statuses: [ExitStatus] = [.done]
    var table = TextTable([
      "NAME", "ADDRESS", "CHECKPOINT", "WAITING", "SET ASIDE", "CONFLICTS", "LAST SUCCESS",
      "LAST ERROR",
    ])
    for name in names {
      let state: DestinationState
      do {
        guard let kept = try DestinationState.read(name, in: store.folder) else { continue }
        state = kept
      } catch let error as SyncError {
        // The others are well.
        invocation.console.fail("\(error)")
        statuses.append(.store)
        continue
      }
      let waiting: Int?
      do {
        waiting = try ChangeReader(
          folder: store.folder, after: state.checkpoint,
          except: state.origin(of: name)
        ).countWaiting(try DestinationFilterOptions.wanted(name, state, invocation, store.folder))
      } catch let mismatch as ChangeReader.Mismatch {
        invocation.console.fail("\(SyncError(mismatch, name: name))")
        statuses.append(.store)
        waiting = nil
      }
      if invocation.settings.isOn(CommonOptions.json) {
        try write(name, state, waiting)
      } else {
        table.add(row(name, state, waiting))
      }
    }
    let output = invocation.console.output
    try output.writeLines(table.lines(width: output.width))
    return .telling(statuses)
  }

  private func row(_ name: String, _ state: DestinationState, _ waiting: Int?) -> [String] {
    let error = state.lastError.map { "\(state.lastErrorAt.map { "\($0) " } ?? "")\($0)" }
    return [
      name, shown(state.address) ?? "-", "\(state.checkpoint?.sequence ?? 0)",
      waiting.map { "\($0)" } ?? "?", "\(state.setAside.count)", "\(state.conflicts)",
      state.lastSuccess.map { "\($0)" } ?? "-", error ?? "-",
    ]
  }

  /// The address without its query, which may hold secrets.
  private func shown(_ address: String?) -> String? {
    address.map { String($0.prefix { $0 != "?" }) }
  }

  private func write(_ name: String, _ state: DestinationState, _ waiting: Int?) throws {
    var state = state
    state.address = shown(state.address)
    var writer = JSONWriter(escaping: .invisibles)
    writer.beginObject()
    writer.field("schema", 1)
    writer.field("name", name)
    writer.key("waiting")
    if let waiting { writer.int(waiting) } else { writer.null() }
    writer.members(of: state)
    writer.endObject()
    writer.endLine()
    try invocation.console.output.write(writer.bytes)
  }
}
