import ActionItems
import Encoding
import ItemRecords
import Synchronization

/// The knowledge that the sessions with all peers share, so that no change is sent to a peer that gets the change from
/// another peer.
///
/// It holds the position in each peer's feed, the feeds of current sessions, and the source of each item. A feed
/// (`feedID`) is the changes of one store through one filter. Another filter, or a restored store, makes another feed.
package final class PeerMesh: Sendable {
  /// The origin of a change: a line of a peer's feed.
  struct Source: Hashable, Sendable {
    var feedID: String
    var sequence: Int
  }

  /// The feeds of other stores that a machine has applied, and those that it receives now.
  struct Knowledge: Equatable, Sendable {
    /// The number of the last applied change of each feed.
    var places: [String: Int] = [:]
    /// The feeds of current sessions.
    var feedIDs: Set<String> = []

    func standing(of source: Source) -> Outbox.Standing {
      if let place = places[source.feedID], place >= source.sequence { return .known }
      return feedIDs.contains(source.feedID) ? .expected : .missing
    }

    var value: JSONValue {
      [
        "places": .object(
          places.sorted { $0.key < $1.key }.map { .init($0.key, .int($0.value)) }),
        "tellings": .texts(feedIDs.sorted()),
      ]
    }

    /// Merges what a peer knows: its positions replace earlier ones, and its list of feeds replaces the earlier list.
    mutating func take(_ value: JSONValue) {
      for place in value["places"]?.object ?? [] {
        guard let key = SyncFrame.properID(place.key),
          places[key] != nil || places.count < PeerMesh.limit
        else { continue }
        places[key] = place.value.int
      }
      let named = (value["tellings"]?.array ?? []).prefix(PeerMesh.limit)
      feedIDs = Set(named.compactMap { SyncFrame.properID($0.string) })
    }
  }

  private struct State {
    var knowledge = Knowledge()
    var items: [String: (source: Source, print: Int)] = [:]
    /// The id of the current history of this store.
    var history = UInt64.random(in: .min ... .max)
    var listeners: [Int: @Sendable () -> Void] = [:]
    var nextListener = 0
  }

  private let state = Mutex(State())

  /// The number of items whose source is kept. At this number all are forgotten, and some changes are sent needlessly.
  private static let items = 200_000
  /// The number of feeds that a peer may name. Further ones are ignored.
  private static let limit = 1000

  package init() {}

  var knowledge: Knowledge { state.withLock(\.knowledge) }

  /// Returns the key of a feed in `Knowledge`: the store's id and the feed's id.
  static func feedID(_ feedID: String, of store: String) -> String { "\(store)/\(feedID)" }

  /// Returns the part of such a key that is the store's id. It may have a "/"; the feed's id is a UUID.
  private static func store(ofFeed key: String) -> Substring {
    key.prefix(upTo: key.lastIndex(of: "/") ?? key.endIndex)
  }

  /// Returns the id of this store's feed through a filter, without revealing the filter.
  func feedID(_ filter: RemoteFilter) -> String {
    let history = state.withLock(\.history)
    return UUIDv5.string(namespace: .url, name: "\(history) \(filter.text)")
  }

  /// Starts a new history because this store was restored from a backup. New sessions have another feed.
  func beginHistory() { state.withLock { $0.history = .random(in: .min ... .max) } }

  /// Notes that a feed was applied up to a change.
  func note(_ feedID: String, upTo sequence: Int) {
    change { state in
      let places = state.knowledge.places
      guard places[feedID] != sequence else { return false }
      if places[feedID] == nil {
        // Earlier feeds of the same store are no longer needed.
        let store = Self.store(ofFeed: feedID)
        state.knowledge.places = places.filter { Self.store(ofFeed: $0.key) != store }
        guard state.knowledge.places.count < Self.limit else { return false }
      }
      state.knowledge.places[feedID] = sequence
      return true
    }
  }

  /// Notes that a session with a feed begins or ends.
  func note(_ feedID: String, isThere: Bool) {
    change { state in
      guard isThere else { return state.knowledge.feedIDs.remove(feedID) != nil }
      return state.knowledge.feedIDs.insert(feedID).inserted
    }
  }

  func note(_ known: ItemRecord, from source: Source) {
    let print = Self.print(of: known)
    state.withLock { state in
      if state.items.count >= Self.items { state.items = [:] }
      state.items[known.item.id] = (source, print)
    }
  }

  /// Returns the change of a peer's store that equals the current state of an item; nil if none is known.
  func source(of known: ItemRecord) -> Source? {
    guard let entry = state.withLock({ $0.items[known.item.id] }) else { return nil }
    return entry.print == Self.print(of: known) ? entry.source : nil
  }

  /// Calls `look` after each change of the knowledge, until the listener is released.
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

  /// Returns a hash of all fields with their authors, for this process only. Equal version stamps mean equal values.
  private static func print(of known: ItemRecord) -> Int {
    var hasher = Hasher()
    for field in ItemRecord.Field.allCases { hasher.combine(known.register(of: field)) }
    hasher.combine(known.removal)
    hasher.combine(known.unknownMembers)
    return hasher.finalize()
  }
}
