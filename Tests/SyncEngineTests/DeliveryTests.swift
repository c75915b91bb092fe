import Store
import Testing

@testable import Sync

@Suite struct DeliveryTests {
  static func change(_ number: Int, item: String? = nil) -> OutgoingChange {
    OutgoingChange(
      sequence: number, checksum: UInt32(number), itemID: item ?? "item \(number)",
      messageID: "\(number)", frame: [UInt8](repeating: 0, count: 100))
  }

  static func place(_ number: Int) -> FeedPosition {
    FeedPosition(store: "s", sequence: number, checksum: UInt32(number))
  }

  static func delivery(
    _ numbers: ClosedRange<Int>, _ adjust: (inout Delivery.Settings) -> Void = { _ in }
  ) -> Delivery {
    var settings = Delivery.Settings()
    adjust(&settings)
    var delivery = Delivery(after: place(0), settings: settings)
    delivery.offer(numbers.map { change($0) }, upTo: place(numbers.upperBound + 1))
    return delivery
  }

  static func due(_ delivery: inout Delivery, _ now: Duration = .zero) -> [Int] {
    delivery.takeDue(now).map(\.sequence)
  }

  @Test func `changes are sent once and completed in order`() {
    var delivery = Self.delivery(1...3)
    #expect(Self.due(&delivery) == [1, 2, 3])
    #expect(Self.due(&delivery) == [])
    delivery.acknowledge("2", .zero)
    #expect(delivery.confirmed == Self.place(0))
    delivery.acknowledge("1", .zero)
    #expect(delivery.confirmed == Self.place(2))
    delivery.acknowledge("3", .zero)
    #expect(delivery.confirmed == Self.place(4), "what is read and no change is done with, too")
    #expect(delivery.isIdle && delivery.acknowledged == 3)
  }

  @Test func `acknowledgements of unknown or completed changes have no effect`() {
    var delivery = Self.delivery(1...2)
    _ = Self.due(&delivery)
    delivery.acknowledge("x", .zero)
    delivery.acknowledge("1", .zero)
    delivery.acknowledge("1", .zero)
    #expect(delivery.acknowledged == 1)
  }

  @Test func `the window bounds changes and bytes`() {
    var delivery = Self.delivery(1...3) { $0.window = 5 }
    #expect(delivery.room == 2)
    _ = Self.due(&delivery)
    delivery.acknowledge("1", .zero)
    #expect(delivery.room == 3)
    let heavy = Self.delivery(1...3) { $0.windowBytes = 300 }
    #expect(heavy.room == 0)
  }

  @Test func `a new session resends unacknowledged changes in order`() {
    var delivery = Self.delivery(1...4)
    _ = Self.due(&delivery)
    delivery.acknowledge("2", .zero)
    delivery.restart()
    #expect(Self.due(&delivery) == [1, 3, 4])
    delivery.acknowledge("3", .zero)
    delivery.acknowledge("1", .zero)
    #expect(delivery.confirmed == Self.place(3))
  }

  @Test func `ten seconds without an answer time out, counted from the last one`() {
    var delivery = Self.delivery(1...2)
    #expect(delivery.deadline == nil)
    _ = Self.due(&delivery, .seconds(5))
    #expect(delivery.deadline == .seconds(15))
    delivery.acknowledge("1", .seconds(9))
    #expect(delivery.deadline == .seconds(19))
    delivery.postpone(.seconds(12))
    #expect(delivery.deadline == .seconds(22))
    delivery.acknowledge("2", .seconds(13))
    #expect(delivery.deadline == nil)
  }

  @Test func `a postponed change is always resent after the longest delay`() {
    var delivery = Self.delivery(1...2)
    var now: Duration = .zero
    for _ in 0..<5 {
      #expect(Self.due(&delivery, now) == [1, 2])
      delivery.putOff(["1", "2", "x"], now)
      #expect(delivery.retryAt == now + .seconds(30) && delivery.deadline == nil)
      now += .seconds(30)
    }
    #expect(!delivery.isIdle && delivery.confirmed == Self.place(0))
    delivery.restart()
    #expect(Self.due(&delivery, now - .seconds(1)) == [], "not sooner for a new session")
    #expect(Self.due(&delivery, now) == [1, 2])
    // A postponed change does not count as refused.
    #expect(delivery.refuse("1", code: "c", message: "m", now) == nil)
    delivery.offer([Self.change(4, item: "item 2")], upTo: Self.place(5))
    delivery.putOff(["2"], now)
    delivery.acknowledge("1", now)
    #expect(delivery.confirmed == Self.place(2), "a later version says all of it")
  }

  @Test func `a change refused three times is set aside, and the rest continues`() {
    var delivery = Self.delivery(1...3)
    _ = Self.due(&delivery)
    delivery.acknowledge("1", .zero)
    delivery.acknowledge("3", .zero)
    for (now, wait) in [(Duration.zero, Duration.seconds(1)), (.seconds(1), .seconds(5))] {
      #expect(delivery.refuse("2", code: "c", message: "m", now) == nil)
      #expect(delivery.retryAt == now + wait && !delivery.isAllSent && delivery.deadline == nil)
      #expect(Self.due(&delivery, now + wait - .milliseconds(1)) == [])
      #expect(Self.due(&delivery, now + wait) == [2])
    }
    let aside = delivery.refuse("2", code: "c", message: "m", .zero)
    #expect(aside == .init(sequence: 2, itemID: "item 2", code: "c", message: "m"))
    #expect(delivery.isIdle && delivery.confirmed == Self.place(4))
    #expect(delivery.acknowledged == 2 && delivery.lastTaken == 3)
  }

