/// Changes that another peer has, or is to have, from where they were made.
extension Delivery {
  enum Standing {
    case known
    /// It is to have it soon from where it was made.
    case expected
    case missing
  }

  /// Is done with changes that the other side has from where they were made; those that it will not have from there
  /// are due.
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

  /// Whether nothing is left but changes that the other side is to have from elsewhere.
  var awaitsOthersAlone: Bool {
    due.isEmpty && underWay == 0
      && held.allSatisfy { $0.number >= pending.first && pending[$0.number].change.source != nil }
  }
}
