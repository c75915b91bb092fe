/// The codes for colours and styles that IRC programs and terminals put into text.
enum ControlCodes {
  /// Whether a line has any control character but tabs.
  static func contains(_ line: Bytes) -> Bool { line.contains { $0 < 0x20 && $0 != 0x09 } }

  /// The line without codes: mIRC's colours and styles, and the escapes of ECMA-48.
  static func removed(from line: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(line.count)
    var cursor = ByteCursor(line)
    while let byte = cursor.next {
      cursor.position += 1
      switch byte {
      case 0x03:
        // One or two digits, and behind a comma as many again.
        if cursor.takeDigits(upTo: 2), cursor.next == UInt8(ascii: ","),
          cursor.position + 1 < line.count, line[cursor.position + 1].isASCIIDigit
        {
          cursor.position += 1
          cursor.takeDigits(upTo: 2)
        }
      case 0x1B:
        guard cursor.take(UInt8(ascii: "[")) else { continue }
        while let parameter = cursor.next, (0x20...0x3F).contains(parameter) {
          cursor.position += 1
        }
        if let final = cursor.next, (0x40...0x7E).contains(final) { cursor.position += 1 }
      case 0x09, 0x20...: plain.append(byte)
      default: break
      }
    }
    return plain
  }
}

extension ByteCursor {
  @discardableResult
  fileprivate mutating func takeDigits(upTo limit: Int) -> Bool {
    var count = 0
    while count < limit, let byte = next, byte.isASCIIDigit {
      position += 1
      count += 1
    }
    return count > 0
  }
}
