/// The connections whose HTTP requests wait for the store, by the person who asks.
///
/// A named token gets at most a quarter of the places, and everybody else at most three quarters. So nobody keeps the
/// others from asking, whatever the token allows.
struct PendingRequests {
  private var subjects: [Int: String?] = [:]
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a connection's request; returns false if there is no place for this person. A nil `subject` stands for all
  /// who have no named token.
  mutating func insert(_ connection: Int, of subject: String?) -> Bool {
    guard subjects.count < limit, !hasFullShare(subject) else { return false }
    subjects[connection] = .some(subject)
    return true
  }

  /// The connections that have to give way before a person gets a place: only their own if their share is full.
  func connections(yieldingTo subject: String?) -> [Int] {
    hasFullShare(subject)
      ? subjects.filter { $0.value == subject }.map(\.key) : Array(subjects.keys)
  }

  private func hasFullShare(_ subject: String?) -> Bool {
    let share = subject == nil ? limit - limit / 4 : max(1, limit / 4)
    return subjects.values.count { $0 == subject } >= share
  }

  /// Removes a connection's request; returns whether there was one.
  @discardableResult
  mutating func remove(_ connection: Int) -> Bool {
    subjects.removeValue(forKey: connection) != nil
  }
}
