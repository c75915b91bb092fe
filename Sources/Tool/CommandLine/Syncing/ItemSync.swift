import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import Sync
import System

/// The sync state of items for each remote of a store, for `list`, `show` and `--json`.
struct ItemSync: Sendable {
  /// Whether a remote has the item.
  enum State: String {
    case pending, synced
    /// The remote's filter excludes the item.
    case filtered
  }

  /// A remote, with the data that determine the state of an item there.
  private struct Remote {
    let name: String
    /// Items with a change that the remote refused.
    let setAside: Set<String>
    let filter: RemoteFilter
    /// The origin of changes that came from the remote.
    let origin: String
    /// The highest acknowledged change number.
    let confirmed: Int

    func state(of change: StoreChange) -> State {
      if change.origin == origin { return .synced }
      let item = change.change.known.item
      guard filter.matches(item) else { return .filtered }
      return change.sequence <= confirmed && !setAside.contains(item.id) ? .synced : .pending
    }
  }

  private var remotes: [Remote] = []

  /// Reads the remotes of a store. An unreadable one is left out with a warning, because the items are still
  /// wanted.
  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    for name in try RemoteState.known(in: store.folder) {
      do {
        guard let kept = try RemoteState.read(name, in: store.folder) else { continue }
        let isOurs = kept.checkpoint?.store == store.id
        remotes.append(
          Remote(
            name: name, setAside: Set(kept.setAside.map(\.itemID)),
            filter: try RemoteFilterOptions.filter(
              kept: kept, invocation, store: store.folder), origin: kept.origin(of: name),
            confirmed: isOurs ? kept.checkpoint?.sequence ?? 0 : 0))
      } catch let error as SyncError {
        invocation.console.warn("\(error)")
      } catch let error as CommandFailure {
        invocation.console.warn("\(name): \(error.message)")
      }
    }
  }

  var isEmpty: Bool { remotes.isEmpty }

  func states(of change: StoreChange) -> [(name: String, state: State)] {
    remotes.map { ($0.name, $0.state(of: change)) }
  }

  func pending(_ change: StoreChange) -> [String] {
    states(of: change).filter { $0.state == .pending }.map(\.name)
  }
}

extension JSONWriter {
  /// Writes the sync state of an item, if there are remotes.
  mutating func members(of sync: ItemSync, _ change: StoreChange) {
    if sync.isEmpty { return }
    key("sync")
    beginArray()
    for (name, state) in sync.states(of: change) {
      value(["name": .string(name), "state": .string(state.rawValue)])
    }
    endArray()
  }
}
