import Sync
import Testing

@testable import Peering

/// Which peers a device calls, and when.
@Suite struct PeerPlanTests {
  static let low = "11111111-1111-4111-8111-111111111111"
  static let own = "22222222-2222-4222-8222-222222222222"
  static let high = "33333333-3333-4333-8333-333333333333"

  static func endpoint(_ number: Int) -> PeerEndpoint {
    PeerEndpoint(host: "192.0.2.\(number)", port: 7000) ?? unreachable
  }
  private static var unreachable: PeerEndpoint { preconditionFailure("the address is one") }

  /// A plan with pairs and with the longest possible delays.
  static func plan(_ pairs: String...) -> PeerPlan {
    var plan = PeerPlan(own: own, random: SessionRandom { .max })
    plan.setPairs(Dictionary(uniqueKeysWithValues: pairs.map { ($0, nil) }), .zero)
    return plan
  }

  @Test func `the device with the greater id calls when two find each other`() {
    var plan = Self.plan(Self.low, Self.high)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    plan.found(Self.high, as: "high", at: [Self.endpoint(3)], .zero)
    #expect(plan.takeDue(.zero).map(\.device) == [Self.low])
  }

  @Test func `a device that is not called in time makes the call`() {
    var plan = Self.plan(Self.high)
    plan.found(Self.high, as: "high", at: [Self.endpoint(3)], .zero)
    #expect(plan.nextDeadline == .seconds(5))
    #expect(plan.takeDue(.seconds(5)).map(\.device) == [Self.high])
  }

  @Test func `an unpaired device is not called until it is paired`() {
    var plan = Self.plan()
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    #expect(plan.takeDue(.seconds(100)).isEmpty)
    plan.setPairs([Self.low: nil], .seconds(100))
    #expect(plan.takeDue(.seconds(100)).map(\.device) == [Self.low])
  }

