import Glibc

/// A socket, or an end of a pipe, that never blocks; it is closed when nobody has it any more.
package final class Socket: Sendable {
  package let descriptor: Int32

  package init(owning descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// A stream of a family of addresses.
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

  // MARK: - Carrying bytes

  package enum Received {
    case bytes(Int)
    case nothing
    case end
    /// The connection is broken, with an `errno`.
    case failed(Int32)
  }

  package func receive(_ buffer: UnsafeMutableRawBufferPointer) -> Received {
    let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .end }
    return errno == EAGAIN || errno == EINTR ? .nothing : .failed(errno)
  }

  /// Sends what the system takes, which may be nothing; nil where the connection is broken, and `errno` says how.
  package func send(_ bytes: ArraySlice<UInt8>) -> Int? {
    let count = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 { return count }
    return errno == EAGAIN || errno == EINTR ? 0 : nil
  }

  package func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  // MARK: - Listening

  /// So many may wait to be accepted.
  package static let backlog: Int32 = 128

  /// Listens at an address; one for all of IPv6 takes IPv4, too, where that is wanted.
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

  /// The port that it listens at, which the system may have chosen.
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
    /// The process, or the system, can have no more of them; the one that waits goes on waiting.
    case exhausted
  }

  /// The next connection of those that wait.
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
