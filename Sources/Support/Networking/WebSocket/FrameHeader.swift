/// The header of a WebSocket frame, parsed or to be written (RFC 6455, section 5.2). `Opcode` is the frame's type.
struct FrameHeader {
  /// The first byte: the final bit, three reserved bits, the opcode.
  var first: UInt8
  var length: Int
  /// The masking key of the payload; nil if it is not masked.
  var key: MaskingKey?

  static let maximumSize = 14

  var isFinal: Bool { first & 0x80 != 0 }
  /// The three reserved bits, in their positions.
  var reserved: UInt8 { first & 0x70 }
  var opcode: Opcode? { Opcode(rawValue: first & 0x0F) }

  /// Returns the size in bytes of a header with this second byte.
  static func size(_ second: UInt8) -> Int {
    let masked = second & 0x80 != 0 ? 4 : 0
    switch second & 0x7F {
    case 126: return 4 + masked
    case 127: return 10 + masked
    default: return 2 + masked
    }
  }
}

extension FrameHeader {
  /// Parses a whole header. Throws if the length is not encoded in the fewest bytes, or not below 2^63.
  init(_ bytes: some Collection<UInt8>) throws(WebSocketFault) {
    var bytes = bytes.makeIterator()
    func number(_ count: Int) -> UInt64 {
      (0..<count).reduce(0) { value, _ in value << 8 | UInt64(bytes.next() ?? 0) }
    }
    first = UInt8(number(1))
    let second = UInt8(number(1))
    switch second & 0x7F {
    case 126:
      length = Int(number(2))
      if length < 126 { throw .lengthNotShortest }
    case 127:
      let long = number(8)
      if long <= 0xFFFF { throw .lengthNotShortest }
      guard let fitting = Int(exactly: long) else { throw .lengthOutOfRange }
      length = fitting
    default: length = Int(second & 0x7F)
    }
    key = second & 0x80 != 0 ? MaskingKey(UInt32(number(4))) : nil
  }

  func append(to bytes: inout [UInt8]) {
    let mask: UInt8 = key == nil ? 0 : 0x80
    bytes.append(first)
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    switch length {
    case ..<126: bytes.append(mask | UInt8(length))
    case ...0xFFFF:
      bytes.append(mask | 126)
      append(UInt16(length))
    default:
      bytes.append(mask | 127)
      append(UInt64(length))
    }
    if let key { append(key.number) }
  }
}

/// The type of a frame (RFC 6455, section 5.2).
enum Opcode: UInt8 {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA

  /// Whether the frame is a control frame, which may come between the fragments of a message (section 5.5).
  var isControl: Bool { rawValue & 0x8 != 0 }
}
