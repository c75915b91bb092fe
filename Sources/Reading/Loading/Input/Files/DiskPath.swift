import System

/// A path as the system knows it: bytes that need not be UTF-8.
struct DiskPath: Sendable {
  /// The bytes, NUL-terminated.
  let bytes: [CChar]
  /// The folder that a relative path starts from, or nil if unknown.
  private let start: String?
  /// The watch to notify when the file is read, or nil.
  let watch: (any FileWatch)?

  init(_ path: String, from start: String? = nil, watch: (any FileWatch)? = nil) {
    self.init(bytes: path.utf8CString.map { $0 }, start: start, watch: watch)
  }

  private init(bytes: [CChar], start: String?, watch: (any FileWatch)?) {
    (self.bytes, self.start, self.watch) = (bytes, start, watch)
  }

  /// Returns the path of an entry in this folder; `name` is NUL-terminated.
  func appending(_ name: [CChar]) -> DiskPath {
    var joined = bytes
    joined.removeLast()
    if joined.last != CChar(UInt8(ascii: "/")) { joined.append(CChar(UInt8(ascii: "/"))) }
    return DiskPath(bytes: joined + name, start: start, watch: watch)
  }

  /// The absolute path without `.`, `..` and doubled slashes.
  ///
  /// It does not depend on the working directory, so folder names in it can name a conversation. Symbolic links are not
  /// followed.
  var location: String {
    let path = description
    let isAbsolute = path.hasPrefix("/")
    guard isAbsolute || start != nil else { return path }
    var parts: [Substring] = []
    for part in (isAbsolute ? path : "\(start ?? "")/\(path)").split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path with symbolic links resolved, or nil if it does not exist or is not UTF-8.
  var resolved: String? { FileSystem.resolved(bytes) }

  /// Whether the path resolves to `folder` or to something in it; `folder` is a resolved path.
  func lies(in folder: String) -> Bool {
    guard let resolved else { return false }
    return resolved == folder || resolved.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Returns the system's status of the file that the path leads to.
  func status(followsLinks: Bool = true) throws(LoadingError) -> FileStatus {
    try LoadingError.naming(description) { () throws(SystemError) in
      try FileStatus(of: bytes, followsLinks: followsLinks)
    }
  }
}

extension DiskPath: CustomStringConvertible {
  /// The path for messages, with invalid UTF-8 repaired.
  var description: String {
    String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
