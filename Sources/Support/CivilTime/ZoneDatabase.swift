import Synchronization

/// Finds time zones by name in the system's zoneinfo files, and the zone of the machine's clock.
///
/// Each zone is read on first use, from a file of a few kilobytes, and cached. Offsets and UTC need no database.
public final class ZoneDatabase: Sendable {
  /// The usual directories of zone files.
  public static let usualDirectories = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
  ]

  private let directories: [String]
  private let environment: [String: String]
  private let files: any ZoneFiles
  private let known = Mutex<[String: Zone]>([:])

  /// Creates a database that searches the directory in `TZDIR`, then the usual ones.
  ///
  /// - Parameters:
  ///   - environment: The environment with `TZDIR` and `TZ`.
  ///   - files: The file system to read from.
  public init(environment: [String: String], files: any ZoneFiles = SystemZoneFiles()) {
    self.environment = environment
    self.files = files
    var directories = ZoneDatabase.usualDirectories
    if let own = environment["TZDIR"], own.hasPrefix("/") { directories.insert(own, at: 0) }
    self.directories = directories
  }

  /// Finds a zone by name. Throws if the name is invalid or unknown, or its file is damaged.
  ///
  /// Accepted are `UTC`, `GMT`, `Z` and offsets: `+02:00`, `-0330`, `+02`, alone or after `UTC` or `GMT`. Offsets count
  /// eastwards. Other names are those of the database, such as `Europe/Berlin`, in exact spelling.
  public func zone(named name: String) throws(TimeZoneError) -> Zone {
    if let zone = Zone.fixed(named: name) { return zone }
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard ZoneDatabase.isName(name) else { throw .notAName(name) }
    for directory in directories {
      let path = "\(directory)/\(name)"
      guard let bytes = try files.read(path, limit: TZifReader.sizeLimit + 1) else { continue }
      let zone = Zone(identifier: name, rules: try TZifReader.read(bytes, name: name))
      known.withLock { $0[name] = zone }
      return zone
    }
    for directory in directories {
      // Every zone database contains this file.
      if try files.read("\(directory)/Etc/UTC", limit: 1) != nil { throw .unknownZone(name) }
    }
    throw .noDatabase(searched: directories, wanted: name)
  }

  /// Returns the zone of this machine's clock.
  ///
  /// The sources are, in order: `TZ`, the link target or the contents of `/etc/localtime`, the name in `/etc/timezone`,
  /// and UTC. An empty `TZ` means UTC, as in POSIX. A `TZ` with an unknown zone throws, because it was not meant as
  /// UTC.
  public func systemZone() throws(TimeZoneError) -> Zone {
    if let value = environment["TZ"] { return try zone(variable: value) }
    if let name = localTimeName(), let zone = try lookUp(name) { return zone }
    let stated = try statedName()
    if let bytes = try files.read("/etc/localtime", limit: TZifReader.sizeLimit + 1) {
      let rules = try TZifReader.read(bytes, name: "/etc/localtime")
      return Zone(identifier: try nameOf(bytes, stated: stated) ?? "localtime", rules: rules)
    }
    if let stated, let zone = try lookUp(stated) { return zone }
    return .utc
  }

  /// Returns the zone of a value of `TZ`.
  private func zone(variable: String) throws(TimeZoneError) -> Zone {
    var name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.isEmpty { return .utc }
    for directory in directories where name.hasPrefix(directory + "/") {
      name = String(name.dropFirst((directory + "/").count))
    }
    do {
      // In `TZ`, `UTC+2` is west of Greenwich. `zone(named:)` would read it as east.
      if ZoneDatabase.isName(name), !name.utf8.contains(UInt8(ascii: "+")) {
        return try zone(named: name)
      }
      if let zone = Zone(posixRule: name) { return zone }
      return try zone(named: name)
    } catch {
      if let zone = Zone(posixRule: name) { return zone }
      throw error
    }
  }

  /// Returns a zone by name; nil if there is no such zone, so that the next source is tried.
  private func lookUp(_ name: String) throws(TimeZoneError) -> Zone? {
    do {
      return try zone(named: name)
    } catch {
      switch error {
      case .unknownZone, .noDatabase, .notAName: return nil
      case .damaged, .unreadable: throw error
      }
    }
  }

  /// The name at the end of the link `/etc/localtime`.
  private func localTimeName() -> String? {
    guard let target = files.linkTarget("/etc/localtime"),
      let end = target.lastRange(of: "/zoneinfo/")
    else { return nil }
    var name = target[end...]
    for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) {
      name = name.dropFirst(prefix.count)
    }
    return String(name)
  }

  /// The name in `/etc/timezone`.
  private func statedName() throws(TimeZoneError) -> String? {
    guard let bytes = try files.read("/etc/timezone", limit: 256) else { return nil }
    let line = bytes.split(separator: UInt8(ascii: "\n")).first ?? []
    let name = String(decoding: line.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
    return ZoneDatabase.isName(name) ? name : nil
  }

  /// Returns the stated name if the file with that name has the same bytes.
  private func nameOf(_ bytes: [UInt8], stated: String?) throws(TimeZoneError) -> String? {
    guard let stated else { return nil }
    for directory in directories {
      if let other = try files.read("\(directory)/\(stated)", limit: TZifReader.sizeLimit) {
        return other == bytes ? stated : nil
      }
    }
    return nil
  }

  /// Whether a text is a valid path below the database. Its parts have letters, digits, `_`, `+` and `-`, with `/`
  /// between them, so it cannot leave the directory.
  static func isName(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= 128 else { return false }
    var partLength = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
        UInt8(ascii: "-"):
        partLength += 1
      case UInt8(ascii: "/"):
        if partLength == 0 { return false }
        partLength = 0
      default:
        return false
      }
    }
    return partLength > 0
  }
}

extension String {
  /// Returns the end of the last occurrence of `part`.
  fileprivate func lastRange(of part: String) -> String.Index? {
    var end = endIndex
    while end > startIndex {
      if self[..<end].hasSuffix(part) { return end }
      end = index(before: end)
    }
    return nil
  }
}
