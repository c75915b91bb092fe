/// A compressed list of integers that are mostly close to each other, in one to ten bytes each.
///
/// The differences are zigzag-coded varints (as in Protocol Buffers' encoding). An index of a file of several
/// gigabytes takes two to three bytes a message.
package struct PackedNumbers: Sequence, Sendable {
  private var bytes: [UInt8] = []
  private var last = 0
  package private(set) var count = 0

  package init() {}

  package mutating func append(_ number: Int) {
    let difference = number &- last
    var zigzag = UInt(bitPattern: (difference << 1) ^ (difference >> (Int.bitWidth - 1)))
    while zigzag >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: zigzag) | 0x80)
      zigzag >>= 7
    }
    bytes.append(UInt8(zigzag))
    last = number
    count += 1
  }

  /// Sets the number at an index after the last one; skipped indexes are zero.
  ///
  /// Zeros before the first other number are not stored.
  package mutating func set(_ number: Int, at index: Int) {
    if number == 0, count == 0 { return }
    while count < index { append(0) }
    append(number)
  }

  package func makeIterator() -> Iterator { Iterator(bytes: bytes) }

  package struct Iterator: IteratorProtocol {
    fileprivate let bytes: [UInt8]
    private var position = 0
    private var last = 0

    fileprivate init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    package mutating func next() -> Int? {
      guard position < bytes.count else { return nil }
      last = last &+ PackedNumbers.difference(bytes, at: &position)
      return last
    }
  }

  /// The difference at a position, which is advanced past it.
  private static func difference(_ bytes: [UInt8], at position: inout Int) -> Int {
    var zigzag: UInt = 0
    var shift: UInt = 0
    while true {
      let byte = bytes[position]
      position += 1
      zigzag |= UInt(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(bitPattern: zigzag >> 1) ^ -Int(bitPattern: zigzag & 1)
  }
}
