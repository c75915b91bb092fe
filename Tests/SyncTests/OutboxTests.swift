import Store
import Testing

@testable import Sync

@Suite struct OutboxTests {
  static func change(_ number: Int, item: String? = nil) -> OutgoingChange {
    OutgoingChange(
      sequence: number, checksum: UInt32(number), itemID: item ?? "item-\(number)",
      messageID: "\(number)", frame: [UInt8](repeating: 0, count: 100))
  }

  static func place(_ number: Int) -> FeedCursor {
    FeedCursor(store: "s", sequence: number, checksum: UInt32(number))
  }

  static func outbox(
    _ numbers: ClosedRange<Int>, _ adjust: (inout Outbox.Settings) -> Void = { _ in }
  ) -> Outbox {
    var settings = Outbox.Settings()
    adjust(&settings)
    var outbox = Outbox(after: place(0), settings: settings)
    outbox.offer(numbers.map { change($0) }, upTo: place(numbers.upperBound + 1))
    return outbox
  }

  static func due(_ outbox: inout Outbox, _ now: Duration = .zero) -> [Int] {
    outbox.takeDue(now).map(\.sequence)
  }

  @Test func `changes are sent once and completed in order`() {
    var outbox = Self.outbox(1...3)
    #expect(Self.due(&outbox) == [1, 2, 3])
    #expect(Self.due(&outbox) == [])
    outbox.acknowledge("2", .zero)
    #expect(outbox.confirmed == Self.place(0))
    outbox.acknowledge("1", .zero)
    #expect(outbox.confirmed == Self.place(2))
    outbox.acknowledge("3", .zero)
    #expect(outbox.confirmed == Self.place(4), "what is read and no change is done with, too")
    #expect(outbox.isIdle && outbox.acknowledged == 3)
  }

  @Test func `acknowledgements of unknown or completed changes have no effect`() {
    var outbox = Self.outbox(1...2)
    _ = Self.due(&outbox)
    outbox.acknowledge("x", .zero)
    outbox.acknowledge("1", .zero)
    outbox.acknowledge("1", .zero)
    #expect(outbox.acknowledged == 1)
  }

  @Test func `the window bounds changes and bytes`() {
    var outbox = Self.outbox(1...3) { $0.window = 5 }
    #expect(outbox.room == 2)
    _ = Self.due(&outbox)
    outbox.acknowledge("1", .zero)
    #expect(outbox.room == 3)
    let heavy = Self.outbox(1...3) { $0.windowBytes = 300 }
    #expect(heavy.room == 0)
  }

  @Test func `a new session resends unacknowledged changes in order`() {
    var outbox = Self.outbox(1...4)
    _ = Self.due(&outbox)
    outbox.acknowledge("2", .zero)
    outbox.restart()
    #expect(Self.due(&outbox) == [1, 3, 4])
    outbox.acknowledge("3", .zero)
    outbox.acknowledge("1", .zero)
    #expect(outbox.confirmed == Self.place(3))
  }

  @Test func `ten seconds without an answer time out, counted from the last one`() {
    var outbox = Self.outbox(1...2)
    #expect(outbox.deadline == nil)
    _ = Self.due(&outbox, .seconds(5))
    #expect(outbox.deadline == .seconds(15))
    outbox.acknowledge("1", .seconds(9))
    #expect(outbox.deadline == .seconds(19))
    outbox.postpone(.seconds(12))
    #expect(outbox.deadline == .seconds(22))
    outbox.acknowledge("2", .seconds(13))
    #expect(outbox.deadline == nil)
  }

  @Test func `a postponed change is always resent after the longest delay`() {
    var outbox = Self.outbox(1...2)
    var now: Duration = .zero
    for _ in 0..<5 {
      #expect(Self.due(&outbox, now) == [1, 2])
      for id in ["1", "2", "x"] { outbox.putOff(id, now) }
      #expect(outbox.retryAt == now + .seconds(30) && outbox.deadline == nil)
      now += .seconds(30)
    }
    #expect(!outbox.isIdle && outbox.confirmed == Self.place(0))
    outbox.restart()
    #expect(Self.due(&outbox, now - .seconds(1)) == [], "not sooner for a new session")
    #expect(Self.due(&outbox, now) == [1, 2])
    // A postponed change does not count as refused.
    #expect(outbox.refuse("1", code: "c", message: "m", now) == nil)
    outbox.offer([Self.change(4, item: "item-2")], upTo: Self.place(5))
    outbox.putOff("2", now)
    outbox.acknowledge("1", now)
    #expect(outbox.confirmed == Self.place(2), "a later version says all of it")
  }

  @Test func `a change refused three times is set aside, and the rest continues`() {
    var outbox = Self.outbox(1...3)
    _ = Self.due(&outbox)
    outbox.acknowledge("1", .zero)
    outbox.acknowledge("3", .zero)
    for (now, wait) in [(Duration.zero, Duration.seconds(1)), (.seconds(1), .seconds(5))] {
      #expect(outbox.refuse("2", code: "c", message: "m", now) == nil)
      #expect(outbox.retryAt == now + wait && !outbox.isAllSent && outbox.deadline == nil)
      #expect(Self.due(&outbox, now + wait - .milliseconds(1)) == [])
      #expect(Self.due(&outbox, now + wait) == [2])
    }
    let aside = outbox.refuse("2", code: "c", message: "m", .zero)
    #expect(aside == .init(sequence: 2, itemID: "item-2", code: "c", message: "m"))
    #expect(outbox.isIdle && outbox.confirmed == Self.place(4))
    #expect(outbox.acknowledged == 2 && outbox.lastTaken == 3)
  }

