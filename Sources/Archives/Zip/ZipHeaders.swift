/// A record of the central directory (APPNOTE.TXT 4.3.12), but for the name and the other texts.
struct CentralHeader {
  static let signature: UInt32 = 0x0201_4b50
  static let fixedSize = 46
  /// The most bytes that a record can have.
  static let largestSize = fixedSize + 3 * 0xffff

  var flags: UInt16
  var method: UInt16
  var checksum: UInt32
  var compressedSize: UInt32
  var size: UInt32
  var nameLength: Int
  var extraLength: Int
  var commentLength: Int
  var offset: UInt32

  /// Reads the fixed part; `bytes` has at least that, and begins with the signature.
  init(_ bytes: UnsafeRawBufferPointer) {
    flags = bytes.uint16(at: 8)
    method = bytes.uint16(at: 10)
    checksum = bytes.uint32(at: 16)
    compressedSize = bytes.uint32(at: 20)
    size = bytes.uint32(at: 24)
    nameLength = Int(bytes.uint16(at: 28))
    extraLength = Int(bytes.uint16(at: 30))
    commentLength = Int(bytes.uint16(at: 32))
    offset = bytes.uint32(at: 42)
  }

  /// The size of the whole record.
  var recordSize: Int { CentralHeader.fixedSize + nameLength + extraLength + commentLength }
}

/// The header before a member's bytes (APPNOTE.TXT 4.3.7), but for the name and the extra field.
struct LocalHeader {
  static let signature: UInt32 = 0x0403_4b50
  static let fixedSize = 30

  var flags: UInt16
  var method: UInt16
  var checksum: UInt32
  var compressedSize: UInt32
  var size: UInt32
  var nameLength: Int
  var extraLength: Int

  /// Reads the fixed part; nil where `bytes` is shorter or does not begin with the signature.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= LocalHeader.fixedSize, bytes.uint32(at: 0) == LocalHeader.signature else {
      return nil
    }
    flags = bytes.uint16(at: 6)
    method = bytes.uint16(at: 8)
    checksum = bytes.uint32(at: 14)
    compressedSize = bytes.uint32(at: 18)
    size = bytes.uint32(at: 22)
    nameLength = Int(bytes.uint16(at: 26))
    extraLength = Int(bytes.uint16(at: 28))
  }

  /// The size of the whole header.
  var headerSize: Int { LocalHeader.fixedSize + nameLength + extraLength }

  /// Whether the sizes and the checksum stand after the bytes instead.
  var hasDescriptor: Bool { flags & 8 != 0 }

  /// Whether this is the header of a record's member; `bytes` begins with it and has its name.
  func belongs(to record: MemberRecord, in bytes: UnsafeRawBufferPointer) -> Bool {
    let nameEnd = LocalHeader.fixedSize + nameLength
    return nameLength == record.rawNameLength && method == record.method && nameEnd <= bytes.count
      && CRC32.checksum(bytes.part(LocalHeader.fixedSize..<nameEnd)) == record.rawNameChecksum
  }
}

/// The extra fields of a header (APPNOTE.TXT 4.5): runs of an id, a length and that many bytes.
struct ExtraFields {
  let bytes: UnsafeRawBufferPointer

  /// The bytes of the first field with an id; nil where there is none, or it runs out of the end.
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

  /// Replaces those of the given 32-bit values that are all ones by the zip64 field's 64-bit ones,
  /// in order (APPNOTE.TXT 4.5.3); nil where that field is too short or a value beyond all files.
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

  /// The name that Info-ZIP's Unicode path field gives for a header's name (APPNOTE.TXT 4.6.9); nil
  /// without one, or where it was made for another name.
  func unicodeName(for name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let field = self[0x7075], field.count > 5, field[0] == 1,
      field.uint32(at: 1) == CRC32.checksum(name)
    else { return nil }
    return field.part(5..<field.count)
  }
}
