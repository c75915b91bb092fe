import ActionItems
import ItemRecords

/// The open streams of `observeActionItems`, each for the items of one conversation or of all.
struct ObserverList {
  private struct Observer {
    let conversation: String?
    let continuation: AsyncStream<[ActionItem]>.Continuation
  }

  private var observers: [Int: Observer] = [:]
  private var next = 0
  /// Reports other processes' changes while there are observers.
  var follower: StoreFollower?

  /// Adds an observer, which receives the first value at once.
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

  /// Sends the items to all observers that the changes concern; nil concerns all.
  func notify(_ changes: [StoreChange]?, _ items: (String?) throws -> [ActionItem]) {
    if observers.isEmpty { return }
    let conversations = changes.map { Set($0.map(\.change.known.item.conversationId)) }
    for observer in observers.values
    where observer.conversation.map({ conversations?.contains($0) ?? true }) ?? true {
      Self.tell(observer, items)
    }
  }

  /// Ends all streams, because the store can no longer be read.
  func finish() {
    for observer in observers.values { observer.continuation.finish() }
  }

  private static func tell(_ observer: Observer, _ items: (String?) throws -> [ActionItem]) {
    do {
      observer.continuation.yield(try items(observer.conversation))
    } catch {
      // A stream cannot carry an error. It ends, and the next call to the store throws.
      observer.continuation.finish()
    }
  }
}
