import Encoding

/// The bytes of hexadecimal digits, on any number of lines.
func hex(_ digits: String) -> [UInt8] {
  let bytes = Hex.decode(digits.utf8.filter { $0 != UInt8(ascii: "\n") })
  precondition(bytes != nil, "no hexadecimal digits: \(digits)")
  return bytes ?? []
}

/// The bytes of a text.
func text(_ string: String) -> [UInt8] { Array(string.utf8) }

/// `count` zero bytes.
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
