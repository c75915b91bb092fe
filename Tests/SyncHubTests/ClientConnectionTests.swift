import Glibc
import Networking
import System
import TestSupport
import Testing

@testable import SyncHub

/// A hub's end of one connection, over a socket pair and with a test clock.
@Suite final class ClientConnectionTests {
  private let far: Int32
  private let client: ClientConnection
  private let settings = HubSettings(token: nil)
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    far = ends[0]
    client = ClientConnection(
      number: 1, socket: Socket(owning: ends[1]), address: ClientAddress([127, 0, 0, 1]),
      settings: settings, now: .zero)
    _ = fcntl(far, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(far)
    buffer.deallocate()
  }

  private func receive(_ text: String, at now: Duration) throws -> Int {
    try #require(Glibc.send(far, Array(text.utf8), text.utf8.count, 0) == text.utf8.count)
    return client.read(buffer, now).count
  }

  /// The bytes that the client has received.
  private func sent() -> String {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(far, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static let post = "POST /items HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n"

  @Test func `a request that waits for the store does not time out`() throws {
    #expect(try receive(Self.post + "\r\n{", at: .seconds(1)) == 0)
    #expect(client.isUnauthenticated)
    #expect(client.reasonToCut(settings.greetingTimeout) == "it did not authenticate")
    #expect(try receive("}", at: .seconds(9)) == 1)
    #expect(!client.isUnauthenticated)
    #expect(client.reasonToCut(settings.silenceTimeout) == nil)
    #expect(
      client.reasonToCut(.seconds(9) + settings.silenceTimeout)
        == "its request was not answered in time")
  }

  @Test func `messages after the authentication may be long, and are read until the hub closes`()
    throws
  {
    var connection = HubConnection(limits: settings.limits)
    let upgrade =
      "GET / HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    let asked = Array(upgrade.utf8).withUnsafeBytes { connection.receive($0) }
    guard case .request(let request)? = asked.first else {
      Issue.record("\(asked)")
      return
    }
    #expect(connection.accept(request.head).isEmpty)
    var client = WebSocketConnection(role: .client)
    let long = [UInt8](repeating: 0x20, count: 100_000)
    client.send(text: Array("auth".utf8))
    client.send(text: long)
    let first = client.takeOutput().withUnsafeBytes { connection.receive($0) }
    guard case .text(let hello)? = first.first, first.count == 1 else {
      Issue.record("\(first)")
      return
    }
    #expect(hello == Array("auth".utf8))
    connection.admit()
    guard case .text(let item)? = connection.takeHeld().first else {
      Issue.record("the item was not read")
      return
    }
    #expect(item == long && connection.takeHeld().isEmpty)
    connection.close(.goingAway, "")
    client.send(text: long)
    client.send(binary: long)
    let late = client.takeOutput().withUnsafeBytes { connection.receive($0) }
    // Messages that arrive after the hub has begun to close are dropped.
    #expect(late.count == 0)
  }

  @Test func `a client that closed its sending side still gets the answer`() throws {
    #expect(try receive(Self.post + "\r\n{}", at: .zero) == 1)
    #expect(shutdown(far, Int32(SHUT_WR)) == 0)
    #expect(client.read(buffer, .zero).isEmpty)
    #expect(!client.isDone(.zero) && !client.wantsInput)
    client.connection.answer(.problem(404, "none"))
    client.write(.zero)
    #expect(client.isDone(.zero) && sent().hasPrefix("HTTP/1.1 404 "))
  }

  @Test(arguments: [false, true])
  func `a half-closed client still receives changes, but a page does not`(
    isPage: Bool
  ) throws {
    #expect(try receive("GET /changes HTTP/1.1\r\nHost: h\r\n\r\n", at: .zero) == 1)
    client.connection.beginStream()
    client.stream = HubStream(
      session: 1, after: 0, access: .full, now: .zero, window: isPage ? "w" : nil)
    #expect(shutdown(far, Int32(SHUT_WR)) == 0)
    #expect(client.read(buffer, .zero).isEmpty)
    #expect(client.isDone(.zero) == isPage && !client.wantsInput)
    if isPage { return }
    client.connection.stream(Array("id: 1\n".utf8))
    client.write(.zero)
    #expect(sent().hasSuffix("id: 1\n"))
    // Once the client stops reading, the connection is gone.
    #expect(shutdown(far, Int32(SHUT_RD)) == 0)
    client.connection.stream(Array("id: 2\n".utf8))
    client.write(.zero)
    #expect(client.isDone(.zero))
  }

  @Test func `a listener that closes its stream is removed at once`() throws {
    #expect(try receive("GET /changes HTTP/1.1\r\nHost: h\r\n\r\n", at: .zero) == 1)
    client.connection.beginStream()
    client.stream = HubStream(session: 1, after: 0, access: .full, now: .zero)
    // A client that only closed its sending side gets a keep-alive. A client that is gone answers it with a reset.
    #expect(shutdown(far, Int32(SHUT_WR)) == 0)
    #expect(client.read(buffer, .zero).isEmpty)
    #expect(client.hasEndedSending && client.pendingOutput > 0)
    #expect(shutdown(far, Int32(SHUT_RD)) == 0)
    client.write(.zero)
    #expect(client.isDone(.zero))
  }

  @Test func `input after the end of a client closes its connection`() throws {
    #expect(try receive("GET /changes HTTP/1.1\r\nHost: h\r\n\r\n", at: .zero) == 1)
    client.connection.beginStream()
    client.stream = HubStream(session: 1, after: 0, access: .full, now: .zero)
    #expect(shutdown(far, Int32(SHUT_WR)) == 0)
    #expect(client.read(buffer, .zero).isEmpty && !client.isDone(.zero))
    #expect(client.read(buffer, .zero).isEmpty && client.isDone(.zero))
  }

  @Test func `an early answer is not withdrawn by the rest of the body`() throws {
    let head = "POST /items HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n{"
    #expect(try receive(head, at: .zero) == 0)
    client.write(.zero)
    #expect(sent().hasPrefix("HTTP/1.1 413 "))
    #expect(client.wantsInput && !client.isDone(.zero) && client.deadline == .seconds(1))
    #expect(try receive("and more", at: .zero) == 0)
    #expect(client.isDone(.seconds(1)))
  }

  @Test func `a client that expects 100-continue is asked for the body`() throws {
    #expect(try receive(Self.post + "Expect: 100-continue\r\n\r\n", at: .zero) == 0)
    client.write(.zero)
    #expect(sent() == "HTTP/1.1 100 Continue\r\n\r\n")
    #expect(try receive("{}", at: .zero) == 1)
  }

  @Test func `queued output counts toward the limit, too`() throws {
    #expect(try receive("GET /changes HTTP/1.1\r\nHost: h\r\n\r\n", at: .zero) == 1)
    client.connection.beginStream()
    #expect(client.hasRoom)
    client.connection.stream([UInt8](repeating: 0, count: settings.pendingOutput))
    #expect(!client.hasRoom)
  }
}
