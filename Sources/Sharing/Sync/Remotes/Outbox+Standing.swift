/// Settles the changes that an outbox holds back, because the peer should get them from the machines that made them.
extension Outbox {
  /// Whether the peer has a change without this machine.
  enum Standing {
    case known
    /// The peer should get it soon from its source.
    case expected
    case missing
  }

  /// Finishes held changes that the peer already has from their source. Changes that will not arrive that way become
  /// due.
  mutating func settle(_ now: Duration, _ standing: (PeerMesh.Source) -> Standing) {
    var known: [Int] = []
    for index in held.indices {
      let number = held[index].number
      guard number >= pending.first, let source = pending[number].change.source else { continue }
      switch standing(source) {
      case .known: known.append(number)
      case .missing: held[index].until = min(held[index].until, now)
      case .expected: break
      }
    }
    for number in known { overtake(number) }
  }

  /// Whether all remaining changes are ones that the peer should get from their source.
  var awaitsOthersAlone: Bool {
    due.isEmpty && underWay == 0
      && held.allSatisfy { $0.number >= pending.first && pending[$0.number].change.source != nil }
  }
}
