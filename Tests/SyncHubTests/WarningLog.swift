import Synchronization

/// What a hub warned its operator of.
final class WarningLog: Sendable {
  private let texts = Mutex<[String]>([])
  var count: Int { texts.withLock { $0.count } }
  func note(_ text: String) { texts.withLock { $0.append(text) } }
}
