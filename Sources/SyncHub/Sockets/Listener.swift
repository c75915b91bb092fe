import Glibc

/// A listening socket.
final class Listener: Sendable {
  let descriptor: Int32
  /// Where it listens, with the port that the system chose.
  let address: ListenAddress

  init(_ wanted: ListenAddress) throws(HubError) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(wanted.host, "\(wanted.port)", &hints, &found)
    guard code == 0, let info = found else {
      throw HubError("listen on \(wanted)", reason: String(cString: gai_strerror(code)))
    }
    defer { freeaddrinfo(found) }
    let kind = info.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(info.pointee.ai_family, kind, info.pointee.ai_protocol)
    guard descriptor >= 0 else { throw HubError("listen on \(wanted)", errno: errno) }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0,
      listen(descriptor, Self.backlog) == 0
    else {
      let number = errno
      close(descriptor)
      throw HubError("listen on \(wanted)", errno: number)
    }
    self.descriptor = descriptor
    address = ListenAddress(host: wanted.host, port: Listener.port(descriptor) ?? wanted.port)
  }

  static let backlog: Int32 = 128

  deinit { close(descriptor) }

  enum Accepted: Hashable {
    case connection(Int32, PeerAddress)
    case nothing
    /// The process, or the system, can have no more of them; the one that waits goes on waiting.
    case exhausted
  }

  /// The next connection; for what is sent the system holds so many bytes, or as many as it likes.
  func accept(systemOutput: Int32?) -> Accepted {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let accepted = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.accept(descriptor, $0, &size)
      }
    }
    guard accepted >= 0 else {
      return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .exhausted : .nothing
    }
    _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    var on: Int32 = 1
    setsockopt(
      accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    if var systemOutput {
      setsockopt(
        accepted, SOL_SOCKET, SO_SNDBUF, &systemOutput, socklen_t(MemoryLayout<Int32>.size))
    }
    return .connection(accepted, PeerAddress(address))
  }

  private static func port(_ descriptor: Int32) -> Int? {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isKnown = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isKnown else { return nil }
    // The port stands at the same place in the addresses of both families.
    return withUnsafeBytes(of: address) { Int($0[2]) << 8 | Int($0[3]) }
  }
}
