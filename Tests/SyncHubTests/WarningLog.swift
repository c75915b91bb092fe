import Synchronization

/// Counts the warnings of a hub to its operator.
final class WarningLog: Sendable {
  private let texts = Mutex<[String]>([])
  var count: Int { texts.withLock { $0.count } }
  func note(_ text: String) { texts.withLock { $0.append(text) } }
}
