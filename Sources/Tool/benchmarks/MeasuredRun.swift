import Foundation

/// Runs a program as a child process, and measures its time and memory.
struct MeasuredRun: Sendable {
  /// Wall-clock seconds.
  let wall: Double
  /// Processor seconds.
  let processor: Double
  /// Peak memory in megabytes.
  let memory: Double
  /// The standard output.
  let output: String
  /// Whether the run was stopped at its limit.
  let isGivenUp: Bool

  /// Runs a program to its end, or until it has used `limit` processor seconds.
  /// - Throws: An error if its exit status is not 0.
  init(
    _ command: [String], environment: [String: String] = [:], limit: Int? = nil
  ) throws {
    // A soft limit sends SIGXCPU. At a hard one the run is killed, as it is when memory runs out.
    let limiting = limit.map {
      [
        "/bin/sh", "-c",
        "ulimit -c 0; ulimit -H -t \($0 + 5); ulimit -S -t \($0); exec \"$0\" \"$@\"",
      ]
    }
    let words = (limiting ?? []) + command
    let path = FileManager.default.temporaryDirectory
      .appending(path: "measured-\(ProcessInfo.processInfo.processIdentifier)").path
    defer { unlink(path) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + values { free(text) } }
    var child: pid_t = 0
    let start = ContinuousClock.now
    let problem = posix_spawnp(&child, words[0], &actions, nil, &arguments, &values)
    guard problem == 0 else { throw Failure(words: words, status: problem) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    isGivenUp = limit != nil && status & 0x7F == SIGXCPU
    guard status == 0 || isGivenUp else { throw Failure(words: words, status: status) }
    wall = (ContinuousClock.now - start) / .seconds(1)
    processor = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
    memory = Double(usage.ru_maxrss) / 1024
    output = try String(contentsOfFile: path, encoding: .utf8)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }

  /// A run that failed.
  private struct Failure: Error, CustomStringConvertible {
    let words: [String]
    let status: Int32
    var description: String { "\(words.joined(separator: " ")) ended with \(status)" }
  }
}
