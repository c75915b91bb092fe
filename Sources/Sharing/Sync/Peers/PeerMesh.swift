import ActionItems
import Encoding
import ItemRecords
import Synchronization

/// What the sessions with several peers know together: how far what each peer tells was taken over here, with whom
/// there is a session, and from which change of whose store an item came.
///
/// What a peer tells is a telling: its store, in one history, by one filter. Who is told another part, or of a store that
/// was put back, is told something else.
package final class PeerMesh: Sendable {
  struct Source: Hashable, Sendable {
    var telling: String
    var sequence: Int
  }

  struct Knowledge: Equatable, Sendable {
    /// Up to which change what is told was taken over.
    var places: [String: Int] = [:]
    /// What is told in sessions that stand.
    var tellings: Set<String> = []

    func standing(of source: Source) -> Delivery.Standing {
      if let place = places[source.telling], place >= source.sequence { return .known }
      return tellings.contains(source.telling) ? .expected : .missing
    }

    var value: JSONValue {
      [
        "places": .object(
          places.sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value)) }),
        "tellings": .texts(tellings.sorted()),
      ]
    }

    /// Takes what a peer says that it knows: its places over those that it has told, and all of the tellings.
    mutating func take(_ value: JSONValue) {
      for place in value["places"]?.object ?? [] {
        guard let key = SyncFrame.properID(place.key),
          places[key] != nil || places.count < PeerMesh.limit
        else { continue }
        places[key] = place.value.int
      }
      let named = (value["tellings"]?.array ?? []).prefix(PeerMesh.limit)
      tellings = Set(named.compactMap { SyncFrame.properID($0.string) })
    }
  }

  private struct State {
    var knowledge = Knowledge()
    var items: [String: (source: Source, print: Int)] = [:]
    /// Stands for the present history of the own store.
    var history = UInt64.random(in: .min ... .max)
    var listeners: [Int: @Sendable () -> Void] = [:]
    var nextListener = 0
  }

  private let state = Mutex(State())

  /// Items of which the source is known; with more all are forgotten, and passed on once too often.
  private static let items = 200_000
  /// Of so many stores a peer may tell, and is told; further ones are not looked at.
  private static let limit = 1000

  package init() {}

  var knowledge: Knowledge { state.withLock(\.knowledge) }

  /// What stands for a store where it tells something.
  static func telling(_ telling: String, of store: String) -> String { "\(store)/\(telling)" }

  /// What stands for what is told by a filter, without what that names.
  func telling(_ filter: DestinationFilter) -> String {
    let history = state.withLock(\.history)
    return UUIDv5.string(namespace: .url, name: "\(history) \(filter.text)")
  }

  /// The own store was put back: from the next session on it tells something else.
  func beginHistory() { state.withLock { $0.history = .random(in: .min ... .max) } }

  /// All that is told up to a change was taken over.
  func note(_ telling: String, upTo sequence: Int) {
    change { state in
      let places = state.knowledge.places
      guard places[telling] != sequence else { return false }
      if places[telling] == nil {
        // Of what a store has told before nobody asks any more.
        let store = telling.utf8.prefix { $0 != UInt8(ascii: "/") }
        state.knowledge.places = places.filter { !$0.key.utf8.starts(with: store) }
        guard state.knowledge.places.count < Self.limit else { return false }
      }
      state.knowledge.places[telling] = sequence
      return true
    }
  }

  /// A session in which it is told begins, or is over.
  func note(_ telling: String, isThere: Bool) {
    change { state in
      guard isThere else { return state.knowledge.tellings.remove(telling) != nil }
      return state.knowledge.tellings.insert(telling).inserted
    }
  }

  func note(_ known: KnownItem, from source: Source) {
    let print = Self.print(of: known)
    state.withLock { state in
      if state.items.count >= Self.items { state.items = [:] }
      state.items[known.item.id] = (source, print)
    }
  }

  /// The change of a peer's store that says just what is here of an item; nil where none is known to.
  func source(of known: KnownItem) -> Source? {
    guard let entry = state.withLock({ $0.items[known.item.id] }) else { return nil }
    return entry.print == Self.print(of: known) ? entry.source : nil
  }

  /// Calls `look` when the knowledge has changed, until the listener is let go of.
  func listener(_ look: @escaping @Sendable () -> Void) -> Listener {
    let number = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = look
      return state.nextListener
    }
    return Listener(mesh: self, number: number)
  }

  final class Listener: Sendable {
    private let mesh: PeerMesh
    private let number: Int

    fileprivate init(mesh: PeerMesh, number: Int) { (self.mesh, self.number) = (mesh, number) }

    deinit { mesh.state.withLock { _ = $0.listeners.removeValue(forKey: number) } }
  }

  private func change(_ body: (inout State) -> Bool) {
    let listeners = state.withLock { body(&$0) ? Array($0.listeners.values) : [] }
    for look in listeners { look() }
  }

  /// Who set what, as one number, for this process alone: settings of one stamp say the same.
  private static func print(of known: KnownItem) -> Int {
    var hasher = Hasher()
    for field in KnownItem.Field.allCases { hasher.combine(known.register(of: field)) }
    hasher.combine(known.removal)
    hasher.combine(known.unknownMembers)
    return hasher.finalize()
  }
}
