import TestSupport
import Testing

@testable import Networking

/// RFC 7692: the negotiation of compression, and messages compressed separately or with earlier ones as context.
@Suite struct CompressionTests {
  /// The result of an offer on both sides; nil if the server declines it.
  static func agreed(
    _ offer: String, windowBits: Int = 15
  ) throws -> (terms: CompressionTerms?, answer: String?) {
    var server = ServerHandshake()
    let request = HandshakeText.request(
      "GET / HTTP/1.1", "Sec-WebSocket-Extensions: \(offer)")
    let upgrade = try #require(try server.receive(request))
    let terms = upgrade.compression(windowBits: windowBits)
    let answer = String(decoding: upgrade.accept(compression: terms) ?? [], as: UTF8.self)
    let line = answer.split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Extensions: ") }
    return (terms, line.map { String($0.dropFirst("Sec-WebSocket-Extensions: ".count)) })
  }

  @Test(
    "a server answers what is offered",
    arguments: [
      ("plain", "permessage-deflate", 15, "permessage-deflate"),
      (
        "a smaller window", "permessage-deflate; client_max_window_bits", 12,
        "permessage-deflate; client_max_window_bits=12; server_max_window_bits=12"
      ),
      (
        "no windows asked for", "permessage-deflate; client_max_window_bits", 15,
        "permessage-deflate"
      ),
      (
        "windows of the client's choice",
        "permessage-deflate; server_max_window_bits=10; client_max_window_bits=9", 15,
        "permessage-deflate; client_max_window_bits=9; server_max_window_bits=10"
      ),
      (
        "no context", "permessage-deflate; server_no_context_takeover; client_no_context_takeover",
        15, "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
      ),
      (
        "the second offer", "permessage-deflate; server_max_window_bits=8, permessage-deflate", 15,
        "permessage-deflate"
      ),
      (
        "quoted", "permessage-deflate; server_max_window_bits=\"11\"", 15,
        "permessage-deflate; server_max_window_bits=11"
      ),
      ("among others", "x-webkit-deflate-frame, permessage-deflate", 15, "permessage-deflate"),
      ("another extension", "bbf-usp-protocol", 15, nil),
      ("an unknown parameter", "permessage-deflate; level=9", 15, nil),
      (
        "a parameter twice",
        "permessage-deflate; server_max_window_bits=9; server_max_window_bits=9", 15, nil
      ),
      ("a window that is none", "permessage-deflate; server_max_window_bits=16", 15, nil),
      ("a leading zero", "permessage-deflate; server_max_window_bits=09", 15, nil),
      ("no value where one has to be", "permessage-deflate; server_max_window_bits", 15, nil),
      ("a value where none may be", "permessage-deflate; server_no_context_takeover=1", 15, nil),
    ] as [(String, String, Int, String?)])
  func answers(name: String, offer: String, windowBits: Int, answer: String?) throws {
    #expect(try Self.agreed(offer, windowBits: windowBits).answer == answer)
  }

  @Test(
    "a client takes what it understands, and nothing else",
    arguments: [
      ("plain", "permessage-deflate", true),
      ("windows", "permessage-deflate; server_max_window_bits=8; client_max_window_bits=8", true),
      ("no context", "permessage-deflate; server_no_context_takeover", true),
      ("twice", "permessage-deflate, permessage-deflate", false),
      ("another extension", "x-webkit-deflate-frame", false),
      ("an unknown parameter", "permessage-deflate; level=9", false),
      ("a window without bits", "permessage-deflate; client_max_window_bits", false),
    ])
  func clients(name: String, answer: String, isTaken: Bool) throws {
    let bytes = Array(
      HandshakeText.answer("HTTP/1.1 101 x", "Sec-WebSocket-Extensions: \(answer)").utf8)
    var client = try HandshakeText.client(compresses: true)
    if isTaken {
      #expect(try client.receive(bytes)?.compression != nil)
    } else {
      #expect(throws: HandshakeError.self) { try client.receive(bytes) }
    }
    // An extension that was not offered must not be used.
    var other = try HandshakeText.client()
    #expect(throws: HandshakeError.self) { try other.receive(bytes) }
  }

