import CivilTime
import Extraction
import Glibc
import Journal

/// The files that a run writes beside the store, which programs read.
struct ResultFiles {
  let invocation: Invocation

  /// Throws a usage failure where one of them is an input as well: writing it would be the end of an export.
  func check() throws {
    let inputs = Set(invocation.operands.compactMap(Self.place))
    for option in [RunOptionSet.summary, RunOptionSet.metrics, RunOptionSet.rejected] {
      guard let path = invocation.settings.value(of: option), let place = Self.place(path),
        inputs.contains(place)
      else { continue }
      throw CommandFailure(
        .usage,
        "--\(option.name) \(path) is one of the inputs, which it would replace: name another file")
    }
  }

  /// Writes the summary of a run that could not begin, as run 0: what an earlier one left there would be taken for
  /// this one's. What was typed wrong is no run.
  func tell(notBegun failure: CommandFailure, at start: Timestamp) async {
    guard failure.status != .usage,
      let path = invocation.settings.value(of: RunOptionSet.summary)
    else { return }
    var summary = RunSummary(
      run: 0, startedAt: start, model: "", report: ExtractionReport(), log: LoadingLog(),
      seconds: 0, status: failure.status)
    summary.problem = failure.message
    do {
      try await ReplacedFile.write(
        summary.bytes, to: path, for: RunOptionSet.summary.name, invocation.pipePatience)
    } catch {
      // Why there is no run is the error to end with.
      invocation.console.fail(Tool.failure(error).message)
    }
  }

  /// Which file on disk a path leads to; nil where there is none.
  private static func place(_ path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
