import Glibc

/// Reports changes of links and addresses, from the kernel by netlink.
final class NetworkChanges {
  let descriptor: Int32

  init() throws(NetworkError) {
    let what = "hear of changes of the network"
    let kind = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    descriptor = socket(AF_NETLINK, kind, 0)
    guard descriptor >= 0 else { throw NetworkError(what, errno: errno) }
    // `sockaddr_nl`: family and padding, no own number, and the groups for links, IPv4 addresses and IPv6 addresses.
    let address: [UInt32] = [UInt32(AF_NETLINK).littleEndian, 0, 0x1 | 0x10 | 0x100]
    let isBound = address.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        bind(descriptor, $0.baseAddress, socklen_t(bytes.count)) == 0
      }
    }
    guard isBound else { throw NetworkError(what, errno: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads all messages; returns the indexes of links that were down, even briefly.
  func take(_ buffer: UnsafeMutableRawBufferPointer) -> [UInt32] {
    var down: [UInt32] = []
    while case let count = recv(descriptor, buffer.baseAddress, buffer.count, 0), count > 0 {
      down += Self.linksDown(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return down
  }

  /// The links that messages report as down or removed. Each message has its length and type, and at byte 16 the data
  /// of a link: its index at 20, its flags at 24.
  static func linksDown(_ bytes: UnsafeRawBufferPointer) -> [UInt32] {
    let (newLink, goneLink) = (16 as UInt16, 17 as UInt16)
    var down: [UInt32] = []
    var start = 0
    while start + 16 <= bytes.count {
      let length = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      guard length >= 16, start + length <= bytes.count else { break }
      let kind = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt16.self)
      if kind == newLink || kind == goneLink, length >= 32 {
        let index = bytes.loadUnaligned(fromByteOffset: start + 20, as: UInt32.self)
        let flags = bytes.loadUnaligned(fromByteOffset: start + 24, as: UInt32.self)
        if kind == goneLink || Int(flags) & IFF_RUNNING == 0 { down.append(index) }
      }
      start += (length + 3) & ~3
    }
    return down
  }
}

/// A failed system call.
struct NetworkError: Error, CustomStringConvertible {
  var what: String
  var reason: String

  init(_ what: String, errno number: Int32) {
    self.what = what
    reason = String(cString: strerror(number))
  }

  var description: String { "cannot \(what): \(reason)" }
}
