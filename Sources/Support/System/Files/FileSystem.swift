import Glibc

/// Works on files and folders by path: renames, removes, creates, lists, resolves; checks access and free space.
///
/// Paths are NUL-terminated and need not be UTF-8. Files are opened and read by `Descriptor`.
package enum FileSystem {
  /// Gives a file another name, and replaces the file that has it.
  package static func rename(
    _ path: UnsafePointer<CChar>, to other: UnsafePointer<CChar>
  ) throws(SystemError) {
    try system { Glibc.rename(path, other) }
  }

  /// Removes a file.
  package static func remove(_ path: UnsafePointer<CChar>) throws(SystemError) {
    try system { unlink(path) }
  }

  package static func removeFolder(_ path: UnsafePointer<CChar>) throws(SystemError) {
    try system { rmdir(path) }
  }

  /// Creates a folder that is private to its owner.
  package static func makeFolder(_ path: UnsafePointer<CChar>) throws(SystemError) {
    try system { mkdir(path, 0o700) }
  }

  /// Makes the new names in a folder survive a power cut.
  package static func syncFolder(_ path: UnsafePointer<CChar>) throws(SystemError) {
    try Descriptor(path, .folder).sync()
  }

  /// The names in a folder in no order, each with its NUL, without `.` and `..`.
  package static func names(in path: UnsafePointer<CChar>) throws(SystemError) -> [[CChar]] {
    guard let folder = opendir(path) else { throw .last }
    defer { closedir(folder) }
    var names: [[CChar]] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw .last }
        return names
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
      }
      if name != [0x2E, 0], name != [0x2E, 0x2E, 0] { names.append(name) }
    }
  }

  /// The absolute path without symbolic links; nil if it does not exist or is not UTF-8.
  package static func resolved(_ path: UnsafePointer<CChar>) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// The target of a symbolic link, unresolved; nil for other files, and for targets of 4,096 bytes or more.
  package static func linkTarget(_ path: UnsafePointer<CChar>) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0, count < buffer.count else { return nil }
    return String(decoding: buffer[..<count].lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The bytes that may still be written to the file system of a path.
  package static func freeBytes(at path: UnsafePointer<CChar>) throws(SystemError) -> Int {
    var status = statvfs()
    try system { statvfs(path, &status) }
    return Int(status.f_bavail) * Int(status.f_frsize)
  }

  package enum Access { case reading, writing, executing }

  /// Throws if this process may not read, write or execute a file.
  package static func check(
    _ path: UnsafePointer<CChar>, for access: Access
  ) throws(SystemError) {
    let mode =
      switch access {
      case .reading: R_OK
      case .writing: W_OK
      case .executing: X_OK
      }
    try system { Glibc.access(path, mode) }
  }
}
