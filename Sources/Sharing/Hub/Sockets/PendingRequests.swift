/// Limits the HTTP requests that wait for the store, so that nobody blocks the requests of others.
///
/// A person with a named token gets at most a quarter of the places. All clients without one together get at most three
/// quarters.
struct PendingRequests {
  private var subjects: [Int: String?] = [:]
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// Adds a connection's request; returns false if there is no place for this person. A nil `subject` stands for all
  /// clients without a named token.
  mutating func insert(_ connection: Int, of subject: String?) -> Bool {
    guard subjects.count < limit, !hasFullShare(subject) else { return false }
    subjects[connection] = .some(subject)
    return true
  }

  /// The connections that may be dropped for a person's request: only the person's own if their share is full.
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
