/// Writes tar archives for tests (POSIX ustar).
public struct TarWriter: Sendable {
  private var file: [UInt8] = []

  /// Starts an empty archive.
  public init() {}

  /// The number of bytes written, and the offset of the next header.
  public var size: Int { file.count }

  /// Adds a member; `kind` is its type flag, and `edit` changes its header before the checksum is taken.
  public mutating func add(
    _ name: String, _ contents: [UInt8], kind: Character = "0", declaredSize: Int? = nil,
    edit: (inout [UInt8]) -> Void = { _ in }
  ) {
    var block = Array(name.utf8.prefix(100))
    block += Array(repeating: 0, count: 100 - block.count)
    for field in ["0000644", "0000000", "0000000"] { block += Array(field.utf8) + [0] }
    for number in [declaredSize ?? contents.count, 0] {
      let digits = String(number, radix: 8)
      block += Array((String(repeating: "0", count: 11 - digits.count) + digits).utf8) + [0]
    }
    block += Array("        ".utf8) + Array(String(kind).utf8)
    block += Array(repeating: 0, count: 100) + Array("ustar".utf8) + [0] + Array("00".utf8)
    block += Array(repeating: 0, count: 512 - block.count)
    edit(&block)
    let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
    let checksum = Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8) + [0, 0x20]
    block.replaceSubrange(148..<156, with: checksum)
    addBlocks(block + contents)
  }

  /// Adds pax records, such as `path=a.json`, for the next member; each gets its length.
  public mutating func addRecords(_ records: String..., kind: Character = "x") {
    let lines = records.map { record in
      var length = record.utf8.count + 3
      while "\(length) \(record)\n".utf8.count != length { length += 1 }
      return "\(length) \(record)\n"
    }
    add("records", Array(lines.joined().utf8), kind: kind)
  }

  /// Adds bytes outside all members, padded to whole blocks.
  public mutating func addBlocks(_ bytes: [UInt8]) {
    file += bytes + Array(repeating: 0, count: (512 - bytes.count % 512) % 512)
  }

  /// The archive's bytes in a file.
  public func bytes() -> [UInt8] { file + Array(repeating: 0, count: 1024) }
}
