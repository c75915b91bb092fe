import Foundation
import Glibc
import Synchronization

/// The built tool on its own terminal, as a person runs it.
public final class TerminalProcess: Sendable {
  private let terminal: Mutex<PseudoTerminal?>
  private let child: ChildProcess
  private let shown = Mutex<[UInt8]>([])

  /// Starts the tool, or a shell script with job control whose `"$@"` is the tool.
  public init(
    _ arguments: [String], in directory: TemporaryDirectory, environment: [String: String] = [:],
    script: String? = nil, columns: Int = 100, rows: Int = 24
  ) throws {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    let environment = [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LANG": "C.UTF-8",
      "TERM": "xterm",
    ].merging(environment) { $1 }
    let words = script.map { ["/bin/sh", "-mc", $0, "sh"] } ?? []
    let command = words + [ToolProcess.binary] + arguments
    child = try ChildProcess(
      command[0], Array(command.dropFirst()), environment: environment, folder: directory.path,
      terminal: terminal.path)
    self.terminal = Mutex(terminal)
  }

  /// Whether the terminal is in the mode that shells leave it in.
  public var isUsual: Bool { terminal.withLock { $0?.isUsual ?? false } }

  /// All text that was written to the terminal so far.
  public var text: String {
    let new = terminal.withLock { $0?.read() ?? [] }
    return shown.withLock { shown in
      shown += new
      return String(decoding: shown, as: UTF8.self)
    }
  }

  /// Types, and waits until the terminal shows new text that contains `words`.
  public func type(_ keys: String, until words: String) async throws {
    let before = text.utf8.count
    terminal.withLock { $0?.type(keys) }
    try await wait(for: words, after: before)
  }

  /// Types without waiting.
  public func type(_ keys: String) { terminal.withLock { $0?.type(keys) } }

  /// Waits until the terminal shows some text.
  public func wait(for words: String, after place: Int = 0) async throws {
    try await Pause.until("'\(words)' on the terminal") {
      let isRunning = child.isRunning
      let text = text.utf8.dropFirst(place)
      return String(decoding: text, as: UTF8.self).contains(words) || !isRunning
    }
  }

  /// Changes the terminal's size, and waits for some text.
  public func resize(columns: Int, rows: Int, until words: String) async throws {
    let before = text.utf8.count
    terminal.withLock { $0?.resize(columns: columns, rows: rows) }
    try await wait(for: words, after: before)
  }

  /// Puts the terminal into the mode that shells leave it in.
  public func makeUsual() { terminal.withLock { $0?.makeUsual() } }

  /// Sends a signal.
  public func signal(_ number: Int32) { child.signal(number) }

  /// Sends a signal, and waits for some text.
  public func signal(_ number: Int32, until words: String) async throws {
    let before = text.utf8.count
    child.signal(number)
    try await wait(for: words, after: before)
  }

  /// Closes the terminal while the tool runs.
  public func hangUp() { terminal.withLock { $0 = nil } }

  /// Waits for the tool to end.
  public func status() async throws -> Int32 {
    guard let status = await child.status() else {
      throw Patience.Exhausted(what: "the tool had not ended; the terminal said: \(text)")
    }
    return status
  }
}
