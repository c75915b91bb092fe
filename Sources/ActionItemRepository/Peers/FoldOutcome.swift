/// What came of folding a store or items into another store.
public struct FoldOutcome: Hashable, Sendable {
  /// Items that are new here, or of which something was.
  public var applied = 0
  /// Items that were here already, as new or newer.
  public var known = 0
  /// Items of which persons have set something differently, in both stores.
  public var conflicting: Set<String> = []
  /// Messages that need not be read again here.
  public var marks = 0
  /// What was found amiss in the other store, in sentences.
  public var warnings: [String] = []

  /// Nothing was folded.
  public init() {}

  /// Adds what came of another fold.
  public mutating func add(_ other: FoldOutcome) {
    applied += other.applied
    known += other.known
    marks += other.marks
    conflicting.formUnion(other.conflicting)
    warnings += other.warnings
  }

  mutating func take(_ peers: PeerOutcome) {
    applied += peers.applied
    known += peers.repeated + peers.outdated
    conflicting.formUnion(peers.conflicting)
  }
}
