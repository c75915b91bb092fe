import ActionItems

/// What is said of an item by the messages that it rests on, and by the findings that it was given since.
///
/// An item may rest on thousands of messages, and each finding of some days is held against it: nothing is
/// copied and nothing sorted for that.
struct Sayings {
  /// What the item rests on, without the messages that were found to say something else since.
  private var older: [Statement]
  /// Whether that stands in its order.
  private var isOrdered: Bool
  /// The messages of what is older, once that was needed.
  private var olderMessages: Set<String>?
  /// What the findings say, in their order.
  private var newer: [Statement] = []

  init(_ known: KnownItem) {
    older = known.statements
    isOrdered = known.keptStatements != nil || older.count < 2
  }

  /// Adds what a finding says, which goes before what its message said when the item was last kept.
  mutating func add(_ said: Statement) {
    if !isOrdered { older.sort() }
    isOrdered = true
    if olderMessages == nil { olderMessages = Set(older.map(\.messageId)) }
    if olderMessages?.contains(said.messageId) == true { older.removeAll(where: said.isOfMessage) }
    newer.insert(said, at: Self.count(of: newer, notBehind: said))
  }

  /// What had been said when a message was written, but for what the message itself says.
  func before(_ said: Statement) -> Past {
    let count =
      isOrdered
      ? Self.count(of: older, notBehind: said)
      : older.firstIndex { said < $0 && !$0.isOfMessage(of: said) } ?? older.count
    return Past(
      said: said, older: older, olderCount: count, newer: newer,
      newerCount: Self.count(of: newer, notBehind: said))
  }

  /// How many of some statements that stand in their order are not behind another one.
  private static func count(of ordered: [Statement], notBehind said: Statement) -> Int {
    ordered.countInFront { !(said < $0) }
  }

  struct Past {
    fileprivate let said: Statement
    fileprivate let older: [Statement]
    fileprivate let olderCount: Int
    fileprivate let newer: [Statement]
    fileprivate let newerCount: Int

    var first: Statement? {
      let old = older.indices.prefix(olderCount).first(where: isOfOther)
      guard newerCount > 0 else { return old.map { older[$0] } }
      guard let old, !(newer[0] < older[old]) else { return newer[0] }
      return older[old]
    }

    /// What was said last of all that fits.
    func last(where fits: (Statement) -> Bool = { _ in true }) -> Statement? {
      let old = older.indices.prefix(olderCount).last { fits(older[$0]) && isOfOther($0) }
      let new = newer.indices.prefix(newerCount).last { fits(newer[$0]) }
      guard let new else { return old.map { older[$0] } }
      guard let old, newer[new] < older[old] else { return newer[new] }
      return older[old]
    }

    func contains(where fits: (Statement) -> Bool) -> Bool {
      older.indices.prefix(olderCount).contains { fits(older[$0]) && isOfOther($0) }
        || newer.indices.prefix(newerCount).contains { fits(newer[$0]) }
    }

    var next: Statement? {
      let old = older.indices.dropFirst(olderCount).first(where: isOfOther)
      guard newer.count > newerCount else { return old.map { older[$0] } }
      guard let old, !(newer[newerCount] < older[old]) else { return newer[newerCount] }
      return older[old]
    }

    private func isOfOther(_ place: Int) -> Bool { !older[place].isOfMessage(of: said) }
  }
}
