import Glibc

/// A non-blocking socket: connects, listens, receives and sends. It may also be an end of a pipe (`WakeUp`).
package final class Socket: Sendable {
  package let descriptor: Int32

  package init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  convenience init(_ family: Int32, _ kind: __socket_type) throws(SystemError) {
    self.init(
      owning: try system { socket(family, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0) })
  }

  deinit { close(descriptor) }

  // MARK: - Receiving and sending

  package enum Received {
    case bytes(Int)
    case nothing
    case end
    /// The connection is broken.
    case failed(SystemError)
  }

  package func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Received {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .failed(.last)
  }

  /// Receives one packet and its sender; nil if none has arrived.
  package func receivePacket(
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> (count: Int, sender: SocketAddress)? {
    var count = 0
    let sender = SocketAddress { address, size in
      count = recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, address, size)
      return count >= 0
    }
    return sender.map { (count, $0) }
  }

  /// Sends as much as the system accepts, which may be nothing. Throws if the connection is broken.
  package func send(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
    let count = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 { return count }
    guard errno == EAGAIN || errno == EINTR else { throw .last }
    return 0
  }

  /// Sends one packet.
  package func send(_ bytes: [UInt8], to receiver: SocketAddress) throws(SystemError) {
    let count = receiver.with { address, size in
      Int32(truncatingIfNeeded: sendto(descriptor, bytes, bytes.count, 0, address, size))
    }
    guard count >= 0 else { throw .last }
  }

  package func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection in both directions.
  package func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  // MARK: - Options

  @discardableResult
  func set(_ level: Int32, _ option: Int32, _ value: Int32) -> Bool {
    set(level, option, to: value)
  }

  func set<Value>(_ level: Int32, _ option: Int32, to value: Value) -> Bool {
    withUnsafeBytes(of: value) {
      setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count)) == 0
    }
  }

  /// Sends small texts at once. Otherwise the system may wait to put several into one packet.
  package func sendAtOnce() { set(Int32(IPPROTO_TCP), TCP_NODELAY, 1) }

  /// Sets the size of the system's send buffer.
  package func setOutputBuffer(_ bytes: Int32) { set(SOL_SOCKET, SO_SNDBUF, bytes) }

  /// Makes the connection fail within 90 seconds after the other device was switched off.
  package func keepAlive() {
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
    set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
    set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
    set(Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 90_000)
  }

  // MARK: - Connecting

  /// Connects to an address. Gives up at `end`, or when woken.
  package static func connected(
    to address: SocketAddress, until end: ContinuousClock.Instant, _ wakeUp: WakeUp
  ) throws(SocketFailure) -> Socket {
    let socket: Socket
    do throws(SystemError) {
      socket = try Socket(address.family, SOCK_STREAM)
    } catch {
      throw SocketFailure(error)
    }
    if address.with({ connect(socket.descriptor, $0, $1) }) == 0 { return socket }
    guard errno == EINPROGRESS || errno == EINTR else { throw SocketFailure(.last) }
    var waits = [Poll.Entry(socket, for: .output), wakeUp.wait]
    repeat {
      Poll.wait(&waits, until: end)
      if waits[1].isReady || .now >= end { throw SocketFailure(SystemError(ETIMEDOUT)) }
    } while !waits[0].isReady
    var (number, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
    guard number == 0 else { throw SocketFailure(SystemError(number)) }
    return socket
  }

  // MARK: - Listening

  /// The number of connections that may wait to be accepted.
  package static let backlog: Int32 = 128

  /// Returns a socket that listens at an address. With `withIPv4`, an IPv6 socket also accepts IPv4.
  package static func listening(
    at place: SocketAddress, withIPv4: Bool = false
  ) throws(SocketFailure) -> Socket {
    do throws(SystemError) {
      let socket = try Socket(place.family, SOCK_STREAM)
      socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
      if withIPv4 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
      try system { place.with { bind(socket.descriptor, $0, $1) } }
      try system { listen(socket.descriptor, backlog) }
      return socket
    } catch {
      throw SocketFailure(error)
    }
  }

  /// The local port, which the system may have chosen.
  package var port: Int {
    get throws(SocketFailure) {
      let address = SocketAddress { getsockname(descriptor, $0, $1) == 0 }
      guard let address else { throw SocketFailure(.last) }
      return address.port
    }
  }

  package enum Accepted {
    case connection(Socket, SocketAddress)
    case nothing
    /// The process or the system has no descriptors or memory left. The connection keeps waiting.
    case exhausted
  }

  /// Accepts the next waiting connection.
  package func accept() -> Accepted {
    var accepted: Int32 = -1
    let address = SocketAddress { address, size in
      accepted = Glibc.accept(descriptor, address, size)
      return accepted >= 0
    }
    if let address { return .connection(Socket(owning: accepted), address) }
    return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .nothing
  }
}
