/// What a session with a peer has told and heard beside changes.
struct PeerView: Sendable {
  /// How far the peer was told last that it has come, whether that was the end, and when.
  var place: (Delivery.Place, isEnd: Bool, at: Duration)?
  /// Whether it was asked to tell everything again, and has not begun: what it says of its place is of before.
  var awaitsRestart = false
  /// Whether its store was put back in this session: what it tells says nothing of what others have.
  var isPutBack = false
  /// What it was told of other stores, and when last.
  var told = (PeerMesh.Knowledge(), at: Duration.zero)
  /// What it has told of other stores.
  var theirs = PeerMesh.Knowledge()
}
