import ActionItemModel
import Extraction
import Synchronization

/// What the sessions with several peers know together: how far each peer's store was taken over here, with whom there
/// is a session, and from which change of whose store an item came.
///
/// With it a peer need not pass on what the other has from where it was made: between many that are all connected, a
/// change goes from its store to each of them, and no further.
public final class PeerMesh: Sendable {
  /// A change in a peer's store.
  struct Source: Hashable, Sendable {
    var store: String
    var sequence: Int
  }

  /// What is known at one time.
  struct Knowledge: Equatable, Sendable {
    /// Up to which change each store was taken over.
    var places: [String: Int] = [:]
    /// The stores that there is a session with.
    var stores: Set<String> = []

    func has(_ source: Source) -> Bool {
      places[source.store].map { $0 >= source.sequence } ?? false
    }
  }

  private struct State {
    var knowledge = Knowledge()
    var items: [String: (source: Source, print: Int)] = [:]
    /// Stores that tell a part only, or were put back: what they told says nothing of what others have.
    var unfit: Set<String> = []
    var listeners: [Int: @Sendable () -> Void] = [:]
    var nextListener = 0
  }

  private let state = Mutex(State())

  /// Items of which the source is known; with more all are forgotten, and passed on once too often.
  private static let limit = 200_000
  /// Stores that a peer may tell of; further ones are not looked at.
  static let stores = 1000

  /// Nothing is known.
  public init() {}

  var knowledge: Knowledge { state.withLock(\.knowledge) }

  /// A peer's store was taken over up to a change.
  public func note(_ store: String, upTo sequence: Int) {
    change { state in
      guard !state.unfit.contains(store) else { return false }
      defer { state.knowledge.places[store] = sequence }
      return state.knowledge.places[store] != sequence
    }
  }

  /// A session with a peer's store begins, or is over.
  func note(_ store: String, isThere: Bool) {
    change { state in
      guard !state.unfit.contains(store) else { return false }
      if isThere { return state.knowledge.stores.insert(store).inserted }
      return state.knowledge.stores.remove(store) != nil
    }
  }

  /// What a store tells says nothing of what others have.
  func exclude(_ store: String) {
    change { state in
      state.unfit.insert(store)
      state.items = state.items.filter { $0.value.source.store != store }
      let isNew = state.knowledge.places[store] != nil || state.knowledge.stores.contains(store)
      state.knowledge.places[store] = nil
      state.knowledge.stores.remove(store)
      return isNew
    }
  }

  /// A peer has told of an item.
  func note(_ known: KnownItem, from source: Source) {
    let print = Self.print(of: known)
    state.withLock { state in
      guard !state.unfit.contains(source.store) else { return }
      if state.items.count >= Self.limit { state.items = [:] }
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

  /// Listens as long as it is there.
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
