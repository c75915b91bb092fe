import CSpawn
import Glibc

/// The `openssl` command, for tests that need certificates or an independent TLS server.
public enum OpenSSL {
  /// A command that could not run, or failed.
  public struct Failure: Error, CustomStringConvertible {
    let arguments: [String]
    /// The failed command.
    public var description: String { "openssl \(arguments.joined(separator: " ")) failed" }
  }

  /// Whether the command exists; tests that need it are skipped without it.
  public static var isInstalled: Bool { access(path, X_OK) == 0 }

  private static let path = "/usr/bin/openssl"

  /// Runs the command to its end.
  static func run(_ arguments: [String]) throws {
    let child = try start(arguments, output: nil)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw Failure(arguments: arguments) }
  }

  /// Starts the command with standard output on a descriptor, or discarded; returns its process id.
  static func start(_ arguments: [String], output: Int32?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var child = pid_t()
    guard posix_spawn(&child, path, &actions, nil, words, environ) == 0 else {
      throw Failure(arguments: arguments)
    }
    return child
  }
}
