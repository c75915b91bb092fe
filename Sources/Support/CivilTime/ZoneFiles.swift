import System

/// The file access of `ZoneDatabase`, which tests replace. `SystemZoneFiles` reads the machine's files.
public protocol ZoneFiles: Sendable {
  /// Returns the contents of a file, at most `limit` bytes; nil if there is no such file.
  func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]?
  /// Returns the target of a symbolic link, unresolved; nil for anything else.
  func linkTarget(_ path: String) -> String?
}

/// The files of the machine.
public struct SystemZoneFiles: ZoneFiles {
  /// Creates an instance. It has no state.
  public init() {}

  /// Reads a regular file. Any other file counts as missing.
  public func read(_ path: String, limit: Int) throws(TimeZoneError) -> [UInt8]? {
    do throws(SystemError) {
      let file = try Descriptor(path, .withoutWaiting)
      guard try file.status().kind == .file else { return nil }
      return Array(try file.readAll(limit: limit).prefix(limit))
    } catch {
      if error == .missing || error == .notAFolder { return nil }
      throw .unreadable(path: path, code: error.number)
    }
  }

  /// Returns the target of a link; nil for other files, missing ones, and targets of 4,096 bytes or more.
  public func linkTarget(_ path: String) -> String? { FileSystem.linkTarget(path) }
}
