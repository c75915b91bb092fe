/// The CRC-32C checksum (Castagnoli's polynomial, RFC 3720 B.4).
///
/// Each step takes sixteen bytes, with one table for each position (slicing by 16, after Kounavis and Berry).
public enum CRC32C {
  /// Returns the checksum of a whole message.
  @inlinable
  public static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
    bytes.withContiguousBytes { checksum($0) }
  }

  /// Returns the checksum of a whole message; 0 for an empty one.
  public static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    guard var next = bytes.baseAddress else { return 0 }
    let end = next + bytes.count
    let table = CRC32C.table
    var crc: UInt32 = 0xffff_ffff
    func word(_ offset: Int) -> UInt32 {
      UInt32(littleEndian: (next + offset).loadUnaligned(as: UInt32.self))
    }
    /// Returns the contribution of a word whose first byte is `place` bytes before the end.
    func slice(_ word: UInt32, _ place: Int) -> UInt32 {
      let last = table + (place - 4) * 256
      return last[768 + Int(word & 0xff)] ^ last[512 + Int(word >> 8 & 0xff)]
        ^ last[256 + Int(word >> 16 & 0xff)] ^ last[Int(word >> 24)]
    }
    while end - next >= 16 {
      crc = slice(word(0) ^ crc, 16) ^ (slice(word(4), 12) ^ slice(word(8), 8) ^ slice(word(12), 4))
      next += 16
    }
    while end - next >= 4 {
      crc = slice(word(0) ^ crc, 4)
      next += 4
    }
    while next < end {
      crc = table[Int((crc ^ UInt32(next.load(as: UInt8.self))) & 0xff)] ^ crc >> 8
      next += 1
    }
    return ~crc
  }

  /// 16 tables of 256 entries: entry `byte` of table `n` is the register after `byte` and `n` zeros.
  ///
  /// The tables are created once and never changed or freed, so any thread may read them. A plain pointer avoids the
  /// reference counting of an array.
  nonisolated(unsafe) private static let table: UnsafePointer<UInt32> = {
    let table = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 * 256)
    for byte in 0..<256 {
      var crc = UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0x82f6_3b78 : crc >> 1 }
      (table + byte).initialize(to: crc)
    }
    for index in 256..<16 * 256 {
      let crc = table[index - 256]
      (table + index).initialize(to: table[Int(crc & 0xff)] ^ crc >> 8)
    }
    return UnsafePointer(table)
  }()
}
