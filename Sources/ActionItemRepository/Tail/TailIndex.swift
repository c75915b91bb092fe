/// What the lines of the journal amount to, by their places: the lines themselves stay on disk.
///
/// It covers what was committed since the snapshot and lies over it.
struct TailIndex {
  /// An item whose last change stands in the journal.
  struct Item: Hashable {
    var key: ItemKey
    var order: OrderKey
    var conversation: ConversationKey
    var isRemoved: Bool
    /// The line of the last change.
    var place: LinePlace
    /// The number of the item's first change in the journal.
    var first: Int
  }

  /// The items, in the order of their first change.
  private(set) var items: [Item] = []
  private var numbers: [ItemKey: Int] = [:]
  private var itemNumbers: [ConversationKey: [Int]] = [:]
  /// The lines of marks, by conversation.
  private(set) var marks: [ConversationKey: [LinePlace]] = [:]
  /// The lines of failures, by conversation.
  private(set) var failures: [ConversationKey: [LinePlace]] = [:]
  /// Runs whose marks do not count.
  private(set) var undoneRuns: Set<Int> = []
  /// The highest number that a run had.
  private(set) var lastRun = 0
  /// Whether any message was read by an endpoint.
  private(set) var hasEndpointMarks = false

  mutating func add(_ entry: TailEntry) {
    switch entry.kind {
    case .item(let key, let order, let conversation, let isRemoved):
      if let number = numbers[key] {
        items[number].order = order
        items[number].isRemoved = isRemoved
        items[number].place = entry.place
      } else {
        numbers[key] = items.count
        itemNumbers[conversation, default: []].append(items.count)
        items.append(
          Item(
            key: key, order: order, conversation: conversation, isRemoved: isRemoved,
            place: entry.place, first: entry.place.sequence))
      }
    case .marks(let conversation, let isEndpoint):
      marks[conversation, default: []].append(entry.place)
      hasEndpointMarks = hasEndpointMarks || isEndpoint
    case .failed(let conversation): failures[conversation, default: []].append(entry.place)
    case .undone(let run): undoneRuns.insert(run)
    case .commit(let run): lastRun = max(lastRun, run)
    case .other: break
    }
  }

  /// The item of a key; nil where its last change is older than the journal.
  func item(_ key: ItemKey) -> Item? { numbers[key].map { items[$0] } }

  /// The items of a conversation, in the order of their first change.
  func items(of conversation: ConversationKey) -> [Item] {
    (itemNumbers[conversation] ?? []).map { items[$0] }
  }
}
