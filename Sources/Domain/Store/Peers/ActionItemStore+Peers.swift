public import ActionItems
import CivilTime
public import ItemRecords

extension ActionItemStore {
  /// Takes over versions of items that other devices made; when it returns, what stands is durable. All is
  /// written at once, in several commits where one could not be read again.
  ///
  /// Each field is merged for itself: a person's setting goes before a model's, then the later one, then that
  /// of the greater device id. A person's setting that loses against another person's who did not know of it
  /// is kept as a conflict, unless `rule` decides. Whoever has more to come compacts later, with
  /// `compactIfWorthwhile`: doing so while much comes in would write the same items many times.
  public func merge(
    _ versions: [PeerVersion], rule: ConflictRule? = nil, compacting: Bool = true
  ) throws -> PeerOutcome {
    let at = now()
    if compacting { try compactIfRepetitive() }
    var merge = PeerMerge(store: id, at: at, rule: rule)
    let own = try journal.write { contents, others in
      take(others, in: contents)
      for version in versions {
        try merge.take(version) { id in
          // What is damaged is noted; any version is better than that.
          try contents.standingChange(ofItem: id)
        }
      }
      return StoreCommit.commits(of: merge.changes, end: CommitLine(at: at))
    }
    take(own, in: journal.contents)
    if compacting || journal.end > Self.longestJournal { try compactIfDue() }
    return merge.outcome
  }

  /// The items of which persons set something differently without knowing of each other, in repository order;
  /// those that were taken away are behind the others.
  public func conflictingItems() throws -> [KnownItem] {
    let found = try items { $0.removal != .purged && !$0.conflicts.isEmpty }
    return found.filter { $0.removal == nil } + found.filter { $0.removal != nil }
  }

  /// How many of some items have conflicts now.
  public func countConflicting(_ ids: Set<String>) throws -> Int {
    if ids.isEmpty { return 0 }
    let contents = try upToDate()
    return try ids.count { try contents.known($0).map { !$0.conflicts.isEmpty } ?? false }
  }

  /// Has one side of each conflict of an item stand; returns the item as it is then.
  ///
  /// Throws where the id names no item or several, or no conflict has a side that `rule` means.
  public func resolve(idBeginning id: String, _ rule: ConflictRule) throws -> KnownItem {
    let changes = try writeChanges { contents, at in
      let before = try contents.itemOrRemoved(beginning: id)
      var known = before
      for conflict in before.conflicts {
        guard let choice = rule.choice(conflict, store: self.id) else { continue }
        known.settle(conflict, as: choice, at: at, isByRule: false)
      }
      guard known != before else {
        throw StoreError.noConflict(
          id: before.item.id, rule: rule.text, isAny: !before.conflicts.isEmpty)
      }
      return [StoreChange(Self.kind(from: before, to: known), known, by: .person, at: at)]
    }
    guard let known = changes.first?.change.known else {
      throw StoreError.noItem(beginning: id, matches: 0)
    }
    return known
  }

  /// Compacts where that pays.
  public func compactIfWorthwhile() throws {
    try catchUp()
    try compactIfDue()
    try compactIfRepetitive()
  }

  /// A journal of more bytes is compacted whatever is still to come.
  private static let longestJournal = 256 << 20

  /// An item as it is, nil where it is not here, and as `merge` would make it of a version; nothing is written.
  public func preview(_ version: PeerVersion) throws -> (before: ActionItem?, after: ActionItem?) {
    let here = try upToDate().standingChange(ofItem: version.id)
    var merge = PeerMerge(store: id, at: now(), rule: nil)
    try merge.take(version) { _ in here }
    return (here?.item, (merge.changes.last ?? here)?.item)
  }
}

/// Which of several settings, by persons who did not know of each other, is to stand.
public enum ConflictRule: Hashable, Sendable {
  /// The one that was made here.
  case mine
  /// The one that was made elsewhere.
  case theirs
  /// The one of a device, by any beginning of its id.
  case device(String)

  /// Reads `mine`, `theirs` or a device; nil for nothing.
  public init?(_ text: String) {
    switch text {
    case "": return nil
    case "mine": self = .mine
    case "theirs": self = .theirs
    default: self = .device(text)
    }
  }

  /// The rule as it is read.
  public var text: String {
    switch self {
    case .mine: "mine"
    case .theirs: "theirs"
    case .device(let id): id
    }
  }

  /// The greatest setting that it means; nil where there is none. The store's own have no device.
  func choice(_ conflict: FieldConflict, store: String) -> FieldSetting? {
    conflict.sides.filter { setting in
      let device = setting.stamp.device
      switch self {
      case .mine: return device.isEmpty
      case .theirs: return !device.isEmpty
      case .device(let id): return (device.isEmpty ? store : device).hasPrefix(id)
      }
    }.max()
  }
}
