/// Raw memory that lives as long as its owner.
///
/// A class, because Swift 6.3 drops the `deinit` of a generic noncopyable struct that another module
/// lets go of when it optimises; a class in such a struct is let go of as it should be.
final class HeapBytes {
  let bytes: UnsafeMutableRawBufferPointer

  init(count: Int) {
    bytes = .allocate(byteCount: count, alignment: 16)
  }

  deinit { bytes.deallocate() }
}
