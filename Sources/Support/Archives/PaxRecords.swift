/// The pax records of a tar that describe the next member, such as `25 path=chats/general.json\n`.
///
/// Each record starts with its own length in bytes.
struct PaxRecords {
  private(set) var path: [UInt8]?
  private(set) var size: Int?
  /// Whether GNU tar wrote the member as a sparse file.
  private(set) var isSparse = false

  init() {}

  /// Reads records up to the first invalid one; the last of two with the same key wins.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let space = rest.prefix(20).firstIndex(of: 0x20),
      let length = Self.number(rest[..<space]), length > space - rest.startIndex,
      length <= rest.count
    {
      let end = rest.startIndex + length
      let record = rest[(space + 1)..<end]
      rest = rest[end...]
      guard record.last == 0x0A, let equals = record.firstIndex(of: UInt8(ascii: "=")) else {
        return
      }
      let key = record[..<equals]
      let value = record[(equals + 1)...].dropLast()
      if key.elementsEqual("path".utf8) {
        path = Array(value)
      } else if key.elementsEqual("size".utf8) {
        size = Self.number(value)
      } else if key.starts(with: "GNU.sparse.".utf8) {
        isSparse = true
      }
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value = 0
    for digit in digits {
      guard 0x30...0x39 ~= digit else { return nil }
      value = value * 10 + Int(digit & 0xF)
    }
    return value
  }
}
