/// What a session with a peer has told and heard beside changes.
struct PeerView: Sendable {
  /// What it tells, for `PeerMesh`; nil where that says nothing of what others have.
  var telling: String?
  /// How far the peer was told last that it knows everything, or all that was made here.
  var place: (Delivery.Place, isAll: Bool)?
  /// Whether it was asked to tell everything again, and has not begun: what it says of its place is of before.
  var awaitsRestart = false
  /// What it was told of other stores, and when last.
  var told = (PeerMesh.Knowledge(), at: Duration.zero)
  /// What it has told of other stores.
  var theirs = PeerMesh.Knowledge()
}
