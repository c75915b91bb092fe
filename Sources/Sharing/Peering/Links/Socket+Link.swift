import Glibc
import System

extension Socket {
  /// Has small texts sent at once, and a device that is switched off noticed within a minute and a half.
  func prepareForLink() {
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
    set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 90_000)
  }

  /// Throws away what still comes until the other side ends, for a second at most: closing with bytes unread would have
  /// the system take back what was sent last.
  func awaitEnd(_ buffer: UnsafeMutableRawBufferPointer) {
    let end = ContinuousClock.now + .seconds(1)
    while true {
      switch receive(buffer) {
      case .bytes: break
      case .end, .failed: return
      case .nothing:
        var waits = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        Poll.wait(&waits, until: end)
      }
      if ContinuousClock.now >= end { return }
    }
  }
}
