import Glibc

/// The socket calls that need more than a line.
enum LoopbackSocket {
  /// A system call that failed.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let code: Int32
    var description: String { "\(call): \(String(cString: strerror(code)))" }
  }

  /// Raises the limit of descriptors to the system's maximum. A test that holds both ends of hundreds of
  /// connections needs more than the usual 1,024.
  private static let hasRaisedLimit: Bool = {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
    limit.rlim_cur = limit.rlim_max
    return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
  }()

  /// Listens on a port of 127.0.0.1 that the system chooses.
  static func listen() throws -> (descriptor: Int32, port: Int) {
    _ = hasRaisedLimit
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && Glibc.listen(descriptor, 1024) == 0
          && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isReady else {
      let code = errno
      close(descriptor)
      throw Failure(call: "listen", code: code)
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Sends small pieces at once and closes the socket in child processes.
  static func prepare(_ descriptor: Int32) {
    var on: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Makes `close` send a reset instead of an orderly end.
  static func resetOnClose(_ descriptor: Int32) {
    var setting = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &setting, socklen_t(MemoryLayout<linger>.size))
  }
}
