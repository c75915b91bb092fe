/// Where a zip's directory is, as the records at the end of the file tell (APPNOTE.TXT 4.3.14 to
/// 4.3.16).
struct ZipEnd {
  static let signature: UInt32 = 0x0605_4b50
  static let locatorSignature: UInt32 = 0x0706_4b50
  static let zip64Signature: UInt32 = 0x0606_4b50
  private static let fixedSize = 22
  private static let locatorSize = 20
  private static let zip64Size = 56

  /// The bytes between the members and the end records.
  var directory: Range<Int>
  /// The size of the directory as declared, which need not be true.
  var declaredSize: Int
  /// How many members are declared, which need not be true.
  var declaredCount: Int
  /// Whether the count was written with 16 bits, which some tools let run over.
  var countIsShort: Bool
  /// The bytes that stand before the zip in its file, such as a program that unpacks it.
  var prefix: Int
  /// Whether a directory's first record, or none where none is declared, is where it should be.
  var isSound: Bool

  /// Finds the end: the last one in the file that points to a directory, or failing that the last
  /// one that could be meant as an end; nil without either.
  ///
  /// Throws `split` where that is the end of a zip in several parts.
  static func find(in source: any RandomAccessSource) throws -> ZipEnd? {
    // A comment after the end has at most 65,535 bytes.
    let tailSize = min(source.size, fixedSize + 0xffff)
    let tailStart = source.size - tailSize
    let tail = try source.bytes(at: tailStart, count: tailSize)
    var fallback: ZipEnd?
    var isSplit = false
    var place = tail.count - fixedSize
    while place >= 0 {
      defer { place -= 1 }
      guard tail[place] == UInt8(ascii: "P") else { continue }
      let fields = tail.withUnsafeBytes { tail -> Fields? in
        guard tail.uint32(at: place) == signature,
          place + fixedSize + Int(tail.uint16(at: place + 20)) <= tail.count
        else { return nil }
        return Fields(tail.part(place..<place + fixedSize))
      }
      guard let fields else { continue }
      guard !fields.isSplit else {
        isSplit = true
        continue
      }
      guard let end = try ZipEnd(fields, at: tailStart + place, in: source) else { continue }
      if end.isSound { return end }
      fallback = fallback ?? end
    }
    if fallback == nil, isSplit { throw ArchiveError.split }
    return fallback
  }

  /// The numbers of an end record, of either width.
  private struct Fields {
    var isSplit: Bool
    var count: UInt64
    var size: UInt64
    var offset: UInt64

    init(_ bytes: UnsafeRawBufferPointer) {
      // This part's number and that of the part where the directory begins. If only one is told to
      // be a later part, that is rather an error.
      let parts = [bytes.uint16(at: 4), bytes.uint16(at: 6)]
      isSplit = parts.allSatisfy { $0 != 0 && $0 != .max }
      count = UInt64(bytes.uint16(at: 10))
      size = UInt64(bytes.uint32(at: 12))
      offset = UInt64(bytes.uint32(at: 16))
    }

    /// Replaces those that are all ones by the zip64 record's; that record has its full size.
    mutating func widen(by bytes: UnsafeRawBufferPointer) {
      if count == 0xffff { count = bytes.uint64(at: 32) }
      if size == 0xffff_ffff { size = bytes.uint64(at: 40) }
      if offset == 0xffff_ffff { offset = bytes.uint64(at: 48) }
    }
  }

  private init?(_ short: Fields, at place: Int, in source: any RandomAccessSource) throws {
    var fields = short
    var limit = place
    countIsShort = true
    if let (zip64Place, zip64) = try ZipEnd.zip64Record(before: place, in: source) {
      zip64.withUnsafeBytes { fields.widen(by: $0) }
      limit = zip64Place
      countIsShort = short.count != 0xffff
    }
    guard let size = Int(exactly: fields.size), let offset = Int(exactly: fields.offset),
      let count = Int(exactly: fields.count)
    else { return nil }
    declaredSize = size
    declaredCount = count
    // The directory normally ends where the end records begin, whatever stands before the zip;
    // some tools leave a gap there, and then the offset counts from the file's first byte.
    for start in [limit - min(size, limit + 1), offset] where start >= 0 && start <= limit {
      let isEmpty = count == 0 && size == 0
      guard try isEmpty || source.word(at: start) == CentralHeader.signature else { continue }
      directory = start..<limit
      prefix = max(0, start - offset)
      isSound = true
      return
    }
    guard size <= limit else { return nil }
    directory = limit - size..<limit
    prefix = 0
    isSound = false
  }

  /// The zip64 end record and its place, if a locator stands before the end record.
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
    // With something before the zip, the place told is too low; the record then is just before.
    for start in [Int(exactly: told) ?? -1, locatorPlace - zip64Size]
    where start >= 0 && start <= locatorPlace - zip64Size {
      guard try source.word(at: start) == zip64Signature else { continue }
      let record = try source.bytes(at: start, count: zip64Size)
      if record.count == zip64Size { return (start, record) }
    }
    return nil
  }
}
