/// What stands before a frame's payload (RFC 6455, section 5.2).
struct FrameHeader {
  /// The first byte: the final bit, three reserved bits, the opcode.
  var first: UInt8
  /// The payload's length in bytes.
  var length: Int
  /// The key that the payload is masked with; nil where it is not.
  var key: MaskingKey?

  /// The most bytes that a header has.
  static let maximumSize = 14

  /// Whether the frame is the last of its message.
  var isFinal: Bool { first & 0x80 != 0 }
  /// The three reserved bits, in their places.
  var reserved: UInt8 { first & 0x70 }
  /// What the frame is; nil where that is not defined.
  var opcode: Opcode? { Opcode(rawValue: first & 0x0F) }

  /// How many bytes a header has that begins with these two.
  static func size(_ second: UInt8) -> Int {
    let masked = second & 0x80 != 0 ? 4 : 0
    switch second & 0x7F {
    case 126: return 4 + masked
    case 127: return 10 + masked
    default: return 2 + masked
    }
  }

  /// Puts the parts together.
  init(first: UInt8, length: Int, key: MaskingKey?) {
    self.first = first
    self.length = length
    self.key = key
  }

  /// Reads a whole header; throws where its length is not written as it has to be: in the fewest bytes,
  /// and below 2^63.
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

  /// Appends the header.
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
