import System

/// Lets `LinkCore` close a connection without losing the last output.
extension Socket {
  /// Reads and drops input until the other side closes, for at most one second. Closing with unread bytes would reset
  /// the connection, and the last output could get lost.
  func awaitEnd(_ buffer: UnsafeMutableRawBufferPointer) {
    let end = ContinuousClock.now + .seconds(1)
    while true {
      switch receive(buffer) {
      case .bytes: break
      case .end, .failed: return
      case .nothing:
        var waits = [Poll.Entry(self, for: .input)]
        Poll.wait(&waits, until: end)
      }
      if ContinuousClock.now >= end { return }
    }
  }
}
