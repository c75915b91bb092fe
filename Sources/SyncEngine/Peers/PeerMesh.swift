import ActionItemModel
import Extraction
import Synchronization

/// What the sessions with several peers know together: how far what each peer tells was taken over here, with whom
/// there is a session, and from which change of whose store an item came.
///
/// What a peer tells is its store, or that and the part of it: who is told another part is told something else.
///
/// With it a peer need not pass on what the other has from where it was made: between many that are all connected, a
/// change goes from its store to each of them, and no further.
public final class PeerMesh: Sendable {
  /// A change in a peer's store.
  struct Source: Hashable, Sendable {
    var telling: String
    var sequence: Int
  }

  /// What is known at one time.
  struct Knowledge: Equatable, Sendable {
    /// Up to which change what is told was taken over.
    var places: [String: Int] = [:]
    /// What is told in sessions that stand.
    var tellings: Set<String> = []

    func has(_ source: Source) -> Bool {
      places[source.telling].map { $0 >= source.sequence } ?? false
    }
  }

  private struct State {
    var knowledge = Knowledge()
    var items: [String: (source: Source, print: Int)] = [:]
    /// Of stores that were put back: what was told of them says nothing of what others have.
    var unfit: Set<String> = []
    var listeners: [Int: @Sendable () -> Void] = [:]
    var nextListener = 0
  }

  private let state = Mutex(State())

  /// Items of which the source is known; with more all are forgotten, and passed on once too often.
  private static let limit = 200_000
  /// Of so many stores a peer may tell; further ones are not looked at.
  static let tellings = 1000

  /// Nothing is known.
  public init() {}

  var knowledge: Knowledge { state.withLock(\.knowledge) }

  /// What is told was taken over up to a change.
  func note(_ telling: String, upTo sequence: Int) {
    change { state in
      guard !state.unfit.contains(telling) else { return false }
      defer { state.knowledge.places[telling] = sequence }
      return state.knowledge.places[telling] != sequence
    }
  }

  /// A session in which it is told begins, or is over.
  func note(_ telling: String, isThere: Bool) {
    change { state in
      guard !state.unfit.contains(telling) else { return false }
      if isThere { return state.knowledge.tellings.insert(telling).inserted }
      return state.knowledge.tellings.remove(telling) != nil
    }
  }

  /// What is told says nothing of what others have.
  func exclude(_ telling: String) {
    change { state in
      state.unfit.insert(telling)
      state.items = state.items.filter { $0.value.source.telling != telling }
      let place = state.knowledge.places.removeValue(forKey: telling)
      return state.knowledge.tellings.remove(telling) != nil || place != nil
    }
  }

  /// A peer has told of an item.
  func note(_ known: KnownItem, from source: Source) {
    let print = Self.print(of: known)
    state.withLock { state in
      guard !state.unfit.contains(source.telling) else { return }
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
