import ActionItems
public import CivilTime
import ItemRecords
import Encoding

extension ActionItemStore {
  /// Which items are to be purged.
  public struct Purge: Sendable {
    /// All items of these conversations.
    public var conversations: Set<String> = []
    /// All items that these people are to do or have written, by name or id, however it is written; what
    /// they said around others' items goes too.
    public var people: Set<String> = [] { didSet { loosePeople = Set(people.map(Self.loose)) } }
    /// Their names as they are compared.
    private(set) var loosePeople: Set<String> = []
    /// All items whose message was written before.
    public var before: Timestamp?

    /// Takes nothing until something is set.
    public init() {}

    func takes(_ item: ActionItem) -> Bool {
      takes(
        conversationId: item.conversationId,
        people: [item.assignee, item.assigneeId, item.source.sender],
        timestamp: item.source.timestamp ?? item.extractedAt)
    }

    /// Whether something goes that was said in a conversation by, or is for, some people, at some time.
    package func takes(conversationId: String, people: [String?], timestamp: Timestamp?) -> Bool {
      if conversations.contains(conversationId) { return true }
      for case let name? in people where loosePeople.contains(Self.loose(name)) { return true }
      guard let before, let timestamp else { return false }
      return timestamp.microseconds < before.microseconds
    }

    /// Those of the people whom a text names, as they are compared: they may be the ones to do what it asks for.
    package func names(in text: String) -> Set<String> {
      let text = text.lowercased()
      return loosePeople.filter { !$0.isEmpty && text.shows($0) }
    }

    /// A name as it is compared: neither case nor an `@` before it counts.
    static func loose(_ name: String) -> String {
      (name.hasPrefix("@") ? String(name.dropFirst()) : name).lowercased()
    }
  }

  /// What came of a purge.
  public struct Purged: Hashable, Sendable {
    /// How many items were removed.
    public var items: Int
    /// Whom and what the store knows.
    public var known: PurgeMatches
  }

  /// An item without what some people said of it and around it.
  ///
  /// Of a message of which it is not known who wrote it, the words go as well; who wrote the one that
  /// states the item, the item tells.
  static func without(_ people: Set<String>, _ known: KnownItem) -> KnownItem {
    if people.isEmpty { return known }
    func isOne(_ name: String?) -> Bool { name.map { people.contains(Purge.loose($0)) } ?? false }
    var known = known
    known.context.removeAll { isOne($0.sender) }
    let kept = known.statementsToKeep
    if kept == nil, known.item.evidence.count == 1 { return known }
    var statements = kept ?? []
    var isCleared = false
    for index in known.item.evidence.indices {
      let said = kept?[index]
      if isOne(said?.source.sender) || index > 0 && said?.source.sender == nil {
        isCleared = true
        known.item.evidence[index].quote = nil
        if kept != nil {
          statements[index].source.sender = nil
          statements[index].source.link = nil
          statements[index].quote = nil
          statements[index].task = known.item.task
        }
      }
      if isOne(said?.assignee) || isOne(said?.assigneeId) {
        (statements[index].assignee, statements[index].assigneeId) = (nil, nil)
      }
    }
    if kept != nil { known.statements = statements }
    // Which wording was whose is known only of those that messages still have.
    if isCleared {
      known.wordings = [known.item.task]
      for said in statements where !known.wordings.contains(said.task) {
        known.wordings.append(said.task)
      }
    }
    return known
  }
}
