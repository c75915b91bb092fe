import ActionItems

/// The mentions of an item in message order, to look up those before and after a message. They are the stored ones and
/// the findings matched since. An item may have thousands of mentions, and each finding of several days is compared
/// with it. So nothing is copied or sorted for a lookup.
struct MentionTimeline {
  /// The stored mentions, without messages that were read again with another finding.
  private var older: [Mention]
  /// Whether the stored mentions are sorted.
  private var isOrdered: Bool
  /// The message ids of the stored mentions, once needed.
  private var olderMessages: Set<String>?
  /// The new findings, sorted.
  private var newer: [Mention] = []

  init(_ known: ItemRecord) {
    older = known.statements
    isOrdered = known.keptStatements != nil || older.count < 2
  }

  /// Adds a finding, which replaces the stored mention of its message.
  mutating func add(_ said: Mention) {
    if !isOrdered { older.sort() }
    isOrdered = true
    if olderMessages == nil { olderMessages = Set(older.map(\.messageId)) }
    if olderMessages?.contains(said.messageId) == true { older.removeAll(where: said.isOfMessage) }
    newer.insert(said, at: Self.count(of: newer, notAfter: said))
  }

  /// Returns the mentions before a message, without its own mention.
  func before(_ said: Mention) -> Past {
    let count =
      isOrdered
      ? Self.count(of: older, notAfter: said)
      : older.firstIndex { said < $0 && !$0.isOfMessage(of: said) } ?? older.count
    return Past(
      said: said, older: older, olderCount: count, newer: newer,
      newerCount: Self.count(of: newer, notAfter: said))
  }

  /// The number of sorted mentions that are not after another one.
  private static func count(of ordered: [Mention], notAfter said: Mention) -> Int {
    ordered.countInFront { !(said < $0) }
  }

  struct Past {
    fileprivate let said: Mention
    fileprivate let older: [Mention]
    fileprivate let olderCount: Int
    fileprivate let newer: [Mention]
    fileprivate let newerCount: Int

    var first: Mention? {
      let old = older.indices.prefix(olderCount).first(where: isOfOther)
      guard newerCount > 0 else { return old.map { older[$0] } }
      guard let old, !(newer[0] < older[old]) else { return newer[0] }
      return older[old]
    }

    /// The last matching mention.
    func last(where fits: (Mention) -> Bool = { _ in true }) -> Mention? {
      let old = older.indices.prefix(olderCount).last { fits(older[$0]) && isOfOther($0) }
      let new = newer.indices.prefix(newerCount).last { fits(newer[$0]) }
      guard let new else { return old.map { older[$0] } }
      guard let old, newer[new] < older[old] else { return newer[new] }
      return older[old]
    }

    func contains(where fits: (Mention) -> Bool) -> Bool {
      older.indices.prefix(olderCount).contains { fits(older[$0]) && isOfOther($0) }
        || newer.indices.prefix(newerCount).contains { fits(newer[$0]) }
    }

    var next: Mention? {
      let old = older.indices.dropFirst(olderCount).first(where: isOfOther)
      guard newer.count > newerCount else { return old.map { older[$0] } }
      guard let old, !(newer[newerCount] < older[old]) else { return newer[newerCount] }
      return older[old]
    }

    private func isOfOther(_ place: Int) -> Bool { !older[place].isOfMessage(of: said) }
  }
}
