import TestSupport
import Testing

@testable import Networking

@Suite struct WebSocketConnectionTests {
  /// A connection whose keys are 0, so that a client's output is readable.
  static func connection(
    _ role: WebSocketConnection.Role, _ limits: WebSocketLimits = WebSocketLimits()
  ) -> WebSocketConnection {
    WebSocketConnection(role: role, limits: limits, makeKey: { 0 })
  }

  @Test(arguments: [
    ("empty", 0, "81 80 00000000"), ("one byte", 1, "81 81 00000000 61"),
    ("125 bytes", 125, "81 FD 00000000"), ("126 bytes", 126, "81 FE 007E 00000000"),
    ("65,535 bytes", 65_535, "81 FE FFFF 00000000"),
    ("65,536 bytes", 65_536, "81 FF 0000000000010000 00000000"),
  ])
  func `a client's texts go out masked, in the shortest header`(
    name: String, count: Int, start: String
  ) {
    var client = Self.connection(.client)
    let payload = [UInt8](repeating: 0x61, count: count)
    let isSent = client.send(text: payload)
    #expect(isSent)
    let output = client.takeOutput()
    #expect(output.starts(with: bytes(start)), "\(name)")
    var server = Self.connection(.server)
    #expect(server.receive(output) == [.text(payload)], "\(name)")
    #expect(client.takeOutput().isEmpty)
  }

  @Test func `a server's frames are not masked`() {
    var server = Self.connection(.server)
    server.send(text: Array("Hello".utf8))
    server.send(binary: [1, 2])
    #expect(server.takeOutput() == bytes("81 05 48656c6c6f 82 02 0102"))
  }

  @Test func `long messages go out in fragments where that is set`() {
    var server = Self.connection(.server, WebSocketLimits(sentFrameBytes: 2))
    server.send(text: Array("Hello".utf8))
    #expect(server.takeOutput() == bytes("01 02 4865 00 02 6c6c 80 01 6f"))
    server.send(text: [UInt8]())
    #expect(server.takeOutput() == bytes("81 00"))
  }

  @Test func `section 5.5.2: each ping is answered with what it holds, until closing begins`() {
    var server = Self.connection(.server)
    _ = server.receive(frame(9, [1], masked: true) + frame(9, [2], masked: true))
    #expect(server.takeOutput() == bytes("8A 01 01 8A 01 02"))
    server.close(.goingAway, reason: "bye")
    #expect(server.takeOutput() == bytes("88 05 03E9 627965"))
    #expect(server.receive(frame(9, [3], masked: true)) == [.ping([3])])
    #expect(server.takeOutput().isEmpty)
  }

  @Test func `section 5.5.3: of many pings while nothing is sent the last one is answered`() {
    var server = Self.connection(.server)
    for _ in 0..<100 {
      let pings = (0..<1000).flatMap { frame(9, [UInt8($0 % 250)], masked: true) }
      #expect(server.receive(pings).count == 1000)
    }
    #expect(server.pendingOutput == 64 * 3)
    #expect(Array(server.takeOutput().suffix(3)) == bytes("8A 01 F9"))
    server.send(text: Array("x".utf8))
    for number in UInt8(0)..<70 { _ = server.receive(frame(9, [number], masked: true)) }
    #expect(server.takeOutput().starts(with: bytes("81 01 78 8A 01 00")))
  }

  @Test func `section 5.5.1: a close is answered with its code, and ends all sending`() {
    var server = Self.connection(.server)
    _ = server.receive(frame(8, [0x0F, 0xA0], masked: true))
    #expect(server.takeOutput() == bytes("88 02 0FA0"))
    #expect(server.state == .closed)
    let isSent = server.send(text: [UInt8]())
    #expect(!isSent)
    server.close()
    #expect(server.takeOutput().isEmpty)
    #expect(server.receive(frame(1, masked: true)).isEmpty)
  }

  @Test func `who closes first still takes what was under way, and sends one close`() {
    var client = Self.connection(.client)
    client.close(.normal)
    #expect(client.takeOutput() == bytes("88 82 00000000 03E8"))
    #expect(client.state == .closing)
    #expect(client.receive(frame(1, [0x61])) == [text("a")])
    #expect(client.receive(frame(8, [3, 0xE8])) == [.closed(.normal, reason: "")])
    #expect(client.state == .closed)
    #expect(client.takeOutput().isEmpty)
  }

