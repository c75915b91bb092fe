/// Writes tar archives for tests (POSIX ustar).
public struct TarWriter: Sendable {
  private var file: [UInt8] = []

  /// Starts an empty archive.
  public init() {}

  /// Adds a member; `kind` is its type flag.
  public mutating func add(
    _ name: String, _ contents: [UInt8], kind: Character = "0", declaredSize: Int? = nil
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
    let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
    let checksum = Array((String(repeating: "0", count: 6 - sum.count) + sum).utf8) + [0, 0x20]
    block.replaceSubrange(148..<156, with: checksum)
    file += block + contents
    file += Array(repeating: 0, count: (512 - contents.count % 512) % 512)
  }

  /// The archive as a file has it.
  public func bytes() -> [UInt8] { file + Array(repeating: 0, count: 1024) }
}
