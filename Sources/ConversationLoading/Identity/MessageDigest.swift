import CivilTime
import Digests

/// Recognises a message as its export wrote it.
///
/// SipHash-1-3 over the parts, each ended by 0xFF, which UTF-8 never holds. The key is fixed: a mark
/// has to be the same in every store and in every run.
struct MessageDigest {
  private var hash = SipHash(key: SipHash.Key(0x6163_7469_6F6E_6974, 0x656D_732D_6D61_726B))

  /// The digest of a message as its export wrote it; `time` tells messages of one id apart, where that is
  /// needed, `edited` is the time of its last edit, empty where an edit does not mean other words.
  static func of(
    id: String, sender: String, source: String, time: String? = nil, edited: String?
  ) -> UInt64 {
    var digest = MessageDigest(id: id, sender: sender, source: source)
    if let time { digest.add(time) }
    // An edit may bring back what the message said before.
    if let edited, !edited.isEmpty {
      // Some exporters write times in the zone of whoever exports.
      if case .instant(let time)? = GenericTimestamp.read(edited) {
        digest.add(String(time.microseconds))
      } else {
        digest.add(edited)
      }
    }
    return digest.finish()
  }

  mutating func add(_ part: String) {
    // Nearly every string is UTF-8 in one piece, which is read where it stands.
    let isDone: Void? = part.utf8.withContiguousStorageIfAvailable {
      hash.update(UnsafeRawBufferPointer($0))
    }
    if isDone == nil { hash.update(part.utf8) }
    end()
  }

  mutating func add(_ part: UnsafeBufferPointer<UInt8>) {
    hash.update(UnsafeRawBufferPointer(part))
    end()
  }

  private mutating func end() { hash.update(0xFF as UInt8) }

  func finish() -> UInt64 { hash.finish() }
}

extension MessageDigest {
  /// Begins with what the digest of every message begins with.
  init(id: String, sender: String, source: String) {
    self.init()
    add(id)
    add(sender)
    add(source)
  }
}
