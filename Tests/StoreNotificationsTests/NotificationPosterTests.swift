import ActionItems
import CivilTime
import Foundation
import Store
import StoreNotifications
import TestSupport
import Testing

@Suite struct NotificationPosterTests {
  static func item(_ id: String, _ task: String) -> ActionItem {
    ActionItem(
      id: id, conversationId: "c", task: task, messageId: "1", source: .init(platform: "json"),
      extractedAt: .epoch, model: "m")
  }

  @Test func `every change is posted once it is committed, whoever makes it`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/store"
    #expect(throws: StoreError.self) { try ActionItemStore(path: path) }
    let store = try ActionItemStore(path: path, creating: true)
    let other = try ActionItemStore(path: path)
    try await store.save([Self.item("00000000-0000-5000-8000-000000000001", "before")])
    let center = NotificationCenter()
    let (posted, continuation) = AsyncStream.makeStream(of: [String].self)
    let observer = center.addObserver(
      forName: ActionItemStore.dataDidChangeNotification, object: nil, queue: nil
    ) { notification in
      continuation.yield(
        notification.userInfo?[NotificationPoster.Key.itemIds] as? [String] ?? ["none"])
    }
    let poster = try await NotificationPoster(store: store, center: center)
    let (second, third) = (
      "00000000-0000-5000-8000-000000000002", "00000000-0000-5000-8000-000000000003"
    )
    try await store.save([Self.item(second, "here")])
    try await other.save([Self.item(third, "there")])
    try await other.setComplete(true, idsBeginning: [second])
    var seen: [String] = []
    for await ids in posted {
      seen += ids
      if seen.count(where: { $0 == second }) == 2 || seen.count > 3 { break }
    }
    #expect(Set(seen) == [second, third])
    withExtendedLifetime(poster) {}
    center.removeObserver(observer)
  }

  @Test(.timeLimit(.minutes(5)))
  func `what is committed after the store could not be read for a time is posted`() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/store"
    let store = try ActionItemStore(path: path, creating: true)
    try await store.save([Self.item("00000000-0000-5000-8000-000000000001", "before")])
    let center = NotificationCenter()
    let (posted, continuation) = AsyncStream.makeStream(of: [String].self)
    let observer = center.addObserver(
      forName: ActionItemStore.dataDidChangeNotification, object: nil, queue: nil
    ) { notification in
      continuation.yield(
        notification.userInfo?[NotificationPoster.Key.itemIds] as? [String] ?? ["none"])
    }
    let poster = try await NotificationPoster(store: store, center: center)
    let (first, second) = (
      "00000000-0000-5000-8000-000000000003", "00000000-0000-5000-8000-000000000002"
    )
    try await store.save([Self.item(first, "open")])
    for await ids in posted where ids.contains(first) { break }
    let (looks, look) = AsyncStream.makeStream(of: Void.self)
    let follower = StoreFollower(path: path) { look.yield() }
    try FileManager.default.moveItem(atPath: path + "/journal.jsonl", toPath: path + "/away")
    // A follower sees the change at about the same time.
    for await _ in looks.prefix(3) {}
    await #expect(throws: StoreError.self) { try await store.fetch() }
    withExtendedLifetime(follower) {}
    try FileManager.default.moveItem(atPath: path + "/away", toPath: path + "/journal.jsonl")
    try await store.save([Self.item(second, "after")])
    for await ids in posted where ids.contains(second) { break }
    withExtendedLifetime(poster) {}
    center.removeObserver(observer)
  }
}
