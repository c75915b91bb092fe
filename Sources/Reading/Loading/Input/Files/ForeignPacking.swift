/// Archive and compression formats that are recognised but not read.
package enum ForeignPacking: String, CaseIterable, Sendable {
  case bzip2
  case xz
  case zstd = "Zstandard"
  case sevenZip = "7-Zip"
  case rar = "RAR"

  /// Recognises the format by the file's first bytes; returns nil for any other file.
  init?(_ sample: FormatSample) {
    guard let found = Self.allCases.first(where: { sample.bytes.starts(with: $0.mark) }) else {
      return nil
    }
    // bzip2's mark could also be text. A digit follows, then the mark of a block or of the end.
    if found == .bzip2 {
      let rest = sample.bytes.dropFirst(3)
      guard let level = rest.first, (0x31...0x39).contains(level),
        [0x31, 0x17].contains(rest.dropFirst().first)
      else { return nil }
    }
    self = found
  }

  private var mark: [UInt8] {
    switch self {
    case .bzip2: Array("BZh".utf8)
    case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
    case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
    case .sevenZip: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]
    case .rar: Array("Rar!".utf8) + [0x1A, 0x07]
    }
  }
}
