public import Extraction

extension KnownItem {
  /// Whether it was taken away so that it does not come back.
  var isRemovedForGood: Bool { removal == .person || removal == .purged }

  /// So many wordings are taken over from peers, beside those that are here.
  public static let peerWordings = 50
  /// The longest wording that is, in bytes.
  public static let longestPeerWording = 1024

  /// Adds wordings that a peer has seen, as far as there is room: each version may bring others.
  mutating func addPeerWordings(_ others: [String]) {
    var seen = Set(wordings)
    for wording in others where wordings.count < Self.peerWordings {
      guard wording.utf8.count <= Self.longestPeerWording else { continue }
      if seen.insert(wording).inserted { wordings.append(wording) }
    }
  }
}