  @Test func `an oversized change is set aside at once, by name`() {
    var outbox = Outbox(after: Self.place(0), settings: Outbox.Settings())
    var large = Self.change(2)
    large.frame = [UInt8](repeating: 0, count: 1 << 20 + 1)
    let asides = outbox.offer([Self.change(1), large], upTo: Self.place(3))
    #expect(asides.map(\.itemID) == ["item-2"] && asides[0].code == "too_large")
    #expect(Self.due(&outbox) == [1])
    outbox.acknowledge("1", .zero)
    #expect(outbox.confirmed == Self.place(3) && outbox.lastTaken == 1)
  }

  @Test func `changes refused together are resent at once and do not count as refused`() {
    var outbox = Outbox(after: Self.place(0))
    outbox.offer(
      [Self.change(1), Self.change(2, item: "a"), Self.change(3, item: "a")], upTo: Self.place(3))
    _ = Self.due(&outbox)
    for _ in 0..<5 {
      outbox.sendAgain(["1"], .zero)
      #expect(Self.due(&outbox) == [1])
    }
    outbox.sendAgain(["2"], .zero)
    #expect(Self.due(&outbox) == [], "a later one of the item is under way")
  }

  @Test func `a delay after a refusal continues in the next session`() {
    var outbox = Self.outbox(1...2)
    _ = Self.due(&outbox)
    _ = outbox.refuse("1", code: "", message: "", .zero)
    outbox.restart()
    #expect(Self.due(&outbox) == [2])
    #expect(Self.due(&outbox, .seconds(1)) == [1])
  }

  @Test func `a refused change is not sent after a later one of its item`() {
    var outbox = Outbox(after: Self.place(0))
    outbox.offer(
      [Self.change(1, item: "a"), Self.change(2, item: "a"), Self.change(3)], upTo: Self.place(3))
    _ = Self.due(&outbox)
    #expect(outbox.refuse("1", code: "c", message: "m", .zero) == nil, "that is no failure")
    #expect(Self.due(&outbox, .seconds(60)) == [])
    #expect(outbox.confirmed == Self.place(1) && outbox.lastTaken == nil)
    #expect(outbox.refuse("3", code: "c", message: "m", .zero) == nil)
    #expect(Self.due(&outbox, .seconds(1)) == [3])
    #expect(outbox.refuse("3", code: "c", message: "m", .seconds(1)) == nil)
    outbox.offer([Self.change(4, item: "item-3")], upTo: Self.place(4))
    #expect(Self.due(&outbox, .seconds(6)) == [4], "it was overtaken while it waited")
  }

  @Test func `a change is not resent after a later one of its item was accepted`() {
    var outbox = Self.outbox(1...2)
    outbox.offer([Self.change(3, item: "item-1")], upTo: Self.place(3))
    _ = Self.due(&outbox)
    outbox.acknowledge("3", .zero)
    outbox.restart()
    #expect(Self.due(&outbox) == [2])
    outbox.acknowledge("2", .zero)
    #expect(outbox.isIdle && outbox.confirmed == Self.place(3))
    var untaken = Self.outbox(1...1)
    untaken.offer([Self.change(2, item: "item-1")], upTo: Self.place(2))
    _ = Self.due(&untaken)
    untaken.restart()
    #expect(Self.due(&untaken) == [1, 2], "in order, nothing is undone")
  }

  @Test func `refusals of unsent changes and late acknowledgements are tolerated`() {
    var outbox = Self.outbox(1...2)
    #expect(outbox.refuse("1", code: "", message: "", .zero) == nil)
    _ = Self.due(&outbox)
    _ = outbox.refuse("1", code: "", message: "", .zero)
    outbox.acknowledge("1", .zero)
    #expect(Self.due(&outbox) == [])
    outbox.acknowledge("2", .zero)
    #expect(outbox.isIdle && outbox.deadline == nil)
  }

  @Test func `a server without acknowledgements has nothing saved and nothing confirmed`() {
    var outbox = Self.outbox(1...3) { $0.isAcknowledged = false }
    #expect(Self.due(&outbox) == [1, 2, 3])
    #expect(outbox.isIdle && outbox.deadline == nil)
    #expect(outbox.confirmed == Self.place(0))
    outbox.offer([Self.change(5)], upTo: Self.place(6))
    _ = Self.due(&outbox)
    outbox.acknowledgeAllSent()
    #expect(outbox.confirmed == Self.place(6) && outbox.acknowledged == 4)
  }

  @Test func `any number of changes passes through a small window`() {
    var outbox = Outbox(after: Self.place(0))
    var next = 1
    var acknowledged = 0
    var most = 0
    while acknowledged < 20_000 {
      let count = min(outbox.room, 100)
      outbox.offer(
        (next..<next + count).map { Self.change($0) }, upTo: Self.place(next + count - 1))
      next += count
      let sent = outbox.takeDue(.zero)
      most = max(most, next - 1 - acknowledged)
      for change in sent.shuffledInPairs() { outbox.acknowledge(change.messageID, .zero) }
      acknowledged += sent.count
      #expect(outbox.confirmed.sequence == acknowledged)
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
