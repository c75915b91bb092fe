import Digests

/// Recognises a message as its export wrote it.
///
/// SipHash-1-3 over the parts, each ended by 0xFF, which UTF-8 never holds. The key is fixed: a mark
/// has to be the same in every store and in every run.
struct MessageDigest {
  private var hash = SipHash(key: SipHash.Key(0x6163_7469_6F6E_6974, 0x656D_732D_6D61_726B))

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
