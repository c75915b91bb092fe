import Encoding

/// A secret that two devices share: the key of a pair, or the words of a pairing. Below: `PeerDevice` checks names.
package struct PeerSecret: Hashable, Sendable {
  /// Only for a pair's file and for deriving keys.
  let bytes: [UInt8]

  /// The length of a pair's key in bytes.
  static let keyBytes = 32

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Random bytes, from the system by default.
  static func randomBytes(
    _ count: Int, _ next: () -> UInt64 = { .random(in: .min ... .max) }
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { withUnsafeBytes(of: next()) { bytes += $0 } }
    return Array(bytes[..<count])
  }
}

extension PeerSecret: CustomStringConvertible, CustomReflectable {
  /// A fixed text, never the secret.
  package var description: String { "a secret" }

  /// The description alone, so that `dump` does not show the bytes either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// Checks the ids of devices, which are the ids of their stores, and their names.
package enum PeerDevice {
  /// Whether a text is an id: a UUID in lower case, which is safe as a file name.
  package static func isID(_ text: String) -> Bool {
    text.utf8.allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      && UUIDv5.Namespace(text) != nil
  }

  /// Whether a text can be a device's name: 1 to 100 bytes, without control characters.
  package static func isName(_ text: String) -> Bool {
    (1...100).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }
}
