import Glibc

/// The folder that the tool was called in.
enum WorkingFolder {
  /// Its path as the shell knows it, by way of the links that led there; nil where it is gone.
  static func path(_ environment: [String: String]) -> String? {
    guard let told = environment["PWD"], told.hasPrefix("/"), isHere(told) else { return physical }
    return told
  }

  /// Its path without symbolic links; nil where it is gone.
  static var physical: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// A path from the root, so that it means the same wherever it is used. Symbolic links stay as they are: what they
  /// lead to may change.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = physical else { return path }
    return "\(folder)/\(path)"
  }

  /// Whether a path leads to it: a program that changed the folder may have left the variable as it was.
  private static func isHere(_ path: String) -> Bool {
    var (told, here) = (stat(), stat())
    guard stat(path, &told) == 0, stat(".", &here) == 0 else { return false }
    return told.st_dev == here.st_dev && told.st_ino == here.st_ino
  }
}
