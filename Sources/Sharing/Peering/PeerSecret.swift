import Encoding

/// What two devices have in common and nobody else: the key of a pair, or the words of a pairing. It is never shown.
package struct PeerSecret: Hashable, Sendable {
  /// For a pair's file and for deriving keys, and for nothing else.
  let bytes: [UInt8]

  /// The length of a pair's key in bytes.
  static let keyBytes = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Random bytes; unless stated, the system's.
  static func randomBytes(
    _ count: Int, _ next: () -> UInt64 = { .random(in: .min ... .max) }
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { withUnsafeBytes(of: next()) { bytes += $0 } }
    return Array(bytes[..<count])
  }
}

extension PeerSecret: CustomStringConvertible, CustomReflectable {
  /// That there is one, never which.
  package var description: String { "a secret" }

  /// The description alone, so that `dump` shows no bytes either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// The ids of devices, which are those of their stores.
package enum PeerDevice {
  /// Whether a text is one: a UUID in lower case. It may then also be a file's name.
  package static func isID(_ text: String) -> Bool {
    text.utf8.allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && UUIDv5.Namespace(text) != nil
  }

  /// Whether a text can be what somebody calls a device: 1 to 100 bytes, without control characters.
  package static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }
}
