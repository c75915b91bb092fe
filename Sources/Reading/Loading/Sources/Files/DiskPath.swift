import Glibc

/// A path as the system knows it: bytes, which need not be UTF-8.
struct DiskPath: Sendable {
  /// The bytes, ended by a NUL.
  private let bytes: [CChar]
  /// The folder that a relative path begins in; nil where nobody says.
  private let start: String?
  /// Follows the reading of what is there; nil where nobody does.
  let watch: (any FileWatch)?

  init(_ path: String, from start: String? = nil, watch: (any FileWatch)? = nil) {
    self.init(bytes: path.utf8CString.map { $0 }, start: start, watch: watch)
  }

  private init(bytes: [CChar], start: String?, watch: (any FileWatch)?) {
    (self.bytes, self.start, self.watch) = (bytes, start, watch)
  }

  /// The path of an entry in this folder; `name` is ended by a NUL.
  func appending(_ name: [CChar]) -> DiskPath {
    var joined = bytes
    joined.removeLast()
    if joined.last != CChar(UInt8(ascii: "/")) { joined.append(CChar(UInt8(ascii: "/"))) }
    return DiskPath(bytes: joined + name, start: start, watch: watch)
  }

  /// The path from the root on, without `.`, `..` and doubled slashes: the same from whichever folder it
  /// is named, so that names of folders in it may name a conversation. Links are not followed.
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

  /// The path without symbolic links; nil where it leads nowhere, or is no text.
  var resolved: String? {
    withCString { path in
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(validatingCString: resolved)
    }
  }

  /// Whether it leads to something in a folder, or to the folder itself, that was resolved.
  func lies(in folder: String) -> Bool {
    guard let resolved else { return false }
    return resolved == folder || resolved.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// What the system tells of what it leads to.
  func status() throws(LoadingError) -> stat {
    var status = stat()
    if withCString({ stat($0, &status) }) != 0 {
      throw .unreadable(path: description, reason: .system(errno))
    }
    return status
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result { body(bytes) }
}

extension DiskPath: CustomStringConvertible {
  /// The path for messages; what is not UTF-8 is mended.
  var description: String { withCString { String(cString: $0) } }
}
