/// Writes zip archives for tests, both valid and invalid ones.
///
///     var zip = ZipWriter()
///     zip.add("users.json", "[]")
///     zip.add("general/2026-03-01.json", text) { $0.descriptor = .signed }
///     let bytes = zip.bytes()
public struct ZipWriter: Sendable {
  /// The members in order.
  public var members: [Member] = []
  /// The comment at the end.
  public var comment: [UInt8] = []
  /// Bytes before the zip; offsets do not count them.
  public var prefix: [UInt8] = []
  /// Whether the end is also written with 64 bits, and the short one saturated.
  public var hasZip64End = false
  /// The count of members to declare instead of the right one.
  public var declaredCount: Int?
  /// The directory's size to declare instead of the right one.
  public var declaredDirectorySize: Int?
  /// The directory's offset to declare instead of the right one.
  public var declaredDirectoryOffset: Int?

  /// Starts an empty archive.
  public init() {}

  /// Adds a deflated member with an unflagged UTF-8 name; `adjust` changes other fields.
  public mutating func add(
    _ name: String, _ contents: some Sequence<UInt8>, _ adjust: (inout Member) -> Void = { _ in }
  ) {
    var member = Member(name: Array(name.utf8), contents: Array(contents))
    adjust(&member)
    members.append(member)
  }

  /// Adds a deflated text member with an unflagged UTF-8 name; `adjust` changes other fields.
  public mutating func add(
    _ name: String, _ contents: String, _ adjust: (inout Member) -> Void = { _ in }
  ) {
    add(name, contents.utf8, adjust)
  }

  /// The archive's bytes in a file.
  public func bytes() -> [UInt8] {
    var file = prefix
    var directory: [UInt8] = []
    for member in members {
      directory += member.centralHeader(offset: file.count - prefix.count)
      file += member.localPart()
    }
    let size = UInt64(declaredDirectorySize ?? directory.count)
    let offset = UInt64(declaredDirectoryOffset ?? file.count - prefix.count)
    let count = UInt64(declaredCount ?? members.count)
    file += directory
    if hasZip64End {
      let place = UInt64(file.count - prefix.count)
      file.append(littleEndian: 0x0606_4b50 as UInt32)
      file.append(littleEndian: 44 as UInt64)
      file += [45, 0, 45, 0] + Array(repeating: 0, count: 8)
      for number in [count, count, size, offset] { file.append(littleEndian: number) }
      file.append(littleEndian: 0x0706_4b50 as UInt32)
      file.append(littleEndian: 0 as UInt32)
      file.append(littleEndian: place)
      file.append(littleEndian: 1 as UInt32)
    }
    file.append(littleEndian: 0x0605_4b50 as UInt32)
    file.append(littleEndian: 0 as UInt32)
    for _ in 0..<2 {
      file.append(littleEndian: hasZip64End ? .max : UInt16(truncatingIfNeeded: count))
    }
    for number in [size, offset] {
      file.append(littleEndian: hasZip64End ? .max : UInt32(truncatingIfNeeded: number))
    }
    file.append(littleEndian: UInt16(comment.count))
    return file + comment
  }
}

extension ZipWriter {
  /// One member to write, valid or not.
  public struct Member: Sendable {
    /// The bytes after the compressed data.
    public enum Descriptor: Sendable {
      /// None; the header before the data has sizes and checksum.
      case none
      /// Checksum and sizes after a signature.
      case signed
      /// Checksum and sizes without a signature.
      case unsigned
      /// Checksum and sizes after a signature, although the header already has the sizes.
      case redundant
    }

