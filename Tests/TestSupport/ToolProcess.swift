public import Foundation

/// The built tool, or another program, as a process with its own environment, store and working folder.
///
/// `ACTIONITEMS_BINARY` names the binary; without it, the debug build of this checkout runs. Below: `Pause`, for tests
/// that poll.
public final class ToolProcess: Sendable {
  /// The end of a process, and its output.
  public struct Outcome: Sendable {
    /// The exit status, or 128 plus the number of the signal that ended the process.
    public var status: Int32
    /// Standard output.
    public var output: String
    /// Standard error.
    public var errors: String

    /// The lines of standard output.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The path of the binary.
  public static let binary: String = {
    let root = Golden.fixtures.deletingLastPathComponent()
    let named = ProcessInfo.processInfo.environment["ACTIONITEMS_BINARY"]
    return named.map { URL(filePath: $0, relativeTo: root).path }
      ?? root.appending(path: ".build/debug/actionitems").path
  }()

  private let directory: TemporaryDirectory
  private let child: ChildProcess
  private let outputName: String
  private let errorName: String

  /// Starts the tool, or another program. Output goes to files in `directory`, or to `output`.
  public init(
    _ arguments: [String], in directory: TemporaryDirectory, environment: [String: String] = [:],
    input: String = "", output: FileHandle? = nil, program: String = ToolProcess.binary
  ) throws {
    self.directory = directory
    let name = UUID().uuidString
    outputName = name + ".out"
    errorName = name + ".err"
    try directory.write(input, to: name + ".in")
    for file in [outputName, errorName] { try directory.write("", to: file) }
    let environment = [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LANG": "C.UTF-8",
    ].merging(environment) { $1 }
    func file(_ name: String) -> URL { URL(filePath: directory.path).appending(path: name) }
    let streams = [
      try FileHandle(forReadingFrom: file(name + ".in")),
      try output ?? FileHandle(forWritingTo: file(outputName)),
      try FileHandle(forWritingTo: file(errorName)),
    ]
    child = try ChildProcess(
      program, arguments, environment: environment, folder: directory.path,
      streams: streams.map(\.fileDescriptor))
    withExtendedLifetime(streams) {}
  }

  /// Runs the tool to its end.
  public static func run(
    _ arguments: String..., in directory: TemporaryDirectory, environment: [String: String] = [:],
    input: String = ""
  ) async throws -> Outcome {
    try await ToolProcess(arguments, in: directory, environment: environment, input: input)
      .outcome()
  }

  /// Waits for the end; kills a process that does not end, and throws.
  public func outcome() async throws -> Outcome {
    guard let status = await child.status() else {
      throw Patience.Exhausted(
        what: "process \(child.identifier) had not ended; it had said: \(try errors())")
    }
    return Outcome(status: status, output: try output(), errors: try errors())
  }

  /// The standard output so far.
  public func output() throws -> String {
    String(decoding: try directory.read(outputName), as: UTF8.self)
  }

  private func errors() throws -> String {
    String(decoding: try directory.read(errorName), as: UTF8.self)
  }

  /// Waits until standard output has `count` lines, or the process ends.
  public func waitForLines(_ count: Int) async throws {
    try await waitForOutput { $0.utf8.count(where: { $0 == 0x0A }) >= count }
  }

  /// Waits until standard output satisfies a condition, or the process ends.
  public func waitForOutput(_ isEnough: (String) -> Bool) async throws {
    while child.isRunning, try !isEnough(output()) { await Pause.short() }
  }

  /// Waits until standard error contains some text, and returns the word after it.
  public func waitForErrors(containing words: String) async throws -> String {
    var word: String?
    try await Pause.until("'\(words)'") {
      let isRunning = child.isRunning
      let text = try errors()
      if let found = text.firstRange(of: words), text[found.upperBound...].contains("\n") {
        word = String(text[found.upperBound...].prefix { !$0.isWhitespace })
      }
      return word != nil || !isRunning
    }
    guard let word else { throw Silent(errors: try errors()) }
    return word
  }

  /// An error: a process ended without the expected text.
  public struct Silent: Error {
    /// The standard error instead.
    public let errors: String
  }

  /// Terminates the process and waits for its end.
  @discardableResult
  public func end() async throws -> Outcome {
    signal(SIGTERM)
    return try await outcome()
  }

  /// Sends a signal.
  public func signal(_ number: Int32) { child.signal(number) }

  /// The process id.
  public var identifier: Int32 { child.identifier }
}

/// Lets other processes run while a test polls for their effects.
public enum Pause {
  /// Sleeps for a hundredth of a second.
  public static func short() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
    }
  }

  /// Waits until a condition holds; throws when that takes too long.
  public static func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(Patience.seconds)
    while try await !isSo() {
      guard .now < end else { throw Patience.Exhausted(what: "\(what) has not come") }
      await short()
    }
  }
}