  /// RFC 7692, section 7.2.3, as a client receives the examples.
  @Test(
    "the examples of the RFC",
    arguments: [
      ("7.2.3.1: one frame", "c1 07 f2 48 cd c9 c9 07 00", ["Hello"]),
      ("7.2.3.1: two frames", "41 03 f2 48 cd 80 04 c9 c9 07 00", ["Hello"]),
      (
        "7.2.3.2: in view of the first", "c1 07 f2 48 cd c9 c9 07 00 c1 05 f2 00 11 00 00",
        ["Hello", "Hello"]
      ),
      ("7.2.3.3: a stored block", "c1 0b 00 05 00 fa ff 48 65 6c 6c 6f 00", ["Hello"]),
      ("7.2.3.4: a last block", "c1 08 f3 48 cd c9 c9 07 00 00", ["Hello"]),
      (
        "7.2.3.5: two blocks", "c1 0d f2 48 05 00 00 00 ff ff ca c9 c9 07 00", ["Hello"]
      ),
      ("7.2.3.6: an empty message", "c1 01 00", [""]),
      ("an uncompressed one between", "81 02 68 69 c1 07 f2 48 cd c9 c9 07 00", ["hi", "Hello"]),
    ])
  func examples(name: String, hex: String, texts: [String]) throws {
    let terms = try #require(try Self.agreed("permessage-deflate").terms)
    let all = bytes(hex)
    for cut in 0...all.count {
      var connection = WebSocketConnection(role: .client, compression: terms)
      let events = connection.receive(all[..<cut]) + connection.receive(all[cut...])
      #expect(events == texts.map(text))
    }
  }

  @Test(
    "what breaks the rules ends the connection",
    arguments: [
      (
        "a continuation with the bit",
        frame(1, [], final: false, reserved: 0x40) + frame(0, reserved: 0x40), .reservedBits
      ),
      ("a ping with the bit", frame(9, reserved: 0x40), .reservedBits),
      ("another reserved bit", frame(1, reserved: 0x60), .reservedBits),
      ("no deflate", frame(1, [0xFF, 0xFF, 0xFF], reserved: 0x40), .notDeflate),
      ("a text that is none", frame(1, bytes("fa 07 00"), reserved: 0x40), .notUTF8),
    ] as [(String, [UInt8], WebSocketFault)])
  func faults(name: String, bytes: [UInt8], fault: WebSocketFault) throws {
    let terms = try #require(try Self.agreed("permessage-deflate").terms)
    var connection = WebSocketConnection(role: .client, compression: terms)
    #expect(connection.receive(bytes) == [.failed(fault)])
    #expect(connection.state == .closed)
  }

  @Test func `a message that expands beyond the limit is refused as soon as it does`() throws {
    let terms = try #require(try Self.agreed("permessage-deflate").terms)
    let bomb = Deflate.raw([UInt8](repeating: 0x20, count: 64 << 20))
    #expect(bomb.count < 1 << 17)
    for passesLong in [false, true] {
      var limits = WebSocketLimits(messageBytes: 1 << 20)
      limits.skipsLongMessages = passesLong
      var connection = WebSocketConnection(role: .client, limits: limits, compression: terms)
      let events = connection.receive(frame(2, bomb, reserved: 0x40))
      #expect(events == [.failed(.messageTooLarge(limit: 1 << 20))])
    }
  }

