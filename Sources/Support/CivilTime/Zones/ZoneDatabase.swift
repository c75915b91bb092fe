import Synchronization

/// The zones that the system knows by name.
///
/// Zones are read once and kept. Reading one takes a file of a few kilobytes; nothing is read
/// before it is asked for. Offsets and UTC need no database.
public final class ZoneDatabase: Sendable {
  /// Where systems keep their zones.
  public static let usualDirectories = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo",
  ]

  private let directories: [String]
  private let environment: [String: String]
  private let files: any ZoneFiles
  private let known = Mutex<[String: Zone]>([:])

  /// Makes a database over the directory that `TZDIR` names, then the usual ones.
  ///
  /// - Parameters:
  ///   - environment: `TZDIR` and `TZ` are looked up in it.
  ///   - files: the files that are read.
  public init(environment: [String: String], files: any ZoneFiles = SystemZoneFiles()) {
    self.environment = environment
    self.files = files
    var directories = ZoneDatabase.usualDirectories
    if let own = environment["TZDIR"], own.hasPrefix("/") { directories.insert(own, at: 0) }
    self.directories = directories
  }

  /// Finds a zone by what people and exports call it.
  ///
  /// Taken are `UTC`, `GMT`, `Z`, offsets (`+02:00`, `-0330`, `+02`, the same after `UTC` or `GMT`,
  /// which count eastwards) and the names of the database, such as `Europe/Berlin`, in their own
  /// spelling. Throws where the name is none, is not there, or its file is damaged.
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
      // Every database has this one.
      if try files.read("\(directory)/Etc/UTC", limit: 1) != nil { throw .unknownZone(name) }
    }
    throw .noDatabase(searched: directories, wanted: name)
  }

  /// The zone that this machine's clock is set to.
  ///
  /// It is what `TZ` says; else what `/etc/localtime` is a link to, or holds; else what
  /// `/etc/timezone` names; else UTC. A `TZ` that is set to nothing is UTC, as POSIX has it; one that
  /// names no zone throws, because whoever set it meant something else than UTC.
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

  /// The zone that a value of `TZ` stands for.
  private func zone(variable: String) throws(TimeZoneError) -> Zone {
    var name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    if name.isEmpty { return .utc }
    for directory in directories where name.hasPrefix(directory + "/") {
      name = String(name.dropFirst((directory + "/").count))
    }
    do {
      // Not as people write it: in POSIX, `UTC+2` lies west of Greenwich.
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

  /// A zone by name; nil where there is none of that name, so that the next source is asked.
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

  /// The stated name, if the file of that name holds the very bytes.
  private func nameOf(_ bytes: [UInt8], stated: String?) throws(TimeZoneError) -> String? {
    guard let stated else { return nil }
    for directory in directories {
      if let other = try files.read("\(directory)/\(stated)", limit: TZifReader.sizeLimit) {
        return other == bytes ? stated : nil
      }
    }
    return nil
  }

  /// Whether a text may be a file's path below the database: parts of letters, digits, `_`, `+` and
  /// `-` with `/` between them, so that no name leads out of it.
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
  /// Where the last occurrence of `part` ends.
  fileprivate func lastRange(of part: String) -> String.Index? {
    var end = endIndex
    while end > startIndex {
      if self[..<end].hasSuffix(part) { return end }
      end = index(before: end)
    }
    return nil
  }
}
