import System

/// A netlink socket on which the kernel reports changes of links and addresses. Below: `NetworkError`.
struct NetworkChanges {
  let socket: Socket

  init() throws(NetworkError) {
    do throws(SystemError) {
      socket = try Socket.networkChanges()
    } catch {
      throw NetworkError("hear of changes of the network", error)
    }
  }

  /// Reads all messages; returns the indexes of links that were down, even briefly.
  func take(_ buffer: UnsafeMutableRawBufferPointer) -> [UInt32] {
    var down: [UInt32] = []
    while case .bytes(let count) = socket.receive(buffer) {
      down += Self.linksDown(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    return down
  }

  /// The links that messages report as down or removed. Each message has its length and type, and at byte 16 the data
  /// of a link: its index at 20, its flags at 24.
  static func linksDown(_ bytes: UnsafeRawBufferPointer) -> [UInt32] {
    let (newLink, goneLink) = (16 as UInt16, 17 as UInt16)
    let isRunning: UInt32 = 0x40
    var down: [UInt32] = []
    var start = 0
    while start + 16 <= bytes.count {
      let length = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      guard length >= 16, start + length <= bytes.count else { break }
      let kind = bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt16.self)
      if kind == newLink || kind == goneLink, length >= 32 {
        let index = bytes.loadUnaligned(fromByteOffset: start + 20, as: UInt32.self)
        let flags = bytes.loadUnaligned(fromByteOffset: start + 24, as: UInt32.self)
        if kind == goneLink || flags & isRunning == 0 { down.append(index) }
      }
      start += (length + 3) & ~3
    }
    return down
  }
}

/// A system call of discovery that failed.
struct NetworkError: Error, CustomStringConvertible {
  var what: String
  var reason: String

  init(_ what: String, _ error: SystemError) { (self.what, reason) = (what, error.description) }

  var description: String { "cannot \(what): \(reason)" }
}
