import FoundationEssentials

/// A directory of one test, removed when the test releases it.
public final class TemporaryDirectory: Sendable {
  /// The directory's absolute path, without a trailing slash.
  public let path: String

  /// Makes an empty directory in the folder of this run.
  public init() throws {
    path = try RunFolder.own.get().path + "/" + RunFolder.name()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// Makes a directory with one file.
  public convenience init(_ bytes: some Sequence<UInt8>, in name: String) throws {
    try self.init()
    try write(bytes, to: name)
  }

  /// Makes a directory with one text file.
  public convenience init(_ text: String, in name: String) throws {
    try self.init(Array(text.utf8), in: name)
  }

  /// Makes a directory with a copy of another one's contents.
  public init(copying other: TemporaryDirectory) throws {
    path = try RunFolder.own.get().path + "/" + RunFolder.name()
    try FileManager.default.copyItem(atPath: other.path, toPath: path)
  }

  deinit {
    // Errors are ignored; the system cleans its temporary directory itself.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, making missing folders, and returns its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a text file, making missing folders, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a text file of lines.
  public func write(lines: [String], to name: String) throws {
    try write(lines.joined(separator: "\n") + "\n", to: name)
  }

  /// The permission bits of a file.
  public func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
  }

  /// Whether there is a file of this name.
  public func has(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/" + name)
  }

  /// The text of a file.
  public func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  /// The bytes of a file.
  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path).appending(path: name)))
  }
}
