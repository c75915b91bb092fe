/// One scalar of valid UTF-8.
enum UTF8Sequence {
  /// The scalar that begins at `base`, and the number of its bytes.
  @inline(__always)
  static func decode(_ base: UnsafePointer<UInt8>) -> (scalar: UInt32, length: Int) {
    let lead = UInt32(base[0])
    switch lead {
    case ..<0x80: return (lead, 1)
    case ..<0xE0: return ((lead & 0x1F) << 6 | tail(base[1]), 2)
    case ..<0xF0: return ((lead & 0x0F) << 12 | tail(base[1]) << 6 | tail(base[2]), 3)
    default:
      let high = (lead & 0x07) << 18 | tail(base[1]) << 12
      return (high | tail(base[2]) << 6 | tail(base[3]), 4)
    }
  }

  @inline(__always)
  private static func tail(_ byte: UInt8) -> UInt32 { UInt32(byte & 0x3F) }
}
