/// Takes a gzip member's header (RFC 1952, 2.3) from the front of a stream.
struct GzipHeaderReader {
  /// The bits of the flag byte.
  private struct Flags: OptionSet {
    let rawValue: UInt8
    static let headerCRC = Flags(rawValue: 2)
    static let extra = Flags(rawValue: 4)
    static let name = Flags(rawValue: 8)
    static let comment = Flags(rawValue: 16)
    static let reserved = Flags(rawValue: 0xe0)
  }

  /// The longest text that a header may have; the RFC sets no end.
  private static let longestText = 64 << 10

  /// What errors call the stream.
  let name: String
  /// Over the header so far.
  private var crc = CRC32()

  init(name: String) {
    self.name = name
  }

  /// The next header; nil where the stream ends, be it after zeros, which then are taken too.
  mutating func read<Input: ByteStream & ~Copyable>(
    from input: inout StreamBuffer<Input>, isFirst: Bool
  ) throws -> GzipHeader? {
    if !isFirst, try !hasMember(&input) { return nil }
    guard try input.require(2), input.bytes[0] == 0x1f, input.bytes[1] == 0x8b else {
      throw isFirst ? ArchiveError.notGzip(member: name) : .trailingBytes(member: name)
    }
    guard try input.require(10) else { throw ArchiveError.cutShort(member: name) }
    let method = input.bytes[2]
    let flags = Flags(rawValue: input.bytes[3])
    let modified = input.bytes.uint32(at: 4)
    take(10, from: &input)
    guard method == 8 else {
      throw ArchiveError.unsupportedMethod(member: name, method: Int(method))
    }
    guard flags.isDisjoint(with: .reserved) else {
      throw ArchiveError.damaged(member: name, detail: "its header has unknown flags")
    }
    if flags.contains(.extra) {
      guard try input.require(2) else { throw ArchiveError.cutShort(member: name) }
      var left = Int(input.bytes.uint16(at: 0))
      take(2, from: &input)
      while left > 0 {
        guard try input.require(1) else { throw ArchiveError.cutShort(member: name) }
        let count = min(left, input.bytes.count)
        take(count, from: &input)
        left -= count
      }
    }
    let fileName = flags.contains(.name) ? try text(from: &input) : nil
    if flags.contains(.comment) { _ = try text(from: &input) }
    if flags.contains(.headerCRC) {
      guard try input.require(2) else { throw ArchiveError.cutShort(member: name) }
      guard input.bytes.uint16(at: 0) == UInt16(truncatingIfNeeded: crc.value) else {
        throw ArchiveError.damaged(member: name, detail: "its header's checksum is wrong")
      }
      input.consume(2)
    }
    return GzipHeader(
      fileName: fileName.map(Self.decode), modified: modified == 0 ? nil : Int(modified))
  }

  /// Whether there is anything but zeros to come; the zeros are taken.
  private func hasMember<Input: ByteStream & ~Copyable>(
    _ input: inout StreamBuffer<Input>
  ) throws -> Bool {
    while try input.require(1) {
      let zeros = input.bytes.firstIndex { $0 != 0 }
      input.consume(zeros ?? input.bytes.count)
      if zeros != nil { return true }
    }
    return false
  }

  private mutating func take<Input: ByteStream & ~Copyable>(
    _ count: Int, from input: inout StreamBuffer<Input>
  ) {
    crc.update(input.bytes.part(0..<count))
    input.consume(count)
  }

  /// The first 255 bytes of a text that ends in a zero, which is taken whole.
  private mutating func text<Input: ByteStream & ~Copyable>(
    from input: inout StreamBuffer<Input>
  ) throws -> [UInt8] {
    var text: [UInt8] = []
    var length = 0
    while true {
      guard try input.require(1) else { throw ArchiveError.cutShort(member: name) }
      let end = input.bytes.firstIndex(of: 0)
      let part = input.bytes.part(0..<(end ?? input.bytes.count))
      length += part.count
      guard length <= Self.longestText else {
        throw ArchiveError.damaged(member: name, detail: "a text in its header has no end")
      }
      text.append(contentsOf: part.prefix(255 - text.count))
      take(part.count + (end == nil ? 0 : 1), from: &input)
      if end != nil { return text }
    }
  }

  private static func decode(_ text: [UInt8]) -> String {
    String(validating: text, as: UTF8.self)
      ?? String(String.UnicodeScalarView(text.map { UnicodeScalar($0) }))
  }
}
