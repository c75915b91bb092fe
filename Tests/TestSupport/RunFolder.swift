import FoundationEssentials
import Glibc

/// The folder in the system's temporary directory with all files of a test run.
///
/// The run holds a lock in it, which ends with the process in every case. The next run removes the folders of
/// killed runs.
public struct RunFolder: Sendable {
  /// The absolute path, without a trailing slash.
  public let path: String

  private static let prefix = "actionitems-tests-"
  private static let lock = "lock"

  /// An error: a folder's lock could not be taken.
  struct Unlocked: Error {
    let path: String
  }

  /// The folder of this process.
  static let own: Result<RunFolder, any Error> = Result {
    let temporary = FileManager.default.temporaryDirectory.path
    removeLeft(in: temporary)
    let folder = try RunFolder(in: temporary)
    atexit { if let own = try? RunFolder.own.get() { own.remove() } }
    return folder
  }

  /// Makes a folder and holds its lock for the life of the process.
  public init(in temporary: String) throws {
    path = temporary + "/" + Self.prefix + Self.name()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard Self.locked(path, O_CREAT) != nil else { throw Unlocked(path: path) }
  }

  /// Removes the folders of ended runs.
  public static func removeLeft(in temporary: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = temporary + "/" + name
      guard let descriptor = locked(folder, 0) else { continue }
      try? FileManager.default.removeItem(atPath: folder)
      close(descriptor)
    }
  }

  /// Takes a folder's lock; nil if it has none, or another process holds it.
  private static func locked(_ folder: String, _ flags: Int32) -> Int32? {
    let descriptor = open(folder + "/" + lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0o600)
    if descriptor < 0 { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    close(descriptor)
    return nil
  }

  /// An unused name of letters only, since digits might be read as a date.
  static func name() -> String {
    String(decoding: (0..<12).map { _ in UInt8.random(in: 0x61...0x7A) }, as: UTF8.self)
  }

  /// Errors are ignored; the system cleans its temporary directory itself.
  private func remove() { try? FileManager.default.removeItem(atPath: path) }
}
