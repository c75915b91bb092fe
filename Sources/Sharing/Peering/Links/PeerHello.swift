import Encoding

/// The purpose of a connection between two devices, sent in the `PeerHello` (below) that begins it. Also below:
/// `PeerRefusal`, the frame that refuses a connection.
package enum PeerPurpose: String, Hashable, Sendable {
  /// Two paired devices sync their stores.
  case session
  /// Two devices become a pair, by words that a person carries from one to the other.
  case pairing
}

/// The first frame that each side sends, unencrypted. Its contents are untrusted until the other side has proved that
/// it has the key. `Greeting` combines the two.
struct PeerHello: Hashable {
  var device: String
  /// 32 random bytes for the keys of this connection.
  var nonce: [UInt8]
  var purpose: PeerPurpose

  static let version = 1
  static let nonceBytes = 32
  /// The limit of a greeting's frame in bytes.
  static let longest = 4096
}

extension PeerHello {
  /// Reads a frame. Throws if it is invalid or a refusal.
  init(_ frame: [UInt8], purpose wanted: PeerPurpose?) throws(PeerLinkError) {
    guard let value = try? JSONValue(parsing: frame, limits: .init(depth: 8)) else {
      throw .notAPeer
    }
    if let refusal = PeerRefusal(frame) { throw refusal.error(wanted) }
    guard value["type"]?.string == "hello", let version = value["protocolVersion"]?.int else {
      throw .notAPeer
    }
    guard version == Self.version else { throw .version(version) }
    guard let device = value["deviceID"]?.string, PeerDevice.isID(device),
      let nonce = value["nonce"]?.string.flatMap({ Base64.decode($0.utf8) }),
      nonce.count == Self.nonceBytes,
      let purpose = value["purpose"]?.string.flatMap(PeerPurpose.init(rawValue:)),
      purpose == wanted ?? purpose
    else { throw .notAPeer }
    self.init(device: device, nonce: nonce, purpose: purpose)
  }

  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value([
      "type": "hello", "protocolVersion": .int(Self.version), "deviceID": .string(device),
      "nonce": .string(Base64.string(nonce)), "purpose": .string(purpose.rawValue),
    ])
    return writer.bytes
  }
}

/// An unencrypted frame that refuses a connection.
///
/// An unpaired device gets the same refusal as one with a wrong key, so that nobody learns who is paired with whom.
enum PeerRefusal: String, CaseIterable {
  case key
  case busy
  case version

  /// Reads a frame; nil unless its bytes are exactly those of a refusal.
  init?(_ frame: [UInt8]) {
    guard let refusal = Self.allCases.first(where: { $0.bytes == frame }) else { return nil }
    self = refusal
  }

  var bytes: [UInt8] { Array(#"{"type":"refused","reason":"\#(rawValue)"}"#.utf8) }

  /// The error for a connection with this purpose.
  func error(_ purpose: PeerPurpose?) -> PeerLinkError {
    switch self {
    case .key: .refused(purpose ?? .session)
    case .busy: .busy
    case .version: .version(nil)
    }
  }
}
