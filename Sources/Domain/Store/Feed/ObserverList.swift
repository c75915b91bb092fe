import ActionItems
import ItemRecords

/// Those who want to be told of the items of a conversation, or of all.
struct ObserverList {
  private struct Observer {
    let conversation: String?
    let continuation: AsyncStream<[ActionItem]>.Continuation
  }

  private var observers: [Int: Observer] = [:]
  private var next = 0
  /// Tells of other processes' changes, as long as anybody observes.
  var follower: StoreFollower?

  /// Adds one, who gets the first value at once.
  mutating func add(
    _ conversation: String?, _ continuation: AsyncStream<[ActionItem]>.Continuation,
    _ items: (String?) throws -> [ActionItem]
  ) -> Int {
    let number = next
    next += 1
    let observer = Observer(conversation: conversation, continuation: continuation)
    observers[number] = observer
    Self.tell(observer, items)
    return number
  }

  mutating func remove(_ number: Int) {
    observers[number] = nil
    if observers.isEmpty { follower = nil }
  }

  /// Tells those whom changes concern; nil concerns all.
  func notify(_ changes: [StoreChange]?, _ items: (String?) throws -> [ActionItem]) {
    if observers.isEmpty { return }
    let conversations = changes.map { Set($0.map(\.change.known.item.conversationId)) }
    for observer in observers.values
    where observer.conversation.map({ conversations?.contains($0) ?? true }) ?? true {
      Self.tell(observer, items)
    }
  }

  /// Ends all: the store cannot be read any more.
  func finish() {
    for observer in observers.values { observer.continuation.finish() }
  }

  private static func tell(_ observer: Observer, _ items: (String?) throws -> [ActionItem]) {
    do {
      observer.continuation.yield(try items(observer.conversation))
    } catch {
      // An observer has no way to be told; it ends, and the next call to the store says why.
      observer.continuation.finish()
    }
  }
}
