import CivilTime

/// Builds small zone files, valid or not, byte by byte. Below: `PretendFiles`, files and links in memory.
struct TZifWriter {
  struct LocalType {
    var offset: Int
    var isDaylightSaving: Bool
    /// The offset of the name in `characters`.
    var name: Int
  }

  var version: Character = "2"
  var changes: [Int] = []
  var typeOfChange: [Int] = []
  var types: [LocalType] = []
  var characters = ""
  var footer = ""
  var leapSeconds = 0

  /// Central Europe in 2020 and 2021, with the rule for later years.
  static let berlin = TZifWriter(
    changes: [1_585_443_600, 1_603_587_600, 1_616_893_200, 1_635_642_000],
    typeOfChange: [1, 0, 1, 0],
    types: [
      LocalType(offset: 3600, isDaylightSaving: false, name: 0),
      LocalType(offset: 7200, isDaylightSaving: true, name: 4),
    ],
    characters: "CET\0CEST\0", footer: "CET-1CEST,M3.5.0,M10.5.0/3")

  /// The file's bytes; from version 2 on with a first block that only old readers use.
  var bytes: [UInt8] {
    if version == "\0" { return block(timeSize: 4) }
    var old = self
    old.changes = []
    old.typeOfChange = []
    old.types = [LocalType(offset: -43_200, isDaylightSaving: false, name: 0)]
    old.characters = "OLD\0"
    return old.block(timeSize: 4) + block(timeSize: 8) + Array("\n\(footer)\n".utf8)
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leapSeconds, changes.count, types.count, characters.utf8.count] {
      bytes += bigEndian(count, size: 4)
    }
    for change in changes { bytes += bigEndian(change, size: timeSize) }
    bytes += typeOfChange.map { UInt8($0) }
    for type in types {
      bytes += bigEndian(type.offset, size: 4)
      bytes += [type.isDaylightSaving ? 1 : 0, UInt8(type.name)]
    }
    bytes += Array(characters.utf8)
    for _ in 0..<leapSeconds { bytes += bigEndian(1, size: timeSize) + bigEndian(1, size: 4) }
    return bytes
  }

  private func bigEndian(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// Files that exist only in a test.
struct PretendFiles: ZoneFiles {
  var contents: [String: [UInt8]] = [:]
  var links: [String: String] = [:]
  var refused: Set<String> = []

  func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]? {
    if refused.contains(path) { throw .unreadable(path: path, code: 13) }
    return contents[path].map { Array($0.prefix(limit)) }
  }

  func linkTarget(_ path: String) -> String? { links[path] }

  /// A database with Berlin and UTC in the usual place.
  static let usual = PretendFiles(contents: [
    "/usr/share/zoneinfo/Europe/Berlin": TZifWriter.berlin.bytes,
    "/usr/share/zoneinfo/Etc/UTC": TZifWriter(
      types: [.init(offset: 0, isDaylightSaving: false, name: 0)], characters: "UTC\0",
      footer: "UTC0"
    ).bytes,
  ])
}
