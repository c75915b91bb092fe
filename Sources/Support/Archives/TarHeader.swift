/// A tar header: a block of 512 bytes that describes a member, in POSIX (ustar, pax: IEEE Std 1003.1, "pax Interchange
/// Format") and GNU format.
struct TarHeader {
  /// The length of a block in bytes; members are padded to whole blocks.
  static let blockSize = 512

  /// The kind of data that follows a header.
  enum Kind {
    case file
    case folder
    /// A file stored in pieces: a sparse file, or one continued from another volume.
    case pieces
    /// A link, a device or a pipe, which have no bytes.
    case link
    /// Pax records that describe the next member.
    case records
    /// GNU tar's long name of the next member.
    case longName
    /// Metadata of the whole archive or of a link's target; its bytes are skipped.
    case ignored
    /// Metadata that some programs store next to the files; its bytes are skipped.
    case other
  }

  let kind: Kind
  /// The name as written.
  let name: [UInt8]
  /// The number of bytes that follow, or nil if the field is not a number.
  let size: Int?
  /// Whether the map of the file's holes continues in further blocks.
  let hasMap: Bool

  /// Reads a block; returns nil if its checksum is wrong, which means that it is not a header.
  init?(_ block: UnsafeRawBufferPointer) {
    guard block.count == Self.blockSize,
      let checksum = Self.number(block.part(148..<156)), checksum == Self.sum(block)
    else { return nil }
    let ownName = Self.text(block.part(0..<100))
    // GNU tar uses the place of the prefix for other fields.
    let isPOSIX = block[262] == 0
    let prefix = isPOSIX ? Self.text(block.part(345..<500)) : []
    name = prefix.isEmpty ? ownName : prefix + [UInt8(ascii: "/")] + ownName
    switch block[156] {
    case UInt8(ascii: "5"): kind = .folder
    case UInt8(ascii: "1")...UInt8(ascii: "6"): kind = .link
    case UInt8(ascii: "x"), UInt8(ascii: "X"): kind = .records
    case UInt8(ascii: "L"): kind = .longName
    case UInt8(ascii: "S"), UInt8(ascii: "M"): kind = .pieces
    case UInt8(ascii: "g"), UInt8(ascii: "K"), UInt8(ascii: "V"): kind = .ignored
    // Solaris writes rights and attributes, GNU tar lists of folders and of long names, star the inode.
    case UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "D"), UInt8(ascii: "N"),
      UInt8(ascii: "I"):
      kind = .other
    // POSIX reads all other kinds as files. The oldest archives mark a folder by its name only.
    default: kind = ownName.last == UInt8(ascii: "/") ? .folder : .file
    }
    size = Self.number(block.part(124..<136))
    hasMap = block[156] == UInt8(ascii: "S") && block[482] != 0
  }

  /// The sum of all bytes, with the checksum's own bytes counted as spaces.
  private static func sum(_ block: UnsafeRawBufferPointer) -> Int {
    block.indices.reduce(0) { sum, index in
      sum + (148..<156 ~= index ? 0x20 : Int(block[index]))
    }
  }

  private static func text(_ field: UnsafeRawBufferPointer) -> [UInt8] {
    Array(field.prefix { $0 != 0 })
  }

  /// A number in octal digits, or in binary if the highest bit is set; nil if it is invalid or overflows.
  private static func number(_ field: UnsafeRawBufferPointer) -> Int? {
    guard let first = field.first else { return nil }
    var value = 0
    if first & 0x80 != 0 {
      // A negative number has all bits set.
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
