public import ActionItems
import CivilTime
public import ItemRecords

/// Merging versions of items from other devices or checking them first, and listing and resolving conflicts.
extension ActionItemStore {
  /// Merges versions of items from other devices. The result is durable when the call returns.
  ///
  /// All is written together, in several commits if one would be too large to be read again. Each field is merged on
  /// its own. A person's setting takes precedence over a model's, then the later one, then that of the greater device
  /// id. A person's setting that loses against a concurrent one by another person is kept as a conflict, unless `rule`
  /// decides.
  ///
  /// A caller with more versions to come sets `compacting` to false and calls `compactIfWorthwhile` at the end.
  /// Otherwise the same items would be written many times.
  public func merge(
    _ versions: [RemoteVersion], rule: ConflictRule? = nil, compacting: Bool = true
  ) throws -> MergeOutcome {
    let at = now()
    if compacting { try compactIfRepetitive() }
    var merge = MergeSession(store: id, at: at, rule: rule)
    let own = try journal.write { contents, others in
      take(others, in: contents)
      for version in versions {
        try merge.take(version) { id in
          // Damage is logged, and any version is better than a damaged one.
          try contents.standingChange(ofItem: id)
        }
      }
      return StoreCommit.commits(of: merge.changes, end: CommitLine(at: at))
    }
    take(own, in: journal.contents)
    if compacting || journal.end > Self.longestJournal { try compactIfDue() }
    return merge.outcome
  }

  /// The items with concurrent settings by people, in list order; removed ones come after the others.
  public func conflictingItems() throws -> [ItemRecord] {
    let found = try items { $0.removal != .purged && !$0.conflicts.isEmpty }
    return found.filter { $0.removal == nil } + found.filter { $0.removal != nil }
  }

  /// The number of the given items that have conflicts now.
  public func countConflicting(_ ids: Set<String>) throws -> Int {
    if ids.isEmpty { return 0 }
    let contents = try upToDate()
    return try ids.count { try contents.known($0).map { !$0.conflicts.isEmpty } ?? false }
  }

  /// Resolves each conflict of an item by a rule. Returns the changed item.
  ///
  /// Throws if the id matches no item or several, or if no conflict has a side that `rule` chooses.
  public func resolve(idBeginning id: String, _ rule: ConflictRule) throws -> ItemRecord {
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

  /// Compacts if that pays off.
  public func compactIfWorthwhile() throws {
    try catchUp()
    try compactIfDue()
    try compactIfRepetitive()
  }

  /// The journal size in bytes above which the journal is always compacted.
  private static let longestJournal = 256 << 20

  /// Returns the indexes of the versions that `isAllowed` rejects. Nothing is written.
  ///
  /// `isAllowed` gets the index, the item before that version, and the item that the merge makes of it; nil for none.
  /// Each version is tried after the allowed ones before it, because several may be about one item.
  public func refused(
    _ versions: [RemoteVersion],
    isAllowed: (_ index: Int, _ before: ActionItem?, _ after: ActionItem?) -> Bool
  ) throws -> Set<Int> {
    let contents = try upToDate()
    let at = now()
    var merged: [String: StoreChange] = [:]
    var refused: Set<Int> = []
    for (index, version) in versions.enumerated() {
      let before = try merged[version.id] ?? contents.standingChange(ofItem: version.id)
      var merge = MergeSession(store: id, at: at, rule: nil)
      try merge.take(version) { _ in before }
      let after = merge.current[version.id] ?? before
      if isAllowed(index, before?.item, after?.item) {
        merged[version.id] = after
      } else {
        refused.insert(index)
      }
    }
    return refused
  }
}

/// The rule that decides between concurrent settings by people.
public enum ConflictRule: Hashable, Sendable {
  /// The setting made here.
  case mine
  /// The setting made elsewhere.
  case theirs
  /// The setting made on a device, given by a prefix of its id.
  case device(String)

  /// Parses `mine`, `theirs` or a device; nil for an empty text.
  public init?(_ text: String) {
    switch text {
    case "": return nil
    case "mine": self = .mine
    case "theirs": self = .theirs
    default: self = .device(text)
    }
  }

  /// The rule in the form that is parsed.
  public var text: String {
    switch self {
    case .mine: "mine"
    case .theirs: "theirs"
    case .device(let id): id
    }
  }

  /// The greatest matching setting; nil if none matches. The store's own settings have no device.
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
