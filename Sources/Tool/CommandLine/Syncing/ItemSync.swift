import ActionItems
import Encoding
import Extraction
import ItemRecords
import Store
import Sync
import System

/// How far each destination of a store has its items.
struct ItemSync: Sendable {
  enum State: String {
    case pending, synced
    /// Its filter keeps the item at home.
    case filtered
  }

  private struct Destination {
    let name: String
    /// Items of which it would not take a change.
    let setAside: Set<String>
    let filter: DestinationFilter
    /// Where what came in from there is said to come from.
    let origin: String
    /// The number up to which all was acknowledged.
    let confirmed: Int

    func state(of change: StoreChange) -> State {
      if change.origin == origin { return .synced }
      let item = change.change.known.item
      guard filter.takes(item) else { return .filtered }
      return change.sequence <= confirmed && !setAside.contains(item.id) ? .synced : .pending
    }
  }

  private var destinations: [Destination] = []

  /// Looks at the destinations of a store. One of which nothing can be told is left out with a warning: the items
  /// are what was asked for.
  init(_ invocation: Invocation, _ store: ActionItemStore) throws {
    for name in try DestinationState.known(in: store.folder) {
      do {
        guard let kept = try DestinationState.read(name, in: store.folder) else { continue }
        let isOurs = kept.checkpoint?.store == store.id
        destinations.append(
          Destination(
            name: name, setAside: Set(kept.setAside.map(\.itemID)),
            filter: try DestinationFilterOptions.filter(
              kept: kept, invocation, store: store.folder), origin: kept.origin(of: name),
            confirmed: isOurs ? kept.checkpoint?.sequence ?? 0 : 0))
      } catch let error as SyncError {
        invocation.console.warn("\(error)")
      } catch let error as CommandFailure {
        invocation.console.warn("\(name): \(error.message)")
      }
    }
  }

  var isEmpty: Bool { destinations.isEmpty }

  func states(of change: StoreChange) -> [(name: String, state: State)] {
    destinations.map { ($0.name, $0.state(of: change)) }
  }

  func pending(_ change: StoreChange) -> [String] {
    states(of: change).filter { $0.state == .pending }.map(\.name)
  }
}

extension JSONWriter {
  /// Writes how far the destinations have an item, where there are any.
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
