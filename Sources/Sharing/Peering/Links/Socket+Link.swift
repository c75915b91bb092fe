import Glibc
import System

extension Socket {
  /// Turns off the delay of small texts, and sets keep-alive so that a switched-off device is noticed within 90
  /// seconds.
  func prepareForLink() {
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
    set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 90_000)
  }

  /// Reads and drops input until the other side closes, for at most one second. Closing with unread bytes would reset
  /// the connection, and the last output could get lost.
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
