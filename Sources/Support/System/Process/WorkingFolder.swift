import Glibc

/// The working directory of the process.
package enum WorkingFolder {
  /// Its path as the shell knows it, with symbolic links; nil if it was deleted.
  package static func path(_ environment: [String: String]) -> String? {
    guard let told = environment["PWD"], told.hasPrefix("/"), isHere(told) else { return physical }
    return told
  }

  /// Its path without symbolic links; nil if it was deleted.
  static var physical: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Returns an absolute path. Symbolic links are not resolved because their targets may change.
  package static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = physical else { return path }
    return "\(folder)/\(path)"
  }

  /// Whether a path leads to the working directory. `PWD` may be outdated if a program changed the directory.
  private static func isHere(_ path: String) -> Bool {
    guard let told = try? FileStatus(of: path), let here = try? FileStatus(of: ".") else {
      return false
    }
    return told.identity == here.identity
  }
}
