import Glibc

/// Looks for bytes among others.
@usableFromInline
enum ByteSearch {
  /// Where `wanted` first stands; nil where it does not. Nothing stands at the start.
  @usableFromInline
  static func place(of wanted: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let first = wanted.first, let needle = wanted.baseAddress else { return 0 }
    guard let text = bytes.baseAddress else { return nil }
    let end = text + bytes.count
    var position = text
    // A single byte is searched for in leaps; the rest is compared where it is found.
    while position < end, let place = memchr(position, Int32(first), end - position) {
      let found = UnsafeRawPointer(place)
      if end - found < wanted.count { return nil }
      if memcmp(found, needle, wanted.count) == 0 { return found - text }
      position = found + 1
    }
    return nil
  }
}

extension Collection<UInt8> {
  /// Whether some bytes stand in these; none always do.
  @inlinable
  public func holds(_ wanted: some Collection<UInt8>) -> Bool { offset(of: wanted) != nil }

  /// Where some bytes first stand in these.
  @inlinable
  public func firstPlace(of wanted: some Collection<UInt8>) -> Range<Index>? {
    offset(of: wanted).map {
      let start = index(startIndex, offsetBy: $0)
      return start..<index(start, offsetBy: wanted.count)
    }
  }

  /// Where some bytes stand in these, from the first place on, none over another.
  @inlinable
  public func places(of wanted: some Collection<UInt8>) -> [Range<Index>] {
    var places: [Range<Index>] = []
    var rest = self[...]
    while !wanted.isEmpty, let place = rest.firstPlace(of: wanted) {
      places.append(place)
      rest = rest[place.upperBound...]
    }
    return places
  }

  @inlinable
  func offset(of wanted: some Collection<UInt8>) -> Int? {
    withBytes { bytes in wanted.withBytes { ByteSearch.place(of: $0, in: bytes) } }
  }

  /// Copies the bytes only where they are not in one piece.
  @inlinable
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(self).withUnsafeBytes(body)
  }
}
