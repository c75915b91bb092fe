import Encoding
import ItemRecords
import Store

/// The state of a `RemoteSync` that only a session with a peer needs: cursors, and what both sides know of other
/// stores. `PeerMesh` holds the knowledge that the sessions with all peers share.
struct PeerState: Sendable {
  /// The knowledge shared with other peers; nil for a server.
  let mesh: PeerMesh?
  /// The id of the peer's feed for `PeerMesh`; nil if it sent none.
  private var feedID: String?
  /// The last cursor sent to the peer, and whether it covers everything or only the changes made here.
  var place: (FeedCursor, isAll: Bool)?
  /// Whether the peer postponed changes in this session because of a limit.
  var isLimited = false
  /// Whether this side requested a resend that has not begun. Until it begins, the peer's cursors are outdated.
  var awaitsRestart = false
  /// The knowledge of other stores that was sent to the peer, and when.
  private var sent = (PeerMesh.Knowledge(), at: Duration.zero)
  /// The knowledge of other stores that the peer sent.
  private(set) var theirs = PeerMesh.Knowledge()

  private static let knowledgeInterval: Duration = .seconds(1)

  init(mesh: PeerMesh?) { self.mesh = mesh }

  /// Returns the knowledge to send with the handshake.
  mutating func greeting() -> JSONValue? {
    guard let mesh else { return nil }
    sent.0 = mesh.knowledge
    return sent.0.value
  }

  /// Begins a session, with what the peer said in its handshake.
  mutating func begin(_ session: SyncSession) {
    let sent = sent
    self = PeerState(mesh: mesh)
    self.sent = sent
    if let known = session.theirs { theirs.take(known) }
    if let store = session.serverStore, let feedID = session.feedID {
      self.feedID = PeerMesh.feedID(feedID, of: store)
    }
    if let feedID { mesh?.note(feedID, isThere: true) }
  }

  /// Notes that the session is over. Other peers then send this peer's changes to this machine.
  func leave() {
    if let feedID { mesh?.note(feedID, isThere: false) }
  }

  /// Forgets the peer's feed, because its store was restored from a backup.
  mutating func forgetFeed() {
    leave()
    feedID = nil
  }

  /// Records an item that the peer changed itself. Other peers can get the change directly from the peer.
  func noteSource(_ item: IncomingItem, of store: String?) {
    guard let mesh, let feedID, item.store == store, item.version.device == store,
      let sequence = item.sequence, case .fields(let known) = item.version.content
    else { return }
    mesh.note(known, from: .init(feedID: feedID, sequence: sequence))
  }

  /// Notes that this machine durably has the peer's own changes up to a sequence number.
  func notePosition(_ sequence: Int?) {
    if let feedID, let sequence { mesh?.note(feedID, upTo: sequence) }
  }

  /// Takes the peer's knowledge of other stores.
  mutating func take(_ knowledge: JSONValue) { theirs.take(knowledge) }

  /// The time to send new knowledge to the peer, if any.
  var knowledgeDeadline: Duration? {
    guard let mesh, mesh.knowledge != sent.0 else { return nil }
    return sent.at + Self.knowledgeInterval
  }

  /// Returns the knowledge to send at `now`; nil if none is due.
  mutating func takeKnowledge(_ now: Duration) -> JSONValue? {
    guard let mesh, let knowledgeDeadline, knowledgeDeadline <= now else { return nil }
    let known = mesh.knowledge
    var news = known
    news.places = known.places.filter { sent.0.places[$0.key] != $0.value }
    sent = (known, now)
    return news.value
  }

  /// Returns whether the peer lacks a change, has it, or will soon get it from its source; and the source, if known.
  func standing(of entry: ChangeReader.Entry) -> (Outbox.Standing, PeerMesh.Source?) {
    guard let mesh, entry.change.origin != nil,
      let source = mesh.source(of: entry.change.change.known)
    else { return (.missing, nil) }
    return (theirs.standing(of: source), source)
  }
}
