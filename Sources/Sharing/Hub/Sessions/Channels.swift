import ActionItems
import ItemRecords
import Store

/// A set of channels (conversations and persons) that selects items: a client's subscriptions, or a token's limit. A
/// client without subscriptions gets all changes.
struct Channels: Sendable {
  /// A conversation or a person.
  private enum Channel: Sendable {
    case conversation(Glob)
    /// The whole name or id of an assignee, in lower case.
    case person(String)

    /// Reads `conversation:GLOB` or `person:NAME`; a name alone is a conversation. Nil for anything else.
    init?(_ name: String) {
      let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let last = parts.last, !last.isEmpty else { return nil }
      switch parts.count == 1 ? "conversation" : parts[0] {
      case "conversation": self = .conversation(Glob(String(last)))
      case "person": self = .person(last.lowercased())
      default: return nil
      }
    }

    func matches(_ item: ActionItem) -> Bool {
      switch self {
      case .conversation(let glob): glob.matchesConversation(of: item)
      case .person(let person):
        [item.assignee, item.assigneeId].contains { $0?.lowercased() == person }
      }
    }
  }

  /// The reason why a channel cannot be subscribed to.
  enum Problem: Error, Hashable, CustomStringConvertible {
    case unknown(String)
    case tooMany
    case tooLong

    var description: String {
      switch self {
      case .unknown(let name):
        "unknown channel '\(name)'; channels are conversation:GLOB and person:NAME"
      case .tooMany: "more than \(Channels.limit) channels"
      case .tooLong: "the name of a channel has more than \(Channels.longestName) bytes"
      }
    }
  }

  private var channels: [String: Channel] = [:]
  /// Items that the client has. The client gets all of their changes, even if they leave its channels.
  private var known: Set<ItemKey> = []

  /// Whether these channels are a token's limit. Then an empty set selects nothing instead of everything.
  var isLimit = false

  static let limit = 100
  static let longestName = 200
  private static let remembered = 10_000

  var names: [String] { channels.keys.sorted() }

  mutating func subscribe(_ name: String) throws(Problem) {
    guard name.utf8.count <= Self.longestName else { throw .tooLong }
    guard channels[name] != nil || channels.count < Self.limit else { throw .tooMany }
    guard let channel = Channel(name) else { throw .unknown(name) }
    channels[name] = channel
  }

  mutating func unsubscribe(_ name: String) { channels[name] = nil }

  func matches(_ item: ActionItem) -> Bool {
    channels.isEmpty && !isLimit || channels.values.contains { $0.matches(item) }
  }

  mutating func note(_ id: String) {
    if channels.isEmpty || known.count >= Self.remembered { return }
    known.insert(ItemKey(id))
  }

  /// Whether the client gets a change; notes the item if so. Removals are always sent, because it is unknown whether
  /// the client has the item.
  mutating func take(_ change: StoreChange) -> Bool {
    if channels.isEmpty { return true }
    let known = change.change.known
    // Archived items are sent whole.
    if let removal = known.removal, removal != .archived { return true }
    if channels.values.contains(where: { $0.matches(known.item) }) {
      note(known.item.id)
      return true
    }
    return self.known.contains(ItemKey(known.item.id))
  }
}