  @Test func `an oversized change is set aside at once, by name`() {
    var delivery = Delivery(after: Self.place(0), settings: Delivery.Settings())
    var large = Self.change(2)
    large.frame = [UInt8](repeating: 0, count: 1 << 20 + 1)
    let asides = delivery.offer([Self.change(1), large], upTo: Self.place(3))
    #expect(asides.map(\.itemID) == ["item 2"] && asides[0].code == "too_large")
    #expect(Self.due(&delivery) == [1])
    delivery.acknowledge("1", .zero)
    #expect(delivery.confirmed == Self.place(3) && delivery.lastTaken == 1)
  }

  @Test func `changes refused together are resent at once and do not count as refused`() {
    var delivery = Delivery(after: Self.place(0))
    delivery.offer(
      [Self.change(1), Self.change(2, item: "a"), Self.change(3, item: "a")], upTo: Self.place(3))
    _ = Self.due(&delivery)
    for _ in 0..<5 {
      delivery.sendAgain(["1"], .zero)
      #expect(Self.due(&delivery) == [1])
    }
    delivery.sendAgain(["2"], .zero)
    #expect(Self.due(&delivery) == [], "a later one of the item is under way")
  }

  @Test func `a delay after a refusal continues in the next session`() {
    var delivery = Self.delivery(1...2)
    _ = Self.due(&delivery)
    _ = delivery.refuse("1", code: "", message: "", .zero)
    delivery.restart()
    #expect(Self.due(&delivery) == [2])
    #expect(Self.due(&delivery, .seconds(1)) == [1])
  }

  @Test func `a refused change is not sent after a later one of its item`() {
    var delivery = Delivery(after: Self.place(0))
    delivery.offer(
      [Self.change(1, item: "a"), Self.change(2, item: "a"), Self.change(3)], upTo: Self.place(3))
    _ = Self.due(&delivery)
    #expect(delivery.refuse("1", code: "c", message: "m", .zero) == nil, "that is no failure")
    #expect(Self.due(&delivery, .seconds(60)) == [])
    #expect(delivery.confirmed == Self.place(1) && delivery.lastTaken == nil)
    #expect(delivery.refuse("3", code: "c", message: "m", .zero) == nil)
    #expect(Self.due(&delivery, .seconds(1)) == [3])
    #expect(delivery.refuse("3", code: "c", message: "m", .seconds(1)) == nil)
    delivery.offer([Self.change(4, item: "item 3")], upTo: Self.place(4))
    #expect(Self.due(&delivery, .seconds(6)) == [4], "it was overtaken while it waited")
  }

  @Test func `a change is not resent after a later one of its item was accepted`() {
    var delivery = Self.delivery(1...2)
    delivery.offer([Self.change(3, item: "item 1")], upTo: Self.place(3))
    _ = Self.due(&delivery)
    delivery.acknowledge("3", .zero)
    delivery.restart()
    #expect(Self.due(&delivery) == [2])
    delivery.acknowledge("2", .zero)
    #expect(delivery.isIdle && delivery.confirmed == Self.place(3))
    var untaken = Self.delivery(1...1)
    untaken.offer([Self.change(2, item: "item 1")], upTo: Self.place(2))
    _ = Self.due(&untaken)
    untaken.restart()
    #expect(Self.due(&untaken) == [1, 2], "in order, nothing is undone")
  }

  @Test func `refusals of unsent changes and late acknowledgements are tolerated`() {
    var delivery = Self.delivery(1...2)
    #expect(delivery.refuse("1", code: "", message: "", .zero) == nil)
    _ = Self.due(&delivery)
    _ = delivery.refuse("1", code: "", message: "", .zero)
    delivery.acknowledge("1", .zero)
    #expect(Self.due(&delivery) == [])
    delivery.acknowledge("2", .zero)
    #expect(delivery.isIdle && delivery.deadline == nil)
  }

  @Test func `a server without acknowledgements has nothing saved and nothing confirmed`() {
    var delivery = Self.delivery(1...3) { $0.isAcknowledged = false }
    #expect(Self.due(&delivery) == [1, 2, 3])
    #expect(delivery.isIdle && delivery.deadline == nil)
    #expect(delivery.confirmed == Self.place(0))
    delivery.offer([Self.change(5)], upTo: Self.place(6))
    _ = Self.due(&delivery)
    delivery.acknowledgeAllSent()
    #expect(delivery.confirmed == Self.place(6) && delivery.acknowledged == 4)
  }

  @Test func `any number of changes passes through a small window`() {
    var delivery = Delivery(after: Self.place(0))
    var next = 1
    var acknowledged = 0
    var most = 0
    while acknowledged < 20_000 {
      let count = min(delivery.room, 100)
      delivery.offer(
        (next..<next + count).map { Self.change($0) }, upTo: Self.place(next + count - 1))
      next += count
      let sent = delivery.takeDue(.zero)
      most = max(most, next - 1 - acknowledged)
      for change in sent.shuffledInPairs() { delivery.acknowledge(change.messageID, .zero) }
      acknowledged += sent.count
      #expect(delivery.confirmed.sequence == acknowledged)
    }
    #expect(most <= 1024)
  }
}

extension Array {
  /// The elements, with each pair of neighbours swapped.
  fileprivate func shuffledInPairs() -> [Element] {
    indices.map { self[$0 ^ 1 < count ? $0 ^ 1 : $0] }
  }
}
