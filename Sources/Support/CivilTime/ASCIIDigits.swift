/// Appends decimal numbers as ASCII with leading zeros, to write dates and times.
/// Below: an initializer of `String` from appended bytes.
extension [UInt8] {
  /// Appends a non-negative number in decimal, padded with zeros to `width`.
  package mutating func appendDigits(_ value: Int, width: Int) {
    if width == 2, value < 100 {
      append(addingCapacity: 2) { output in
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
        output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
      }
      return
    }
    var digits = 1
    var bound: UInt = 10
    // The largest Int has 19 digits. The bound `.max` ends the loop there.
    while digits < width || UInt(value) >= bound {
      digits += 1
      bound = digits < 19 ? bound * 10 : .max
    }
    append(addingCapacity: digits) { output in
      output.withUnsafeMutableBufferPointer { room, filled in
        var rest = UInt(value)
        for place in (filled..<filled + digits).reversed() {
          room[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
        filled += digits
      }
    }
  }
}

extension String {
  /// Creates a string from the bytes that `write` appends. They must be UTF-8.
  init(utf8 capacity: Int, _ write: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    write(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
