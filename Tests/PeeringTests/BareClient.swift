import Dispatch
import Glibc

/// A TCP client that sends and receives raw bytes, and blocks on its own thread.
final class BareClient: Sendable {
  private let descriptor: Int32

  /// Connects to a port of 127.0.0.1.
  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        [descriptor] in connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw POSIXFailure(number: errno) }
  }

  struct POSIXFailure: Error { let number: Int32 }

  deinit { close(descriptor) }

  /// Sends bytes; the system buffers at least a few.
  func say(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Waits for `count` bytes; returns fewer at the end of the stream.
  func hear(_ count: Int = .max) async -> [UInt8] {
    await withCheckedContinuation { waiter in
      DispatchQueue(label: "bare").async { [descriptor] in
        var heard: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while heard.count < count {
          let read = recv(descriptor, &buffer, min(buffer.count, count - heard.count), 0)
          if read <= 0 { break }
          heard += buffer[..<read]
        }
        waiter.resume(returning: heard)
      }
    }
  }
}