  @Test func `two interfaces to one device are one call, and one session`() {
    var plan = Self.plan(Self.low)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1), Self.endpoint(2)], .zero)
    plan.add(Self.endpoint(9), of: Self.low, .zero)
    let calls = plan.takeDue(.zero)
    #expect(calls.count == 1)
    #expect(plan.takeDue(.zero).isEmpty)
    plan.answered(calls[0], by: Self.low)
    #expect(plan.offer(Self.low, isOurs: true, .zero) == .take)
    #expect(plan.takeDue(.seconds(1000)).isEmpty)
  }

  @Test func `a failed call is retried with growing delays`() {
    var plan = Self.plan(Self.low)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    var now = Duration.zero
    var waits: [Duration] = []
    for _ in 0..<7 {
      let calls = plan.takeDue(now)
      #expect(calls.count == 1)
      for call in calls { plan.failed(call, now) }
      let next = plan.nextDeadline ?? .zero
      waits.append(next - now)
      now = next
    }
    #expect(waits.map { Int(($0 / .seconds(1)).rounded()) } == [1, 2, 4, 8, 16, 30, 30])
  }

  @Test func `a change of networks retries every call at once`() {
    var plan = Self.plan(Self.low)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    for call in plan.takeDue(.zero) { plan.failed(call, .zero) }
    #expect(plan.takeDue(.milliseconds(1)).isEmpty)
    plan.networkChanged(.milliseconds(1))
    #expect(plan.takeDue(.milliseconds(1)).count == 1)
  }

  @Test func `a device with new addresses is called there`() {
    var plan = Self.plan(Self.low)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    for call in plan.takeDue(.zero) { plan.failed(call, .zero) }
    plan.found(Self.low, as: "low", at: [Self.endpoint(2)], .milliseconds(1))
    #expect(plan.takeDue(.milliseconds(1)).map(\.endpoints) == [[Self.endpoint(2)]])
  }

  @Test func `a device that left is no longer called`() {
    var plan = Self.plan(Self.low)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    plan.lost("low")
    #expect(plan.takeDue(.seconds(100)).isEmpty)
  }

  @Test(arguments: [
    ("no session before", nil, true, PeerPlan.Offer.take),
    ("ours by the greater, then theirs by the lesser", true, false, .refuse),
    ("theirs by the lesser, then ours by the greater", false, true, .replace),
    ("ours once more", true, true, .replace),
  ])
  func `both sides keep the link of the greater id`(
    name: String, before: Bool?, isOurs: Bool, wanted: PeerPlan.Offer
  ) {
    var plan = Self.plan(Self.low)
    if let before { #expect(plan.offer(Self.low, isOurs: before, .zero) == .take) }
    #expect(plan.offer(Self.low, isOurs: isOurs, .zero) == wanted)
    // The other side, with the smaller id, makes the same decision.
    var other = PeerPlan(own: Self.low)
    other.setPairs([Self.own: nil], .zero)
    if let before { _ = other.offer(Self.own, isOurs: !before, .zero) }
    #expect(other.offer(Self.own, isOurs: !isOurs, .zero) == wanted)
  }

  @Test func `a link with a device that is no longer paired is refused`() {
    var plan = Self.plan(Self.low)
    plan.setPairs([:], .zero)
    #expect(plan.offer(Self.low, isOurs: false, .zero) == .refuse)
  }

  @Test func `a device that answers at a given address is called there again`() {
    var plan = Self.plan(Self.high)
    plan.add(Self.endpoint(9), .zero)
    let calls = plan.takeDue(.zero)
    #expect(calls.map(\.device) == [nil])
    plan.answered(calls[0], by: Self.high)
    #expect(plan.offer(Self.high, isOurs: true, .zero) == .take)
    plan.ended(Self.high, hasWorked: true, isDone: false, .seconds(60))
    #expect(plan.takeDue(.seconds(61)).map(\.device) == [Self.high])
  }

  @Test func `a device with nothing left to sync is not called`() {
    var plan = Self.plan(Self.low)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    for call in plan.takeDue(.zero) { plan.answered(call, by: Self.low) }
    #expect(plan.offer(Self.low, isOurs: true, .zero) == .take)
    plan.ended(Self.low, hasWorked: true, isDone: true, .zero)
    #expect(plan.open.isEmpty)
    #expect(plan.takeDue(.seconds(1000)).isEmpty)
    #expect(plan.offer(Self.low, isOurs: false, .zero) == .refuse)
  }

  @Test func `links of one device that keep replacing each other are suspicious`() {
    var plan = Self.plan(Self.low)
    #expect(plan.offer(Self.low, isOurs: true, .zero) == .take)
    for _ in 0..<3 { #expect(plan.offer(Self.low, isOurs: true, .zero) == .replace) }
    #expect(plan.offer(Self.low, isOurs: true, .seconds(59)) == .suspect)
    #expect(plan.offer(Self.low, isOurs: true, .seconds(61)) == .replace)
  }

  @Test func `unverified services that claim to be a device are limited, and their addresses`() {
    var plan = Self.plan(Self.low)
    for number in 0..<100 {
      let places = (1...16).map { Self.endpoint($0) }
      plan.found(Self.low, as: "\(number)", at: places, .zero)
    }
    #expect(plan.takeDue(.zero).map(\.endpoints.count) == [16])
  }

  @Test func `a session's end plans no second call during a call`() {
    var plan = Self.plan(Self.low)
    plan.found(Self.low, as: "low", at: [Self.endpoint(1)], .zero)
    let calls = plan.takeDue(.zero)
    #expect(plan.offer(Self.low, isOurs: false, .zero) == .take)
    plan.ended(Self.low, hasWorked: true, isDone: false, .zero)
    #expect(plan.takeDue(.seconds(100)).isEmpty)
    for call in calls { plan.failed(call, .seconds(100)) }
    #expect(plan.takeDue(.seconds(200)).count == 1)
  }

  @Test func `a given address outlives the pair, and a saved one does not`() {
    var plan = PeerPlan(own: Self.own, random: SessionRandom { .max })
    plan.add(Self.endpoint(9), .zero)
    plan.setPairs([Self.low: Self.endpoint(8)], .zero)
    for call in plan.takeDue(.zero) { plan.answered(call, by: Self.low) }
    plan.setPairs([:], .zero)
    plan.setPairs([Self.low: Self.endpoint(7)], .seconds(1))
    let called = plan.takeDue(.seconds(100)).flatMap(\.endpoints)
    #expect(!called.contains(Self.endpoint(8)))
    #expect(called.contains(Self.endpoint(7)) && called.contains(Self.endpoint(9)))
  }
}
