/// One block of 512 bytes that tells of a member, in the formats of POSIX (ustar, pax: IEEE Std 1003.1,
/// "pax Interchange Format") and GNU tar.
struct TarHeader {
  /// The length of a block in bytes; members' bytes are filled up to whole blocks.
  static let blockSize = 512

  /// What follows a header.
  enum Kind {
    case file
    case folder
    /// A file of which the archive has pieces: one with holes, or one that began in another volume.
    case pieces
    /// A link, a device or a pipe, which have no bytes.
    case link
    /// Records of pax that tell more of the next member.
    case records
    /// The name of the next member, of GNU tar.
    case longName
    /// What tells of the whole archive, or of the target of a link: its bytes are passed over.
    case remark
    /// What programs tell of files beside the files: its bytes are passed over.
    case other
  }

  let kind: Kind
  /// The name, as it is written.
  let name: [UInt8]
  /// How many bytes follow; nil where that is no number.
  let size: Int?
  /// Whether the map of the file's holes goes on in blocks of its own.
  let hasMap: Bool

  /// Reads a block; nil where its checksum is wrong, so that it is no header.
  init?(_ block: UnsafeRawBufferPointer) {
    guard block.count == Self.blockSize,
      let checksum = Self.number(block.part(148..<156)), checksum == Self.sum(block)
    else { return nil }
    let ownName = Self.text(block.part(0..<100))
    // GNU tar has other things in the place of the prefix.
    let isPOSIX = block[262] == 0
    let prefix = isPOSIX ? Self.text(block.part(345..<500)) : []
    name = prefix.isEmpty ? ownName : prefix + [UInt8(ascii: "/")] + ownName
    switch block[156] {
    case UInt8(ascii: "5"): kind = .folder
    case UInt8(ascii: "1")...UInt8(ascii: "6"): kind = .link
    case UInt8(ascii: "x"), UInt8(ascii: "X"): kind = .records
    case UInt8(ascii: "L"): kind = .longName
    case UInt8(ascii: "S"), UInt8(ascii: "M"): kind = .pieces
    case UInt8(ascii: "g"), UInt8(ascii: "K"), UInt8(ascii: "V"): kind = .remark
    // Of Solaris: rights and attributes. Of GNU tar: lists of folders and of long names. Of star: the inode.
    case UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "D"), UInt8(ascii: "N"),
      UInt8(ascii: "I"):
      kind = .other
    // POSIX has all others read as files. The oldest archives know a folder by its name.
    default: kind = ownName.last == UInt8(ascii: "/") ? .folder : .file
    }
    size = Self.number(block.part(124..<136))
    hasMap = block[156] == UInt8(ascii: "S") && block[482] != 0
  }

  /// The sum of all bytes, those of the checksum taken as spaces.
  private static func sum(_ block: UnsafeRawBufferPointer) -> Int {
    block.indices.reduce(0) { sum, index in
      sum + (148..<156 ~= index ? 0x20 : Int(block[index]))
    }
  }

  private static func text(_ field: UnsafeRawBufferPointer) -> [UInt8] {
    Array(field.prefix { $0 != 0 })
  }

  /// A number in octal digits, or, where the highest bit is set, in bytes; nil where it is neither or beyond
  /// all files.
  private static func number(_ field: UnsafeRawBufferPointer) -> Int? {
    guard let first = field.first else { return nil }
    var value = 0
    if first & 0x80 != 0 {
      // A negative one has all bits set.
      guard first == 0x80 else { return nil }
      for byte in field.dropFirst() {
        guard value <= Int.max >> 8 else { return nil }
        value = value << 8 | Int(byte)
      }
      return value
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    for digit in digits {
      let digit = Int(digit) - 0x30
      guard 0..<8 ~= digit, value <= Int.max >> 3 else { return nil }
      value = value << 3 | digit
    }
    return value
  }
}
