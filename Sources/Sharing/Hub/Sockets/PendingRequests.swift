/// The connections whose requests wait for the store, by the person who asks.
///
/// A named token gets at most a quarter of the places, and everybody else at most three quarters. So nobody keeps the
/// others from asking, whatever the token allows.
struct PendingRequests {
  private var subjects: [Int: String?] = [:]
  let limit: Int

  init(limit: Int) { self.limit = limit }

  var connections: some Collection<Int> { subjects.keys }

  /// Adds a connection's request; returns false if there is no place for this person. A nil `subject` stands for all
  /// who have no named token.
  mutating func insert(_ connection: Int, of subject: String?) -> Bool {
    let own = subjects.values.count { $0 == subject }
    let share = subject == nil ? limit - limit / 4 : max(1, limit / 4)
    guard subjects.count < limit, own < share else { return false }
    subjects[connection] = .some(subject)
    return true
  }

  /// Removes a connection's request; returns whether there was one.
  @discardableResult
  mutating func remove(_ connection: Int) -> Bool {
    subjects.removeValue(forKey: connection) != nil
  }
}
