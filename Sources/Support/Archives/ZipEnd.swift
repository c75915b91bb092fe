/// The place of a zip's directory, read from the records at the end of the file (APPNOTE.TXT 4.3.14 to 4.3.16).
struct ZipEnd {
  static let signature: UInt32 = 0x0605_4b50
  static let locatorSignature: UInt32 = 0x0706_4b50
  static let zip64Signature: UInt32 = 0x0606_4b50
  private static let fixedSize = 22
  private static let locatorSize = 20
  private static let zip64Size = 56

  /// The bytes between the members and the end records.
  var directory: Range<Int>
  /// The declared size of the directory, which need not be true.
  var declaredSize: Int
  /// The declared number of members, which need not be true.
  var declaredCount: Int
  /// Whether the count was written with 16 bits, which some tools let overflow.
  var countIsShort: Bool
  /// The number of bytes before the zip in its file, such as a self-extracting program.
  var prefix: Int
  /// Whether the directory's first record is at its place, or the directory is declared empty.
  var isSound: Bool

  /// Finds the last end record in the file that points to a directory.
  ///
  /// Without such a record, returns the last one that may be an end record, or nil. Throws `split` if the only end
  /// records are those of a split zip.
  static func find(in source: any RandomAccessSource) throws -> ZipEnd? {
    // A comment after the end record has at most 65,535 bytes.
    let tailSize = min(source.size, fixedSize + 0xffff)
    let tailStart = source.size - tailSize
    let tail = try source.bytes(at: tailStart, count: tailSize)
    return try tail.withUnsafeBytes { tail in
      var fallback: ZipEnd?
      var isSplit = false
      for place in stride(from: tail.count - fixedSize, through: 0, by: -1)
      where tail[place] == UInt8(ascii: "P") {
        guard tail.uint32(at: place) == signature,
          place + fixedSize + Int(tail.uint16(at: place + 20)) <= tail.count
        else { continue }
        let record = tail.part(place..<place + fixedSize)
        // The number of this part, and of the part where the directory begins. If only one of them says that this is a
        // later part, it is more likely an error.
        let parts = [record.uint16(at: 4), record.uint16(at: 6)]
        if parts.allSatisfy({ $0 != 0 && $0 != .max }) {
          isSplit = true
        } else if let end = try ZipEnd(record, at: tailStart + place, in: source) {
          if end.isSound { return end }
          fallback = fallback ?? end
        }
      }
      if fallback == nil, isSplit { throw ArchiveError.split }
      return fallback
    }
  }

  private init?(
    _ record: UnsafeRawBufferPointer, at place: Int, in source: any RandomAccessSource
  ) throws {
    var wideCount = UInt64(record.uint16(at: 10))
    var wideSize = UInt64(record.uint32(at: 12))
    var wideOffset = UInt64(record.uint32(at: 16))
    var limit = place
    countIsShort = true
    if let (zip64Place, zip64) = try ZipEnd.zip64Record(before: place, in: source) {
      limit = zip64Place
      countIsShort = wideCount != 0xffff
      // Fields with all bits set are in the zip64 record.
      zip64.withUnsafeBytes { zip64 in
        if wideCount == 0xffff { wideCount = zip64.uint64(at: 32) }
        if wideSize == 0xffff_ffff { wideSize = zip64.uint64(at: 40) }
        if wideOffset == 0xffff_ffff { wideOffset = zip64.uint64(at: 48) }
      }
    }
    guard let size = Int(exactly: wideSize), let offset = Int(exactly: wideOffset),
      let count = Int(exactly: wideCount)
    else { return nil }
    declaredSize = size
    declaredCount = count
    // The directory normally ends where the end records begin, whatever precedes the zip. Some tools leave a gap there;
    // the offset then counts from the file's first byte.
    for start in [limit - min(size, limit + 1), offset] where start >= 0 && start <= limit {
      let isEmpty = count == 0 && size == 0
      guard try isEmpty || source.word(at: start) == CentralHeader.signature else { continue }
      (directory, prefix, isSound) = (start..<limit, max(0, start - offset), true)
      return
    }
    guard size <= limit else { return nil }
    (directory, prefix, isSound) = (limit - size..<limit, 0, false)
  }

  /// Returns the zip64 end record and its place, if a locator precedes the end record.
  private static func zip64Record(
    before place: Int, in source: any RandomAccessSource
  ) throws -> (Int, [UInt8])? {
    let locatorPlace = place - locatorSize
    guard locatorPlace >= zip64Size else { return nil }
    let locator = try source.bytes(at: locatorPlace, count: locatorSize)
    guard locator.count == locatorSize else { return nil }
    let told = locator.withUnsafeBytes {
      $0.uint32(at: 0) == locatorSignature ? $0.uint64(at: 8) : nil
    }
    guard let told else { return nil }
    // With bytes before the zip, the locator's offset is too low; the record is then directly before it.
    for start in [Int(exactly: told) ?? -1, locatorPlace - zip64Size]
    where start >= 0 && start <= locatorPlace - zip64Size {
      guard try source.word(at: start) == zip64Signature else { continue }
      let record = try source.bytes(at: start, count: zip64Size)
      if record.count == zip64Size { return (start, record) }
    }
    return nil
  }
}
