extension [UInt8] {
  /// Appends a number of at least zero in decimal, padded with zeros to `width`.
  package mutating func appendDigits(_ value: Int, width: Int) {
    if width == 2, value < 100 {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
      return
    }
    var divisor = 1
    var digits = 1
    while digits < width || value / divisor >= 10 {
      divisor *= 10
      digits += 1
    }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}

extension String {
  /// Makes a string from bytes that `write` appends; they must be UTF-8.
  init(utf8 capacity: Int, _ write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
