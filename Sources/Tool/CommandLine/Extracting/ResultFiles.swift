import CivilTime
import Extraction
import Store
import System

/// The files that a run writes outside the store: opens `--rejected` and `--answers-log`, writes `--summary` and
/// `--metrics`, and checks the paths of all of these and of `--page`.
struct ResultFiles {
  let invocation: Invocation

  /// Checks the output files before the run. None may be an input, since writing it would destroy an export. Their
  /// folders must exist.
  /// - Throws: `CommandFailure` with status 2 if a file cannot be used.
  func check() throws {
    let inputs = Set(invocation.operands.compactMap(Self.place))
    let options = [
      RunOptionSet.summary, RunOptionSet.metrics, RunOptionSet.rejected, RunOptionSet.answersLog,
      RunOptionSet.page,
    ]
    try invocation.checkOutputs(options)
    for option in options {
      guard let path = invocation.path(of: option) else { continue }
      try refuse(
        if: Self.place(path).map(inputs.contains) ?? false,
        "--\(option.name) \(path) would overwrite an input; use another file")
      if let open = Descriptor.opened(at: path) {
        try refuse(
          if: (try? open.status()) == nil,
          "--\(option.name): cannot write \(path): this file is not open")
        continue
      }
      // Without the last slash, a file in place of a folder is found.
      let name = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      let folder = name.isEmpty ? "/" : name
      let kind = (try? FileStatus(of: folder))?.kind
      try refuse(
        if: kind != .folder,
        "--\(option.name): cannot write \(path): "
          + (kind == nil ? "the folder \(folder) does not exist" : "\(folder) is not a folder"))
    }
  }

  /// Returns the identity of the file at a path; nil if there is none.
  private static func place(_ path: String) -> FileIdentity? {
    guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
    return status.identity
  }

  /// Writes the summary of a run that could not begin, as run 0, so that the previous summary is not mistaken for it.
  /// Usage errors leave the file unchanged.
  func report(notBegun failure: CommandFailure, at start: Timestamp) async {
    if failure.status == .usage { return }
    var summary = RunSummary(run: 0, startedAt: start, model: "", status: failure.status)
    summary.problem = failure.message
    do { try await write(summary) } catch {
      // The failure of the run is the error to end with.
      invocation.console.fail(Tool.failure(error).message)
    }
  }

  /// Writes the summary of a run, if requested. The error contains the summary, so that it is not lost.
  func write(_ summary: RunSummary) async throws {
    do {
      try await write(summary.bytes, for: RunOptionSet.summary)
    } catch let failure as CommandFailure {
      let text = String(decoding: summary.bytes.dropLast(), as: UTF8.self)
      throw CommandFailure(failure.status, "\(failure.message); the summary: \(text)")
    }
  }

  /// Writes the metrics of a run, if requested. `items` counts the open items and the overdue ones.
  func writeMetrics(
    of record: RunRecord, _ items: () async throws -> (open: Int, overdue: Int)
  ) async throws {
    if invocation.settings.value(of: RunOptionSet.metrics) == nil { return }
    let text = record.metrics(endedAt: invocation.now(), items: try await items())
    try await write(Array(text.utf8), for: RunOptionSet.metrics)
  }

  /// Opens the requested files that are written during the run.
  func outputs() async throws(CommandFailure) -> ReadingOutputs {
    let settings = invocation.settings
    var outputs = ReadingOutputs()
    if let path = settings.value(of: RunOptionSet.rejected) {
      outputs.rejections = try await LineFile(
        path, for: RunOptionSet.rejected.name, invocation.pipeWait)
    }
    if let path = settings.value(of: RunOptionSet.answersLog) {
      outputs.answers = try await LineFile(
        path, for: RunOptionSet.answersLog.name, isAppended: true, limit: AnswersLog.limit,
        invocation.pipeWait)
    }
    return outputs
  }

  private func write(
    _ bytes: @autoclosure () -> [UInt8], for option: Option<String>
  ) async throws {
    guard let path = invocation.settings.value(of: option) else { return }
    try await ReplacedFile.write(bytes(), to: path, for: option.name, invocation.pipeWait)
  }
}
