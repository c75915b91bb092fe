/// What a frame is (RFC 6455, section 5.2).
enum Opcode: UInt8 {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xA

  /// Whether the frame may stand between the fragments of a message (section 5.5).
  var isControl: Bool { rawValue & 0x8 != 0 }
}
