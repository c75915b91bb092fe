/// Reads a UTF-16 file as UTF-8, such as text from Excel or old Windows programs.
///
/// An unpaired surrogate, or half a character at the end, becomes U+FFFD.
package struct UTF16Text: ByteSource {
  /// The byte order of a unit.
  package enum Order: Sendable {
    case lowFirst, highFirst
  }

  private var source: any ByteSource
  private let order: Order
  /// Bytes of an incomplete unit or surrogate pair.
  private var rest: [UInt8] = []
  /// Decoded UTF-8; the first `given` bytes have been returned.
  private var output: [UInt8] = []
  private var given = 0
  private var isAtEnd = false

  /// The byte order given by a UTF-16 byte order mark, or nil without one.
  package static func order(of bytes: [UInt8]) -> Order? {
    // FF FE 00 00 is the mark of UTF-32.
    if bytes.starts(with: [0xFF, 0xFE]) {
      return bytes.dropFirst(2).starts(with: [0, 0]) ? nil : .lowFirst
    }
    return bytes.starts(with: [0xFE, 0xFF]) ? .highFirst : nil
  }

  /// Starts after the byte order mark.
  package init(_ source: any ByteSource, _ order: Order) throws {
    self.source = source
    self.order = order
    for _ in 0..<2 {
      var byte: UInt8 = 0
      _ = try withUnsafeMutableBytes(of: &byte) { try self.source.read(into: $0) }
    }
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while given == output.count, !isAtEnd { try decode() }
    let count = min(buffer.count, output.count - given)
    output.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[given..<given + count]))
    }
    given += count
    return count
  }

  private mutating func decode() throws {
    let piece = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = try source.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    isAtEnd = piece.isEmpty
    let bytes = rest + piece
    var units = stride(from: 0, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return order == .lowFirst ? first | second << 8 : first << 8 | second
    }
    if !isAtEnd, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
    rest = Array(bytes[(units.count * 2)...])
    let half = isAtEnd && !rest.isEmpty ? "\u{FFFD}" : ""
    (output, given) = (Array((String(decoding: units, as: UTF16.self) + half).utf8), 0)
  }
}
