import Glibc

/// A socket, or an end of a pipe, that never blocks; it is closed when nobody has it any more.
final class PeerSocket: Sendable {
  let descriptor: Int32

  init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  convenience init(family: Int32) throws(SocketAddress.Failure) {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketAddress.Failure(errno: errno) }
    self.init(owning: descriptor)
  }

  deinit { close(descriptor) }

  /// Has small texts sent at once, and a device that is switched off noticed within a minute and a half.
  func prepareForLink() {
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
    set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 90_000)
  }

  func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  enum Received {
    case bytes(Int)
    case nothing
    case end
    case failed(Int32)
  }

  func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Received {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .failed(errno)
  }

  /// Sends what the system takes, which may be nothing; nil where the connection is broken, and `errno` says how.
  func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

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

/// Waiting for descriptors.
enum Poll {
  /// Waits until something has happened, or the time has come; nil for no such time.
  static func wait(_ waits: inout [pollfd], until end: ContinuousClock.Instant?) {
    // Rounded up: a little late is better than again and again.
    let milliseconds = end.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) }
    // Interrupted or not: whoever waits looks at everything again.
    _ = poll(&waits, UInt(waits.count), milliseconds.map { Int32(min($0, 1e9)) } ?? -1)
  }
}

/// What wakes a thread that waits for descriptors.
final class WakeUp: Sendable {
  private let reading: PeerSocket
  private let writing: PeerSocket

  init() throws(SocketAddress.Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketAddress.Failure(errno: errno) }
    (reading, writing) = (PeerSocket(owning: ends[0]), PeerSocket(owning: ends[1]))
  }

  /// Wakes the thread, now or when it waits next.
  func ring() {
    var byte: UInt8 = 0
    _ = write(writing.descriptor, &byte, 1)
  }

  /// Takes notice; called by the thread before it looks what there is to do.
  func hush() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(reading.descriptor, &bytes, 16) == 16 {}
  }

  /// What the thread waits for to be woken.
  var wait: pollfd { pollfd(fd: reading.descriptor, events: Int16(POLLIN), revents: 0) }
}
