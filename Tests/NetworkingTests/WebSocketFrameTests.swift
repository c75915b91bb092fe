import Testing

@testable import Networking

/// RFC 6455, sections 5, 7.4 and 8.1: how frames are read, alone and in sequences.
@Suite struct WebSocketFrameTests {
  /// Bytes and their result; a case prints only its name, as some have 64 KiB.
  struct Case: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let events: [WebSocketEvent]
    var testDescription: String { name }
  }

  /// A frame's payload that begins with a code.
  static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
    [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8)
  }

  static let long = [UInt8](repeating: 0xFE, count: 256)
  static let longer = [UInt8](repeating: 0x01, count: 65_536)

  /// A client's results for a server's bytes.
  static let fromServer: [Case] =
    ([
      ("5.7: a text in one frame", bytes("81 05 48 65 6c 6c 6f"), [text("Hello")]),
      ("5.7: a text in two frames", bytes("01 03 48 65 6c 80 02 6c 6f"), [text("Hello")]),
      (
        "5.7: a ping", bytes("89 05 48 65 6c 6c 6f"),
        [.ping(Array("Hello".utf8))]
      ),
      ("5.7: 256 bytes", bytes("82 7E 01 00") + long, [.binary(long)]),
      ("5.7: 64 KiB", bytes("82 7F 00 00 00 00 00 01 00 00") + longer, [.binary(longer)]),
      ("5.6: an empty text", frame(1), [text("")]),
      ("5.6: an empty binary", frame(2), [.binary([])]),
      ("5.2: 125 bytes", frame(2, [UInt8](long[..<125])), [.binary([UInt8](long[..<125]))]),
      ("5.2: 126 bytes", frame(2, [UInt8](long[..<126])), [.binary([UInt8](long[..<126]))]),
      ("5.2: 65,535 bytes", frame(2, [UInt8](longer[1...])), [.binary([UInt8](longer[1...]))]),
      ("5.2: first reserved bit", frame(1, reserved: 0x40), [.failed(.reservedBits)]),
      ("5.2: second reserved bit", frame(1, reserved: 0x20), [.failed(.reservedBits)]),
      ("5.2: third reserved bit", frame(9, reserved: 0x10), [.failed(.reservedBits)]),
      ("5.2: opcode 3", frame(3), [.failed(.unknownOpcode(3))]),
      ("5.2: opcode 7", frame(7), [.failed(.unknownOpcode(7))]),
      ("5.2: opcode 11", frame(11), [.failed(.unknownOpcode(11))]),
      ("5.2: opcode 15", frame(15), [.failed(.unknownOpcode(15))]),
      ("5.2: 125 written in two bytes", bytes("82 7E 00 7D"), [.failed(.lengthNotShortest)]),
      (
        "5.2: 65,535 written in eight bytes", bytes("82 7F 00 00 00 00 00 00 FF FF"),
        [.failed(.lengthNotShortest)]
      ),
      (
        "5.2: the highest bit of a length", bytes("82 7F 80 00 00 00 00 00 00 00"),
        [.failed(.lengthOutOfRange)]
      ),
      ("5.1: a server that masks", frame(1, masked: true), [.failed(.masked)]),
      (
        "5.4: a ping between fragments",
        frame(1, Array("He".utf8), final: false) + frame(9) + frame(0, Array("llo".utf8)),
        [.ping([]), text("Hello")]
      ),
      (
        "5.4: empty fragments", frame(1, final: false) + frame(0, final: false) + frame(0),
        [text("")]
      ),
      ("5.4: a continuation of nothing", frame(0), [.failed(.nothingToContinue)]),
      (
        "5.4: a continuation behind a whole message", frame(2) + frame(0),
        [.binary([]), .failed(.nothingToContinue)]
      ),
      (
        "5.4: a text within a text", frame(1, final: false) + frame(1),
        [.failed(.messageWithinMessage)]
      ),
      (
        "5.4: a binary within a text", frame(1, final: false) + frame(2),
        [.failed(.messageWithinMessage)]
      ),
      ("5.5: a ping of 125 bytes", frame(9, [UInt8](long[..<125])), [.ping([UInt8](long[..<125]))]),
      ("5.5: a ping of 126 bytes", frame(9, [UInt8](long[..<126])), [.failed(.controlTooLong)]),
      ("5.5: a ping in fragments", frame(9, final: false), [.failed(.controlFragmented)]),
      ("5.5: a close in fragments", frame(8, final: false), [.failed(.controlFragmented)]),
      ("5.5.1: a close without a code", frame(8), [.closed(nil, reason: "")]),
      ("5.5.1: a close with a code", frame(8, close(1000)), [.closed(.normal, reason: "")]),
      (
        "5.5.1: a close with a reason", frame(8, close(1001, "später")),
        [.closed(.goingAway, reason: "später")]
      ),
      ("5.5.1: half a code", frame(8, [3]), [.failed(.closeTooShort)]),
      ("5.5.1: a reason that is not UTF-8", frame(8, close(1000) + [0xC3]), [.failed(.notUTF8)]),
      (
        "5.5.1: frames behind a close", frame(8, close(1000)) + frame(1),
        [.closed(.normal, reason: "")]
      ),
      ("5.5.3: a pong that nobody asked for", frame(10, [1]), [.pong([1])]),
      ("8.1: a surrogate", frame(1, [0xED, 0xA0, 0x80]), [.failed(.notUTF8)]),
      ("8.1: an overlong form", frame(1, [0xC0, 0xAF]), [.failed(.notUTF8)]),
      ("8.1: beyond U+10FFFF", frame(1, [0xF4, 0x90, 0x80, 0x80]), [.failed(.notUTF8)]),
      ("8.1: a character that is cut off", frame(1, [0xE2, 0x82]), [.failed(.notUTF8)]),
      (
        "8.1: a character in two fragments",
        frame(1, [0xE2, 0x82], final: false) + frame(0, [0xAC]), [text("€")]
      ),
      (
        "8.1: a fault in the first fragment", frame(1, [0xFF], final: false), [.failed(.notUTF8)]
      ),
      ("8.1: what is not UTF-8 as binary", frame(2, [0xFF]), [.binary([0xFF])]),
    ] as [(String, [UInt8], [WebSocketEvent])]).map(Case.init)

  @Test(arguments: fromServer)
  func `a client reads what a server sends`(_ case: Case) {
    var whole = WebSocketConnection(role: .client)
    #expect(whole.receive(`case`.bytes) == `case`.events, "\(`case`.name)")
    var trickled = WebSocketConnection(role: .client)
    var events: [WebSocketEvent] = []
    for byte in `case`.bytes { events += trickled.receive([byte]) }
    #expect(events == `case`.events, "\(`case`.name), byte by byte")
    #expect(whole.state == trickled.state)
  }

  /// A server's results for a client's bytes.
  static let fromClient: [Case] =
    ([
      ("5.7: a masked text", bytes("81 85 37 fa 21 3d 7f 9f 4d 51 58"), [text("Hello")]),
      (
        "5.7: a masked pong", bytes("8a 85 37 fa 21 3d 7f 9f 4d 51 58"),
        [.pong(Array("Hello".utf8))]
      ),
      ("5.1: a client that does not mask", frame(1), [.failed(.notMasked)]),
      (
        "5.3: fragments with keys of their own",
        bytes("01 83 01 02 03 04") + [0x48 ^ 1, 0x65 ^ 2, 0x6C ^ 3] + bytes("80 82 09 08 07 06")
          + [0x6C ^ 9, 0x6F ^ 8], [text("Hello")]
      ),
      (
        "5.5.1: a masked close", frame(8, close(1000), masked: true),
        [.closed(.normal, reason: "")]
      ),
    ] as [(String, [UInt8], [WebSocketEvent])]).map(Case.init)

  @Test(arguments: fromClient)
  func `a server reads what a client sends`(_ case: Case) {
    var whole = WebSocketConnection(role: .server)
    #expect(whole.receive(`case`.bytes) == `case`.events, "\(`case`.name)")
    var trickled = WebSocketConnection(role: .server)
    var events: [WebSocketEvent] = []
    for byte in `case`.bytes { events += trickled.receive([byte]) }
    #expect(events == `case`.events, "\(`case`.name), byte by byte")
  }

  @Test(arguments: [
    ("normal", 1000, true), ("last defined of the first", 1003, true), ("reserved", 1004, false),
    ("no code", 1005, false), ("no close", 1006, false), ("not UTF-8", 1007, true),
    ("registered later", 1014, true), ("TLS", 1015, false), ("none", 0, false),
    ("below all", 999, false), ("not defined", 1016, false), ("for standards", 2999, false),
    ("for libraries", 3000, true), ("for applications", 4999, true), ("above all", 5000, false),
    ("the greatest", 65_535, false),
  ])
  func `section 7.4: codes that may be sent are taken`(name: String, code: Int, isTaken: Bool) {
    var connection = WebSocketConnection(role: .client)
    let events = connection.receive(frame(8, Self.close(code)))
    let wanted: WebSocketEvent =
      isTaken
      ? .closed(CloseCode(rawValue: UInt16(code)), reason: "") : .failed(.closeCode(UInt16(code)))
    #expect(events == [wanted], "\(name)")
    #expect(connection.state == .closed)
  }
}
