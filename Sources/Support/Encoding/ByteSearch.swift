import System

/// Finds a sequence of bytes in a longer one. The extension of `Collection<UInt8>` below uses it.
@usableFromInline
enum ByteSearch {
  /// Returns the first offset of `wanted`, or nil. An empty `wanted` is found at the start.
  @usableFromInline
  static func place(of wanted: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let first = wanted.first, let needle = wanted.baseAddress else { return 0 }
    guard let text = bytes.baseAddress else { return nil }
    let all = bytes.assumingMemoryBound(to: UInt8.self)
    var start = 0
    // The first byte is found quickly. The rest is compared only there.
    while let place = all.firstIndex(ofByte: first, from: start) {
      if bytes.count - place < wanted.count { return nil }
      if (text + place).difference(from: needle, count: wanted.count) == 0 { return place }
      start = place + 1
    }
    return nil
  }
}

extension Collection<UInt8> {
  /// Whether these bytes contain `wanted`. Empty bytes are always contained.
  @inlinable
  public func holds(_ wanted: some Collection<UInt8>) -> Bool { offset(of: wanted) != nil }

  /// Returns the first range of `wanted` in these bytes, or nil.
  @inlinable
  public func firstPlace(of wanted: some Collection<UInt8>) -> Range<Index>? {
    offset(of: wanted).map {
      let start = index(startIndex, offsetBy: $0)
      return start..<index(start, offsetBy: wanted.count)
    }
  }

  /// Returns all ranges of `wanted` in these bytes, from the first one on, without overlaps.
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

  /// Calls `body` with the bytes in contiguous memory, copied only if necessary.
  @inlinable
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(self).withUnsafeBytes(body)
  }
}
