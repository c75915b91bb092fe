/// The common fields of a zip's central and local headers. Below: `CentralHeader`, `LocalHeader`, `ExtraFields`.
struct MemberHeader {
  let flags: UInt16
  let method: UInt16
  let checksum: UInt32
  let compressedSize: UInt32
  let size: UInt32
  /// The range of the name; the extra field follows it and ends at `end`.
  let nameRange: Range<Int>
  let end: Int

  /// Reads the fields from `place`; the texts start after `fixedSize` bytes.
  fileprivate init(_ bytes: UnsafeRawBufferPointer, at place: Int, fixedSize: Int) {
    flags = bytes.uint16(at: place)
    method = bytes.uint16(at: place + 2)
    checksum = bytes.uint32(at: place + 8)
    compressedSize = bytes.uint32(at: place + 12)
    size = bytes.uint32(at: place + 16)
    nameRange = fixedSize..<fixedSize + Int(bytes.uint16(at: place + 20))
    end = nameRange.upperBound + Int(bytes.uint16(at: place + 22))
  }

  /// Returns the member described by the header at the front of `bytes`, without its extent.
  func member(in bytes: UnsafeRawBufferPointer) -> MemberDirectoryBuilder.Member {
    .init(
      name: bytes.part(nameRange),
      extra: ExtraFields(bytes: bytes.part(nameRange.upperBound..<end)),
      flags: flags, method: method, checksum: checksum)
  }
}

/// A record of the central directory (APPNOTE.TXT 4.3.12).
struct CentralHeader {
  static let signature: UInt32 = 0x0201_4b50
  static let fixedSize = 46

  let fields: MemberHeader
  let offset: UInt32
  let recordSize: Int

  /// Reads the fixed part, which `bytes` must hold; it begins with the signature.
  init(_ bytes: UnsafeRawBufferPointer) {
    fields = MemberHeader(bytes, at: 8, fixedSize: Self.fixedSize)
    offset = bytes.uint32(at: 42)
    recordSize = fields.end + Int(bytes.uint16(at: 32))
  }
}

/// The header before a member's bytes (APPNOTE.TXT 4.3.7).
struct LocalHeader {
  static let signature: UInt32 = 0x0403_4b50
  static let fixedSize = 30

  let fields: MemberHeader

  /// Reads the fixed part; returns nil if `bytes` is shorter or does not begin with the signature.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.fixedSize, bytes.uint32(at: 0) == Self.signature else { return nil }
    fields = MemberHeader(bytes, at: 6, fixedSize: Self.fixedSize)
  }

  /// Whether this header belongs to a record's member; `bytes` begins with it and holds its name.
  func belongs(to record: MemberRecord, in bytes: UnsafeRawBufferPointer) -> Bool {
    let name = fields.nameRange
    return name.count == record.rawNameLength && fields.method == record.method
      && name.upperBound <= bytes.count
      && CRC32.checksum(bytes.part(name)) == record.rawNameChecksum
  }
}

/// The extra fields of a header (APPNOTE.TXT 4.5): each is an id, a length and that many bytes.
struct ExtraFields {
  let bytes: UnsafeRawBufferPointer

  /// The bytes of the first field with an id, or nil without one or if it runs beyond the end.
  subscript(id: UInt16) -> UnsafeRawBufferPointer? {
    var offset = 0
    while bytes.count - offset >= 4 {
      let end = offset + 4 + Int(bytes.uint16(at: offset + 2))
      guard end <= bytes.count else { return nil }
      if bytes.uint16(at: offset) == id { return bytes.part(offset + 4..<end) }
      offset = end
    }
    return nil
  }

  /// Replaces 32-bit values with all bits set by the zip64 field's 64-bit values, in order (APPNOTE.TXT 4.5.3).
  ///
  /// Returns nil if that field is too short or a value overflows `Int`.
  func widened(_ values: UInt32...) -> [Int]? {
    guard values.contains(.max), let field = self[0x0001] else { return values.map { Int($0) } }
    var offset = 0
    var wide: [Int] = []
    for value in values {
      guard value == .max else {
        wide.append(Int(value))
        continue
      }
      guard field.count - offset >= 8, let large = Int(exactly: field.uint64(at: offset)) else {
        return nil
      }
      wide.append(large)
      offset += 8
    }
    return wide
  }

  /// The name in Info-ZIP's Unicode path field (APPNOTE.TXT 4.6.9).
  ///
  /// Nil without that field, or if it was made for another name.
  func unicodeName(for name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let field = self[0x7075], field.count > 5, field[0] == 1,
      field.uint32(at: 1) == CRC32.checksum(name)
    else { return nil }
    return field.part(5..<field.count)
  }
}
