public import Foundation

/// The built tool as a process, with an environment, a store and a working folder of its own.
///
/// `ACTIONITEMS_BINARY` names the binary; without it, the debug build of this checkout is run.
public final class ToolProcess: Sendable {
  /// How a process ended and what it said.
  public struct Outcome: Sendable {
    /// The exit status; 128 and the number for a process that a signal ended.
    public var status: Int32
    /// Standard output.
    public var output: String
    /// Standard error.
    public var errors: String

    /// The lines of standard output.
    public var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The binary that is run.
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

  /// Waits for the end; a process that finds none is killed, and that is thrown.
  public func outcome() async throws -> Outcome {
    guard let status = await child.status() else {
      throw Patience.Exhausted(
        what: "process \(child.identifier) had not ended; it had said: \(try errors())")
    }
    return Outcome(status: status, output: try output(), errors: try errors())
  }

  /// What it has written to standard output so far.
  public func output() throws -> String {
    String(decoding: try directory.read(outputName), as: UTF8.self)
  }

  private func errors() throws -> String {
    String(decoding: try directory.read(errorName), as: UTF8.self)
  }

  /// Waits until standard output has so many lines, or the process ends.
  public func waitForLines(_ count: Int) async throws {
    try await waitForOutput { $0.utf8.count(where: { $0 == 0x0A }) >= count }
  }

  /// Waits until standard output is as it should be, or the process ends.
  public func waitForOutput(_ isEnough: (String) -> Bool) async throws {
    while child.isRunning, try !isEnough(output()) { await Pause.short() }
  }

  /// Waits until standard error says something, and returns the word behind it.
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

  /// That a process ended without saying what it was to say.
  public struct Silent: Error {
    /// What it said instead.
    public let errors: String
  }

  /// Sends a signal.
  public func signal(_ number: Int32) { child.signal(number) }

  /// The process's number.
  public var identifier: Int32 { child.identifier }
}

/// Lets other processes go on while a test looks again and again for what they do.
public enum Pause {
  /// A hundredth of a second.
  public static func short() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
    }
  }

  /// Waits until something is so; throws where that takes too long.
  public static func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(Patience.seconds)
    while try await !isSo() {
      guard .now < end else { throw Patience.Exhausted(what: "\(what) has not come") }
      await short()
    }
  }
}