  @Test func `one that is too long is read past where that is wanted, and later ones go on`() throws
  {
    let terms = try #require(try Self.agreed("permessage-deflate").terms)
    var limits = WebSocketLimits(messageBytes: 4096, sentFrameBytes: 20)
    limits.skipsLongMessages = true
    var server = WebSocketConnection(role: .server, limits: limits, compression: terms)
    var client = WebSocketConnection(role: .client, limits: limits, compression: terms)
    let long = (0..<40_000).map { UInt8(ascii: "a") + UInt8($0 % 9) }
    server.send(text: long)
    #expect(client.receive(server.takeOutput()) == [.skipped(bytes: 40_000)])
    // The message refers to the skipped one.
    server.send(text: long.prefix(3000))
    let output = server.takeOutput()
    #expect(output.count < 200)
    #expect(client.receive(output) == [.text([UInt8](long.prefix(3000)))])
  }

  @Test func `what is to be sent plainly is, and nothing refers to it`() throws {
    let terms = try #require(try Self.agreed("permessage-deflate").terms)
    var server = WebSocketConnection(role: .server, compression: terms)
    let secret = (0..<300).map { UInt8(ascii: "a") + UInt8($0 * 7 % 26) }
    server.send(text: secret, compressed: false)
    #expect(server.takeOutput().first == 0x81)
    server.send(text: secret)
    var other = WebSocketConnection(role: .server, compression: terms)
    other.send(text: secret)
    #expect(server.takeOutput() == other.takeOutput())
  }

  /// Messages of one side, one after the other, under all possible agreements.
  @Test(arguments: [
    "permessage-deflate",
    "permessage-deflate; server_no_context_takeover",
    "permessage-deflate; client_no_context_takeover; server_max_window_bits=9",
    "permessage-deflate; client_max_window_bits=10",
    "permessage-deflate; client_max_window_bits=8; server_max_window_bits=12",
  ])
  func `messages of both sides arrive as they were sent, and repeated ones take little`(
    offer: String
  ) throws {
    let terms = try #require(try Self.agreed(offer).terms)
    let limits = WebSocketLimits(sentFrameBytes: 700)
    var client = WebSocketConnection(role: .client, limits: limits, compression: terms)
    var server = WebSocketConnection(role: .server, limits: limits, compression: terms)
    var random = SeededRandom(seed: 5)
    var (sent, passed) = (0, 0)
    for round in 0..<200 {
      var message = Array("{\"type\":\"item.updated\",\"round\":\(round),\"payload\":\"".utf8)
      let count = Int.random(in: 0..<3000, using: &random)
      if round % 5 == 0 {
        // Incompressible messages are sent unchanged.
        message = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      } else {
        message += (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 7) }
      }
      client.send(binary: message)
      let up = client.takeOutput()
      #expect(server.receive(up) == [.binary(message)])
      server.send(binary: message)
      let down = server.takeOutput()
      #expect(client.receive(down) == [.binary(message)])
      if round % 5 != 0 {
        sent += message.count
        passed += down.count
      }
    }
    #expect(passed < sent / 8)
  }

  @Test func `short messages are sent as they are`() throws {
    let terms = try #require(try Self.agreed("permessage-deflate").terms)
    var server = WebSocketConnection(role: .server, compression: terms)
    server.send(text: [UInt8](repeating: 0x61, count: 99))
    #expect(server.takeOutput().first == 0x81)
    server.send(text: [UInt8](repeating: 0x61, count: 100))
    #expect(server.takeOutput().first == 0xC1)
  }

  @Test func `damaged compressed frames do no harm`() throws {
    let terms = try #require(try Self.agreed("permessage-deflate").terms)
    var source = WebSocketConnection(role: .server, compression: terms)
    for round in 0..<4 {
      source.send(text: Array(String(repeating: "Grüße \(round) ", count: 40).utf8))
    }
    let seed = source.takeOutput()
    var mutator = ByteMutator(seed: 6, tokens: ["\u{7f}\0\0\0", "\u{2}"])
    for _ in 0..<FuzzRounds.mutants / 6 {
      var connection = WebSocketConnection(
        role: .client, limits: WebSocketLimits(messageBytes: 2048), compression: terms)
      for event in connection.receive(mutator.mutate(seed)) {
        if case .text(let text) = event {
          #expect(text.count <= 2048 && String(validating: text, as: UTF8.self) != nil)
        }
      }
    }
  }
}
