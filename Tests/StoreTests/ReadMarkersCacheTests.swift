import ActionItems
import CivilTime
import ItemRecords
import Testing

@testable import Store

/// Conversations that arrive in very many parts: the caches of their marks and items, and their last title.
@Suite struct ReadMarkersCacheTests {
  @Test func `marks of a recurring conversation are looked up twice`() {
    var cache = ReadMarkersCache()
    var written: [UInt64] = []
    var (looks, sequence) = (0, 10)
    for number in 0..<100 as Range<UInt64> {
      let marks = cache.marks(ofConversation: "c", at: sequence) {
        looks += 1
        return ReadMarkers([.offline: written])
      }
      #expect(marks.count == written.count)
      written.append(number)
      sequence += 2
      cache.note(
        [StoreFixture.outcome([], digests: [number])], lines: 2, upTo: sequence)
    }
    #expect(looks == 2 && cache.comesAgain("c"))
    // Another writer commits in between.
    cache.note([StoreFixture.outcome([], digests: [1000])], lines: 2, upTo: sequence + 3)
    _ = cache.marks(ofConversation: "c", at: sequence + 3) {
      looks += 1
      return ReadMarkers()
    }
    #expect(looks == 3)
  }

  @Test func `a store knows which messages of a recurring conversation were read, also by others`()
    async throws
  {
    let fixture = try StoreFixture()
    let (store, other) = (try fixture.open(), try fixture.open())
    for number in 1...30 as ClosedRange<UInt64> {
      let known = try await store.recall(["c", "d"])
      let fresh = try await fixture.open().recall(["c", "d"])
      for digest in 0...40 as ClosedRange<UInt64> {
        for (known, fresh) in zip(known, fresh) {
          #expect(
            known.marks.readLevel(of: digest) == fresh.marks.readLevel(of: digest), "\(number)")
        }
      }
      let outcome = StoreFixture.outcome(
        ["Send it"], conversation: number % 3 == 0 ? "d" : "c", message: "\(number)",
        digests: [number], readLevel: number % 5 == 0 ? .endpoint : .offline)
      _ = try await (number % 7 == 0 ? other : store).commit([outcome])
    }
  }

  @Test func `items of recurring conversations are cached, and the latest of others`() {
    var cache = ItemCache()
    for number in 0..<40 {
      cache.keep(["c\(number)": ConversationItems()], where: { _ in number < 20 })
    }
    let kept = (0..<40).filter { cache.take(itemsOfConversation: "c\($0)") != nil }
    #expect(kept == Array(0..<20) + Array(24..<40))
  }

  @Test func `all items get the last title of a conversation with a title per part`()
    async throws
  {
    let (fixture, store) = try StoreFixture.opened()
    var last = ""
    for number in 0..<60 {
      last = "team \(number)"
      var outcome = StoreFixture.outcome([], digests: [UInt64(number)])
      let findings = (0..<60).map { place in
        Finding(
          Mention(
            messageId: "\(number)",
            source: .init(platform: "json", timestamp: Timestamp(seconds: number * 100)),
            task: "Send report \(number * 100 + place)"))
      }
      outcome.reading = Merger.Reading(
        conversation: Conversation(id: "c", title: last, platform: "json"),
        messages: [
          Message(
            id: "\(number)", sender: nil, timestamp: Timestamp(seconds: number * 100), text: "")
        ], findings: findings, model: "m", run: 1)
      _ = try await store.commit([outcome])
    }
    let put = try await store.fetch(for: "c").filter { $0.conversationTitle != last }
    #expect(!put.isEmpty)
    let changes = try await store.settle(run: 1)
    #expect(changes.count == put.count)
    #expect(try await store.settle(run: 1).isEmpty)
    for items in [try await store.fetch(for: "c"), try await fixture.open().fetch(for: "c")] {
      #expect(items.count == 3600 && items.allSatisfy { $0.conversationTitle == last })
    }
  }
}
