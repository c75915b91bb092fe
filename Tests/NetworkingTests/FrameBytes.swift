@testable import Networking

/// Bytes in hexadecimal, with optional spaces. Below: frames, and events with a text.
func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.filter { !$0.isWhitespace }
  return stride(from: 0, to: digits.count, by: 2).compactMap { index in
    let start = digits.index(digits.startIndex, offsetBy: index)
    return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
  }
}

/// A frame; a client's frame is masked with an easily visible key.
func frame(
  _ opcode: UInt8, _ payload: [UInt8] = [], final: Bool = true, reserved: UInt8 = 0,
  masked: Bool = false
) -> [UInt8] {
  var frame = [opcode | reserved | (final ? 0x80 : 0)]
  let mask: UInt8 = masked ? 0x80 : 0
  switch payload.count {
  case ..<126: frame.append(mask | UInt8(payload.count))
  case ...0xFFFF:
    frame += [mask | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
  default:
    frame.append(mask | 127)
    frame += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 0xFF) }
  }
  guard masked else { return frame + payload }
  let key: [UInt8] = [0x11, 0x22, 0x33, 0x44]
  return frame + key + payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
}

func text(_ text: String) -> WebSocketEvent { .text(Array(text.utf8)) }
