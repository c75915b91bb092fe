/// The index, in memory, of the lines that the journal has after the snapshot. The lines themselves stay on disk.
///
/// Its items take precedence over those of the snapshot. `TailIndexFile` keeps its entries on disk.
struct TailIndex {
  /// An item whose last change is in the journal.
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

  /// The items in the order of their first change.
  private(set) var items: [Item] = []
  private var numbers: [ItemKey: Int] = [:]
  private var itemNumbers: [ConversationKey: [Int]] = [:]
  /// The lines of read markers and failures, by conversation.
  private(set) var marks: [ConversationKey: [LinePlace]] = [:]
  private(set) var readConversations: Set<ConversationKey> = []
  /// The runs whose read markers do not count.
  private(set) var undoneRuns: Set<Int> = []
  /// The highest run number so far.
  private(set) var lastRun = 0
  /// Whether an endpoint read any message.
  private(set) var hasEndpointMarks = false

  mutating func add(_ entry: TailEntry) {
    switch entry.kind {
    case .item(let key, let order, let conversation, let isRemoved):
      if let number = numbers[key] {
        if !lost.isEmpty { lost[key] = nil }
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
      guard let isEndpoint else { break }
      readConversations.insert(conversation)
      hasEndpointMarks = hasEndpointMarks || isEndpoint
    case .undone(let run): undoneRuns.insert(run)
    case .commit(let run): lastRun = max(lastRun, run)
    case .other: break
    }
  }

  /// Adds what another index has about runs: the lines themselves may be damaged.
  mutating func takeRuns(of other: TailIndex) {
    undoneRuns.formUnion(other.undoneRuns)
    lastRun = max(lastRun, other.lastRun)
  }

  /// The items whose last change is damaged, each with the place of the last intact one if the journal has it.
  private(set) var lost: [ItemKey: LinePlace?] = [:]

  /// Records that an item's last change cannot be read.
  mutating func lose(_ item: Item) {
    let older = lost[item.key] ?? numbers[item.key].map { items[$0].place }
    add(TailEntry(item))
    lost[item.key] = .some(older)
  }

  /// The item with a key; nil if its last change is older than the journal.
  func item(_ key: ItemKey) -> Item? { numbers[key].map { items[$0] } }

  /// The current items from a place on, lazily sorted in list order.
  func inOrder(from first: OrderKey) -> OrderedItems { OrderedItems(items, from: first) }

  /// An iterator over items in list order. It is a heap, so that taking a few items does not sort all.
  struct OrderedItems {
    private let items: [Item]
    private var heap: [Int32]

    fileprivate init(_ items: [Item], from first: OrderKey) {
      self.items = items
      heap = items.indices.lazy.filter { !items[$0].isRemoved && items[$0].order >= first }
        .map { Int32($0) }
      for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(place) }
    }

    private func precedes(_ a: Int32, _ b: Int32) -> Bool {
      let (a, b) = (items[Int(a)], items[Int(b)])
      return a.order == b.order ? a.key < b.key : a.order < b.order
    }

    private mutating func sink(_ start: Int) {
      var place = start
      while true {
        var least = place
        for child in (2 * place + 1)...(2 * place + 2)
        where child < heap.count && precedes(heap[child], heap[least]) {
          least = child
        }
        if least == place { return }
        heap.swapAt(place, least)
        place = least
      }
    }

    /// The next item; nil at the end.
    mutating func next() -> Item? {
      guard let first = heap.first else { return nil }
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
      sink(0)
      return items[Int(first)]
    }
  }

  func hasItems(of conversation: ConversationKey) -> Bool { itemNumbers[conversation] != nil }

  /// The items of a conversation, in the order of their first change.
  func items(of conversation: ConversationKey) -> [Item] {
    (itemNumbers[conversation] ?? []).map { items[$0] }
  }
}
