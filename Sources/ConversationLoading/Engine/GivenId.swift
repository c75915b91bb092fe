import Synchronization

/// The id that the user gives, and the conversation that first took it.
final class GivenId: Sendable {
  let id: String
  private let owner = Mutex<String?>(nil)

  init(_ id: String) {
    self.id = id
  }

  /// Takes the id for a conversation of a file; returns what to tell of a second one, whose messages then lie with those
  /// of the first.
  func take(file: String) -> String? {
    let first = owner.withLock { owner in
      defer { owner = owner ?? file }
      return owner
    }
    return first.map {
      "--conversation-id gave it the id of the conversation in \($0): they are one now; unless they are "
        + "parts of one, read each by itself"
    }
  }
}
