import Testing

@testable import SyncHub

/// How the hub shares its places for waiting requests among tokens and clients.
@Suite struct PendingRequestsTests {
  /// How many of these requests get a place.
  private static func places(
    _ numbers: Range<Int>, of subject: String?, in pending: inout PendingRequests
  ) -> Int {
    var count = 0
    for number in numbers where pending.insert(number, of: subject) { count += 1 }
    return count
  }

  @Test func `one token never keeps the others from asking`() {
    var pending = PendingRequests(limit: 64)
    let first = Self.places(0..<66, of: "Bo", in: &pending)
    let others = Self.places(100..<101, of: "Anna", in: &pending)
    let shared = Self.places(101..<102, of: nil, in: &pending)
    #expect(first == 16 && others == 1 && shared == 1)
    let (isFirst, isSecond) = (pending.remove(0), pending.remove(0))
    let again = Self.places(102..<104, of: "Bo", in: &pending)
    #expect(isFirst && !isSecond && again == 1)
  }

  @Test func `clients without a named token leave places for the others`() {
    var pending = PendingRequests(limit: 64)
    let shared = Self.places(0..<66, of: nil, in: &pending)
    let named = Self.places(100..<101, of: "Anna", in: &pending)
    #expect(shared == 48 && named == 1)
  }

  @Test(arguments: [1, 2, 3])
  func `a small limit still lets everybody ask`(limit: Int) {
    for subject in ["Bo", nil] {
      var pending = PendingRequests(limit: limit)
      let isIn = pending.insert(0, of: subject)
      #expect(isIn)
    }
  }

  @Test func `who has used up the own places displaces nobody else`() {
    var pending = PendingRequests(limit: 8)
    _ = Self.places(0..<2, of: "Bo", in: &pending)
    _ = Self.places(10..<12, of: "Anna", in: &pending)
    #expect(Set(pending.connections(yieldingTo: "Bo")) == [0, 1])
    #expect(Set(pending.connections(yieldingTo: "Carla")) == [0, 1, 10, 11])
  }
}
