/// One member of a gzip stream (RFC 1952) to write, valid or not.
public struct GzipMember: Sendable {
  /// The expanded contents.
  public var contents: [UInt8]
  /// The bytes of the file's name.
  public var fileName: [UInt8]?
  /// The comment.
  public var comment: [UInt8]?
  /// The extra field.
  public var extra: [UInt8]?
  /// Seconds after 1970-01-01T00:00:00Z.
  public var modified: UInt32 = 0
  /// Whether the header ends in a checksum.
  public var hasHeaderChecksum = false
  /// The CRC-32 to write instead of the right one.
  public var declaredChecksum: UInt32?
  /// The size to write instead of the right one.
  public var declaredSize: UInt32?

  /// Makes a member without optional fields.
  public init(_ contents: some Sequence<UInt8>) {
    self.contents = Array(contents)
  }

  /// The member's bytes in a file.
  public func bytes() -> [UInt8] {
    let flags =
      (hasHeaderChecksum ? 2 : 0) | (extra == nil ? 0 : 4) | (fileName == nil ? 0 : 8)
      | (comment == nil ? 0 : 16)
    var bytes: [UInt8] = [0x1f, 0x8b, 8, UInt8(flags)]
    bytes.append(littleEndian: modified)
    bytes += [0, 3]
    if let extra {
      bytes.append(littleEndian: UInt16(extra.count))
      bytes += extra
    }
    for text in [fileName, comment] {
      if let text { bytes += text + [0] }
    }
    if hasHeaderChecksum {
      bytes.append(littleEndian: UInt16(truncatingIfNeeded: Deflate.checksum(bytes)))
    }
    bytes += Deflate.raw(contents)
    bytes.append(littleEndian: declaredChecksum ?? Deflate.checksum(contents))
    bytes.append(littleEndian: declaredSize ?? UInt32(truncatingIfNeeded: contents.count))
    return bytes
  }
}
