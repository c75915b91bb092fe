import Encoding

/// What a link is for.
package enum PeerPurpose: String, Hashable, Sendable {
  /// Two that are paired make their stores equal.
  case session
  /// Two become a pair, by words that a person carries from one to the other.
  case pairing
}

/// The first frame of each side, in the clear. Nothing of it is believed before the key is proven, which is made of it.
struct PeerHello: Hashable {
  var device: String
  /// 32 random bytes, which make the keys of this link.
  var nonce: [UInt8]
  var purpose: PeerPurpose

  static let version = 1
  static let nonceBytes = 32
  /// Bytes that a frame of a greeting has at most.
  static let longest = 4096
}

extension PeerHello {
  /// Reads a frame; throws what is wrong with it, or what it says in place of a hello.
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

/// What is said, in the clear, to one who is not let in.
///
/// Who is not paired hears the same as who has a wrong key: nobody learns who is paired with whom.
enum PeerRefusal: String, CaseIterable {
  case key
  case busy
  case version

  /// Reads a frame to the letter: whatever else it is, it is no refusal.
  init?(_ frame: [UInt8]) {
    guard let refusal = Self.allCases.first(where: { $0.bytes == frame }) else { return nil }
    self = refusal
  }

  var bytes: [UInt8] { Array(#"{"type":"refused","reason":"\#(rawValue)"}"#.utf8) }

  /// What it means to one who came for something.
  func error(_ purpose: PeerPurpose?) -> PeerLinkError {
    switch self {
    case .key: .refused(purpose ?? .session)
    case .busy: .busy
    case .version: .version(nil)
    }
  }
}
