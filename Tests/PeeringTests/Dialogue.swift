import Testing

@testable import Peering

/// Two devices, and the connection between them. Below: shortcuts of `PeerConnection`, and unencrypted frames.
struct Dialogue {
  static let one = "11111111-1111-4111-8111-111111111111"
  static let other = "22222222-2222-4222-8222-222222222222"
  static let third = "33333333-3333-4333-8333-333333333333"
  static let key = PeerSecret([UInt8](repeating: 7, count: 32))
  static let wrongKey = PeerSecret([UInt8](repeating: 8, count: 32))

  var caller: PeerConnection
  var answerer: PeerConnection
  private(set) var heardByCaller: [PeerEvent] = []
  private(set) var heardByAnswerer: [PeerEvent] = []
  /// All bytes that each side sent, before any change.
  private(set) var saidByCaller: [UInt8] = []
  private(set) var saidByAnswerer: [UInt8] = []

  init(
    purpose: PeerPurpose = .session, device: String = one, to peer: String? = other,
    secret: PeerSecret = key, answeringAs answererDevice: String = other,
    secrets: @escaping PeerSecrets = { device, _ in device == one ? key : nil }
  ) {
    caller = PeerConnection(
      connecting: PeerHello(
        device: device, nonce: [UInt8](repeating: 1, count: 32), purpose: purpose),
      to: peer, secrets: { _, _ in secret })
    answerer = PeerConnection(
      answeringAs: answererDevice, nonce: [UInt8](repeating: 2, count: 32), secrets: secrets)
  }

  /// Passes bytes on until neither side has more; `change` gets the bytes and whether the caller sent them.
  mutating func run(_ change: (_ isCallers: Bool, [UInt8]) -> [UInt8] = { $1 }) {
    while !caller.output.isEmpty || !answerer.output.isEmpty {
      let callers = caller.takeOutput()
      saidByCaller += callers
      heardByAnswerer += answerer.receive(change(true, callers))
      let answerers = answerer.takeOutput()
      saidByAnswerer += answerers
      heardByCaller += caller.receive(change(false, answerers))
    }
  }

  /// Two sides after their greeting.
  static func greeted() -> Dialogue {
    var dialogue = Dialogue()
    dialogue.run()
    dialogue.heardByCaller = []
    dialogue.heardByAnswerer = []
    return dialogue
  }
}

extension PeerConnection {
  mutating func say(_ text: String) {
    let isSent = send(Array(text.utf8))
    #expect(isSent)
  }

  mutating func receive(_ bytes: [UInt8]) -> [PeerEvent] {
    bytes.withUnsafeBytes { receive($0) }
  }
}

/// An unencrypted frame.
func framed(_ text: String) -> [UInt8] {
  FrameReader.header(text.utf8.count) + Array(text.utf8)
}

/// Splits bytes into frames, including their lengths.
func frames(_ bytes: [UInt8]) -> [[UInt8]] {
  var reader = FrameReader(limit: .max)
  bytes.withUnsafeBytes { reader.append($0) }
  var frames: [[UInt8]] = []
  while case .frame(let frame) = reader.next() {
    frames.append(FrameReader.header(frame.count) + frame)
  }
  return frames
}
