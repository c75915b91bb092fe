import Encoding
package import Store

/// Reads and appends a file with the versions that this store last had in common with one remote or device without
/// `fields`. `RemoteExchange` (client) and `HubExchanges` (hub) choose the file.
///
/// The last record of an item counts. A big-endian record has 76 bytes: a hash of the item's id (16), a digest of each
/// field (7 × 8), and a CRC-32C of these. A damaged record is ignored: the remote's version is then compared with the
/// current one.
package struct ExchangedFile: Sendable {
  private let folder: any StorageFolder
  private let name: String
  /// The contents of the file, once it was read.
  private var known: [Key: ExchangedVersion]?
  /// Noted versions that are not in the file yet.
  private var news: [Key: ExchangedVersion] = [:]

  /// A hash of an item's id.
  private struct Key: Hashable {
    var high: UInt64
    var low: UInt64

    init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

    init(_ id: String) {
      let bytes = Array(id.utf8)
      high = SipHash.digest(bytes, key: SipHash.Key(0x4f1b_bcdc_a3e2_1d09, 0x8b0f_5f23_90c1_77e5))
      low = SipHash.digest(bytes, key: SipHash.Key(0x92c4_1e7d_05b8_63fa, 0x17aa_d04e_c9b3_2266))
    }
  }

  private static let recordBytes = 16 + 8 * ExchangedVersion.count + 4
  /// The longest file that is read, in bytes. It holds about thirteen million items.
  private static let longest = 1 << 30

  package init(_ folder: any StorageFolder, name: String) {
    (self.folder, self.name) = (folder, name)
  }

  package mutating func version(of id: String) throws -> ExchangedVersion? {
    let key = Key(id)
    if let new = news[key] { return new }
    return try load()[key]
  }

  package mutating func note(_ id: String, _ version: ExchangedVersion) { news[Key(id)] = version }

  /// Appends the noted versions, durably.
  package mutating func flush() throws {
    if news.isEmpty { return }
    let file = try folder.open(name, .appending)
    let rest = try file.size() % Self.recordBytes
    // A truncated record would shift all later ones.
    if rest != 0 { try file.truncate(to: try file.size() - rest) }
    try file.append(Self.bytes(news))
    try file.sync()
    known?.merge(news) { $1 }
    news = [:]
  }

  private mutating func load() throws -> [Key: ExchangedVersion] {
    if let known { return known }
    var found: [Key: ExchangedVersion] = [:]
    var count = 0
    if try folder.identity(of: name) != nil {
      let file = try folder.open(name, .reading)
      let size = try file.size()
      // A longer file is ignored. Only versions noted from now on are known.
      let bytes =
        size > Self.longest ? [] : try file.read(size - size % Self.recordBytes, at: 0)
      for start in stride(from: 0, to: bytes.count, by: Self.recordBytes) {
        count += 1
        guard let (key, version) = Self.record(bytes[start..<start + Self.recordBytes]) else {
          continue
        }
        found[key] = version
      }
    }
    known = found
    if count > 2 * found.count + 1000 { try rewrite(found) }
    return found
  }

  /// Rewrites the file with the last record of each item.
  private func rewrite(_ all: [Key: ExchangedVersion]) throws {
    try folder.replace(name, with: Self.bytes(all))
  }

  private static func bytes(_ versions: [Key: ExchangedVersion]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(versions.count * recordBytes)
    for (key, version) in versions {
      NumberRecord.append([key.high, key.low] + version.digests, to: &bytes)
    }
    return bytes
  }

  private static func record(_ bytes: ArraySlice<UInt8>) -> (Key, ExchangedVersion)? {
    guard let numbers = NumberRecord.numbers(bytes),
      let version = ExchangedVersion(digests: Array(numbers.dropFirst(2)))
    else { return nil }
    return (Key(high: numbers[0], low: numbers[1]), version)
  }
}

extension ExchangedFile {
  private static let ending = ExchangedVersion.fileEnding

  /// Returns the file name of a remote. A restart of delivery uses a new file, so earlier versions are no longer valid.
  static func name(of remote: String, generation: Int) -> String {
    "\(remote).\(generation)\(ending)"
  }

  /// Removes a remote's files except that of a generation.
  static func removeOthers(
    of remote: String, than generation: Int, in folder: any StorageFolder
  ) throws {
    for name in try folder.names() where name.hasSuffix(ending) {
      let parts = name.dropLast(ending.count).split(
        separator: ".", omittingEmptySubsequences: false)
      guard let number = parts.last.flatMap({ Int($0) }), number != generation,
        parts.dropLast().joined(separator: ".") == remote
      else { continue }
      try folder.remove(name)
    }
  }
}