  @Test(arguments: [
    ("protocol", frame(3), WebSocketFault.unknownOpcode(3), "88 82 00000000 03EA"),
    ("text", frame(1, [0xFF]), .notUTF8, "88 82 00000000 03EF"),
  ])
  func `section 7.1.7: a peer's fault is answered with a close that names it`(
    name: String, bytes input: [UInt8], fault: WebSocketFault, start: String
  ) {
    var client = Self.connection(.client)
    #expect(client.receive(input + frame(1)) == [.failed(fault)], "\(name)")
    let output = client.takeOutput()
    #expect(output[0] == 0x88 && output[6...7] == bytes(start)[6...7], "\(name)")
    #expect(String(decoding: output[8...], as: UTF8.self) == "\(fault)", "\(name)")
    #expect(client.state == .closed)
  }

  @Test func `a message that is too long may be passed over, and the next one is read`() {
    var limits = WebSocketLimits(messageBytes: 10, fragments: 3)
    limits.skipsLongMessages = true
    var client = Self.connection(.client, limits)
    let (long, short) = ([UInt8](repeating: 0xFF, count: 11), Array("0123456789".utf8))
    #expect(
      client.receive(frame(1, long) + frame(1, short)) == [.skipped(bytes: 11), .text(short)])
    // In fragments, with a ping between them, and cut at each byte.
    let parts =
      frame(1, Array(short.prefix(6)), final: false) + frame(9, [7]) + frame(0, long, final: false)
      + frame(0, [1]) + frame(2, [1])
    let events = parts.flatMap { client.receive([$0]) }
    #expect(events == [.ping([7]), .skipped(bytes: 18), .binary([1])])
    let fragments = frame(2, long, final: false) + frame(0, final: false) + frame(0, final: false)
    #expect(client.receive(fragments + frame(0)) == [.failed(.tooManyFragments(limit: 3))])
  }

  @Test func `limits hold for announced lengths, for sums and for fragments`() {
    let limits = WebSocketLimits(messageBytes: 10, fragments: 3)
    let tooLarge: [WebSocketEvent] = [.failed(.messageTooLarge(limit: 10))]
    var one = Self.connection(.client, limits)
    #expect(one.receive(bytes("82 7F 7FFFFFFFFFFFFFFF")) == tooLarge)
    #expect(one.takeOutput()[6...7] == [3, 0xF1])
    var two = Self.connection(.client, limits)
    #expect(two.receive(frame(2, [1, 2, 3, 4, 5, 6], final: false)).isEmpty)
    #expect(two.receive(frame(0, [1, 2, 3, 4, 5])) == tooLarge)
    var three = Self.connection(.client, limits)
    let parts = frame(2, final: false) + frame(0, final: false) + frame(0, final: false)
    #expect(three.receive(parts).isEmpty)
    #expect(three.receive(frame(0)) == [.failed(.tooManyFragments(limit: 3))])
    var four = Self.connection(.client, limits)
    for _ in 0..<5 { #expect(four.receive(frame(1, Array("0123456789".utf8))).count == 1) }
  }

  @Test func `reasons that are too long are cut between characters`() {
    var server = Self.connection(.server)
    server.close(.normal, reason: String(repeating: "ä", count: 100))
    let output = server.takeOutput()
    #expect(output[1] == 124)
    #expect(String(validating: output[4...], as: UTF8.self)?.count == 61)
  }

  @Test func `codes that may not be sent are left out`() {
    var server = Self.connection(.server)
    server.close(CloseCode(rawValue: 1006), reason: "no")
    #expect(server.takeOutput() == [0x88, 0])
  }

  @Test func `masking is the same in any pieces, and its own inverse`() {
    var random = SeededRandom(seed: 1)
    let original = (0..<100).map { _ in UInt8.random(in: 0...255, using: &random) }
    let key: [UInt8] = [0xDE, 0xAD, 0xBE, 0xEF]
    let wanted = original.enumerated().map { $0.element ^ key[$0.offset % 4] }
    for cut in 0...original.count {
      var masked = original
      var mask = MaskingKey(0xDEAD_BEEF)
      masked.withUnsafeMutableBytes { all in
        mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: all[..<cut]))
        mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: all[cut...]))
      }
      #expect(masked == wanted, "cut at \(cut)")
    }
  }
}
