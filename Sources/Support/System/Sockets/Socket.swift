import Glibc

/// A non-blocking socket, or an end of a pipe. The descriptor is closed with the last reference.
package final class Socket: Sendable {
  package let descriptor: Int32

  package init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Creates a stream socket of an address family.
  package convenience init(family: Int32) throws(SocketFailure) {
    let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw SocketFailure(errno: errno) }
    self.init(owning: descriptor)
  }

  deinit { close(descriptor) }

  package func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  // MARK: - Receiving and sending

  package enum Received {
    case bytes(Int)
    case nothing
    case end
    /// The connection is broken. The value is an `errno`.
    case failed(Int32)
  }

  package func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Received {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .failed(errno)
  }

  /// Sends as much as the system accepts, which may be nothing. Returns nil if the connection is broken; `errno` has
  /// the reason.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  package func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  // MARK: - Listening

  /// The number of connections that may wait to be accepted.
  package static let backlog: Int32 = 128

  /// Returns a socket that listens at an address. With `withIPv4`, an IPv6 socket also accepts IPv4.
  package static func listening(
    at place: SocketAddress, withIPv4: Bool = false
  ) throws(SocketFailure) -> Socket {
    let socket = try Socket(family: place.family)
    socket.set(SOL_SOCKET, SO_REUSEADDR, 1)
    if withIPv4 { socket.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    guard place.with({ bind(socket.descriptor, $0, $1) }) == 0,
      listen(socket.descriptor, backlog) == 0
    else { throw SocketFailure(errno: errno) }
    return socket
  }

  /// The local port, which the system may have chosen.
  package var port: Int {
    get throws(SocketFailure) {
      let address = SocketAddress { getsockname(descriptor, $0, $1) == 0 }
      guard let address else { throw SocketFailure(errno: errno) }
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
