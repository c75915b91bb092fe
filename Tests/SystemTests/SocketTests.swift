import Glibc
import Testing

@testable import System

/// `Socket` and `SocketAddress`. Also `WakeUp`, which ends the wait of a thread.
@Suite struct SocketTests {
  @Test(arguments: [
    ("a name", "hub.local:80", "hub.local", 80), ("IPv4", "127.0.0.1:8080", "127.0.0.1", 8080),
    ("IPv6", "[::1]:80", "::1", 80), ("a link", "[fe80::1%eth0]:80", "fe80::1%eth0", 80),
    ("no host", ":80", "", 80),
  ])
  func `an address is taken apart, and put together again`(
    name: String, text: String, host: String, port: Int
  ) throws {
    let parts = try #require(SocketAddress.parts(of: text))
    #expect(parts.host == host && parts.port == port, "\(name)")
    #expect(SocketAddress.text(host: host, port: port) == text, "\(name)")
  }

  @Test(arguments: ["", "hub", "hub:", "hub:x", "::1:80", "[::1]", "fe80::1"])
  func `other text is not an address with a port`(text: String) {
    #expect(SocketAddress.parts(of: text) == nil)
  }

  @Test(arguments: [
    ("IPv4", "10.0.0.1", "10.0.0.1"), ("IPv4-mapped", "::ffff:10.0.0.1", "10.0.0.1"),
    ("IPv6", "2001:db8::1", "2001:db8::1"), ("translated", "::ffff:0:a00:1", "::ffff:0:a00:1"),
    ("the same beginning", "::ffff:0:0:1", "::ffff:0:0:1"),
  ])
  func `only an IPv4-mapped address is shown as IPv4`(
    name: String, text: String, shown: String
  ) throws {
    let host = try #require(SocketAddress.bytes(of: text))
    #expect(SocketAddress(host: host, port: 80).hostText == shown, "\(name)")
  }

  @Test func `who connects is taken, with the address that people know`() throws {
    let place = try #require(try SocketAddress.all(of: "127.0.0.1", port: 0).first)
    let listener = try Socket.listening(at: place)
    guard case .nothing = listener.accept() else {
      Issue.record("nobody has connected")
      return
    }
    let there = try SocketAddress.all(of: "127.0.0.1", port: try listener.port)[0]
    let caller = try Socket.connected(to: there, until: .now + .seconds(10), WakeUp())
    var waits = [Poll.Entry(listener, for: .input)]
    Poll.wait(&waits, until: .now + .seconds(10))
    guard case .connection(let taken, let address) = listener.accept() else {
      Issue.record("nobody was taken")
      return
    }
    #expect(address.hostText == "127.0.0.1" && address.host == [127, 0, 0, 1])
    for socket in [caller, taken] {
      #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
      #expect(fcntl(socket.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
    #expect(try taken.send([1, 2, 3]) == 3)
    var bytes = [UInt8](repeating: 0, count: 8)
    waits = [Poll.Entry(caller, for: .input)]
    Poll.wait(&waits, until: .now + .seconds(10))
    let received = bytes.withUnsafeMutableBytes { caller.receive($0) }
    guard case .bytes(3) = received else {
      Issue.record("\(received)")
      return
    }
  }

  @Test func `a thread that waits is woken, also before it waits`() throws {
    let wakeUp = try WakeUp()
    wakeUp.wake()
    wakeUp.wake()
    var waits = [wakeUp.wait]
    Poll.wait(&waits, until: .now + .seconds(10))
    #expect(waits[0].isReady)
    wakeUp.clear()
    waits = [wakeUp.wait]
    Poll.wait(&waits, until: .now)
    #expect(!waits[0].isReady)
  }
}
