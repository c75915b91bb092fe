/// Ways of packing that are told from anything else, and not unpacked.
package enum ForeignPacking: String, CaseIterable, Sendable {
  case bzip2
  case xz
  case zstd = "Zstandard"
  case sevenZip = "7-Zip"
  case rar = "RAR"

  /// The way in which a file is packed, by how it begins; nil for any other file.
  init?(_ sample: FormatSample) {
    guard let found = Self.allCases.first(where: { sample.bytes.starts(with: $0.mark) }) else {
      return nil
    }
    // The first one is text so far: a digit and a block's mark, or that of the end, go on.
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