    /// The bytes of the name.
    public var name: [UInt8]
    /// The expanded contents.
    public var contents: [UInt8]
    /// Whether the contents are compressed, or stored unchanged.
    public var isDeflated = true
    /// The flags besides the descriptor's: 1 for encrypted, 0x800 for a UTF-8 name.
    public var flags: UInt16 = 0
    /// The method to declare instead of the right one.
    public var declaredMethod: UInt16?
    /// The place of sizes and checksum.
    public var descriptor = Descriptor.none
    /// Whether sizes and offset are written with 64 bits, and the short ones saturated.
    public var isZip64 = false
    /// Extra fields besides the one for 64 bits.
    public var extra: [UInt8] = []
    /// The name in the local header, if it differs.
    public var localName: [UInt8]?
    /// The compressed bytes to write instead of the right ones.
    public var compressed: [UInt8]?
    /// The expanded size to declare instead of the right one.
    public var declaredSize: UInt64?
    /// The compressed size to declare instead of the right one.
    public var declaredCompressedSize: UInt64?
    /// The CRC-32 to declare instead of the right one.
    public var declaredChecksum: UInt32?
    /// The offset to declare in the directory instead of the right one.
    public var declaredOffset: UInt64?

    fileprivate var bytes: [UInt8] { compressed ?? (isDeflated ? Deflate.raw(contents) : contents) }
    private var checksum: UInt32 { declaredChecksum ?? Deflate.checksum(contents) }
    private var size: UInt64 { declaredSize ?? UInt64(contents.count) }
    private var compressedSize: UInt64 { declaredCompressedSize ?? UInt64(bytes.count) }
    private var method: UInt16 { declaredMethod ?? (isDeflated ? 8 : 0) }

    /// The fields of both headers, from the version needed to the length of the name.
    private func commonFields(
      knowsSizes: Bool, knowsChecksum: Bool, name: [UInt8]
    ) -> [UInt8] {
      var bytes: [UInt8] = [isZip64 ? 45 : 20, 0]
      bytes.append(littleEndian: flags | (descriptor == .none ? 0 : 8))
      bytes.append(littleEndian: method)
      bytes += [0, 0, 0x21, 0x28]  // 2000-01-01, midnight
      bytes.append(littleEndian: knowsChecksum ? checksum : 0)
      for number in [compressedSize, size] {
        let short = isZip64 ? UInt32.max : UInt32(truncatingIfNeeded: number)
        bytes.append(littleEndian: knowsSizes ? short : 0)
      }
      bytes.append(littleEndian: UInt16(name.count))
      return bytes
    }

    private func zip64Field(_ numbers: [UInt64]) -> [UInt8] {
      guard isZip64 else { return [] }
      var field: [UInt8] = [1, 0]
      field.append(littleEndian: UInt16(numbers.count * 8))
      for number in numbers { field.append(littleEndian: number) }
      return field
    }

    fileprivate func localPart() -> [UInt8] {
      let name = localName ?? name
      let knowsSizes = descriptor == .none || descriptor == .redundant
      let extra = (knowsSizes ? zip64Field([size, compressedSize]) : []) + extra
      var part: [UInt8] = [0x50, 0x4b, 3, 4]
      part += commonFields(
        knowsSizes: knowsSizes, knowsChecksum: descriptor == .none, name: name)
      part.append(littleEndian: UInt16(extra.count))
      part += name + extra + bytes
      guard descriptor != .none else { return part }
      if descriptor != .unsigned { part += [0x50, 0x4b, 7, 8] }
      part.append(littleEndian: checksum)
      for number in [compressedSize, size] {
        if isZip64 {
          part.append(littleEndian: number)
        } else {
          part.append(littleEndian: UInt32(truncatingIfNeeded: number))
        }
      }
      return part
    }

    fileprivate func centralHeader(offset: Int) -> [UInt8] {
      let offset = declaredOffset ?? UInt64(offset)
      let extra = zip64Field([size, compressedSize, offset]) + extra
      var header: [UInt8] = [0x50, 0x4b, 1, 2, 20, 3]
      header += commonFields(knowsSizes: true, knowsChecksum: true, name: name)
      header.append(littleEndian: UInt16(extra.count))
      header += Array(repeating: 0, count: 10)
      header.append(littleEndian: isZip64 ? .max : UInt32(truncatingIfNeeded: offset))
      return header + name + extra
    }
  }
}
