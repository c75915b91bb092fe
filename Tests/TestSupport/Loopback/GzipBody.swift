/// Bytes in gzip format (RFC 1952), made without a library.
public struct GzipBody: Sendable {
  /// The compressed bytes, including header and checksum.
  public let bytes: [UInt8]

  /// Stores bytes uncompressed, in stored blocks (RFC 1951, section 3.2.4).
  public init(storing content: [UInt8]) {
    var out = GzipBody.header
    var rest = content[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      out.append(rest.isEmpty ? 1 : 0)
      for value in [length, ~length] { out += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      out += block
    } while !rest.isEmpty
    var checksum = Checksum()
    for byte in content { checksum.add(byte) }
    bytes = out + GzipBody.trailer(checksum, count: content.count)
  }

  /// Repeats one byte at a 160th of the size: a literal, then copies of the previous byte in runs of 258. It uses
  /// the fixed codes (RFC 1951, section 3.2.6).
  public init(repeating byte: UInt8, runs: Int) {
    var bits = BitWriter()
    bits.put(0b011, count: 3)  // the last block, fixed codes
    bits.putCode(
      byte < 144 ? 0x30 + UInt16(byte) : 0x190 + UInt16(byte) - 144, count: byte < 144 ? 8 : 9)
    for _ in 0..<runs {
      bits.putCode(0b1100_0101, count: 8)  // 285: a length of 258
      bits.putCode(0, count: 5)  // a distance of 1
    }
    bits.putCode(0, count: 7)  // 256: the block's end
    var checksum = Checksum()
    let count = 1 + runs * 258
    for _ in 0..<count { checksum.add(byte) }
    bytes = GzipBody.header + bits.bytes + GzipBody.trailer(checksum, count: count)
  }

  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private static func trailer(_ checksum: Checksum, count: Int) -> [UInt8] {
    [checksum.value, UInt32(truncatingIfNeeded: count)].flatMap { value in
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
  }
}

/// The CRC-32 of RFC 1952, section 8.
private struct Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
  private var state: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~state }

  mutating func add(_ byte: UInt8) {
    state = Checksum.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
  }
}

/// Bits packed from the low end of each byte.
private struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var used = 8

  /// Writes a number, low bit first.
  mutating func put(_ value: UInt16, count: Int) {
    for index in 0..<count {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(value >> index & 1) << used
      used += 1
    }
  }

  /// Writes a Huffman code, high bit first.
  mutating func putCode(_ code: UInt16, count: Int) {
    for index in (0..<count).reversed() { put(code >> index & 1, count: 1) }
  }
}
