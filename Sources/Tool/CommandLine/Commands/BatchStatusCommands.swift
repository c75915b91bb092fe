import Encoding
import Extraction
import LanguageModel
import Store
import System

/// `batch status` and `batch fetch`: show the progress of a submitted batch, and download its answers.
enum BatchStatusCommands {
  static let status = Command(
    name: "batch status", operands: "FILE…", operandCount: 1...1000,
    summary: "show the progress of a batch",
    details: """
      Requests the state of submitted questions from the endpoint, for all files of a batch if FILE is its
      first one: the state, how many are answered and failed, and what to do next. The status is 1 if a batch
      failed, expired or was cancelled.
      """,
    options: ModelOptionSet.all, run: report)

  @Sendable private static func report(_ invocation: Invocation) async throws -> ExitStatus {
    var exit = ExitStatus.done
    var table = TextTable(["FILE", "BATCH", "STATE", "QUESTIONS", "ANSWERED", "FAILED"])
    var next: [String] = []
    for path in invocation.operands {
      let batch = try BatchSubmission(path, invocation)
      let statuses = try await batch.statuses()
      for (part, status) in statuses {
        let file = batch.paths.path(part.name)
        if invocation.isJSON {
          try invocation.printJSON([
            "file": .string(file), "batchId": .string(status.id), "state": .string(status.state),
            "isOver": .bool(status.isOver), "questions": .int(status.total),
            "answered": .int(status.completed), "failed": .int(status.failed),
            "problems": .texts(status.problems),
          ])
        } else {
          table.add([
            file, status.id, status.state, "\(max(status.total, part.requests))",
            "\(status.completed)", "\(status.failed)",
          ])
        }
        for problem in status.problems { invocation.console.fail("\(file): \(problem)") }
        if status.hasFailed || status.hasBrokenOff { exit = .partial }
      }
      next.append(advice(batch.paths, statuses.map(\.status)))
    }
    try invocation.console.output.write(table)
    for sentence in next { invocation.console.inform(sentence) }
    return exit
  }

  private static func advice(_ paths: BatchPaths, _ statuses: [BatchStatus]) -> String {
    let first = paths.path(paths.requests(1))
    if statuses.contains(where: \.hasFailed) {
      return
        "\(first): fix the problem and submit it again (actionitems batch submit --again \(first)), "
        + "or cancel it (actionitems batch cancel \(first))"
    }
    if statuses.contains(where: \.hasBrokenOff), statuses.allSatisfy(\.isOver) {
      return
        "\(first): fetch and collect the answers (actionitems batch fetch \(first)), then cancel the rest "
        + "(actionitems batch cancel \(first)); the next run reads its messages"
    }
    if statuses.allSatisfy(\.isOver) { return "next: actionitems batch fetch \(first)" }
    return "\(first) is not answered yet; check again later"
  }

  static let fetch = Command(
    name: "batch fetch", operands: "FILE…", operandCount: 1...1000,
    summary: "download the answers of a finished batch",
    details: """
      Downloads the answers to the questions in FILE into FILE.results.jsonl and the failures into
      FILE.errors.jsonl, and prints these names for 'batch collect'. The status is 1 if a batch has not finished,
      or ended early.

        actionitems batch fetch requests.jsonl | xargs actionitems batch collect
      """,
    options: ModelOptionSet.all, run: fetch)

  @Sendable private static func fetch(_ invocation: Invocation) async throws -> ExitStatus {
    var exit = ExitStatus.done
    for path in invocation.operands {
      let batch = try BatchSubmission(path, invocation)
      for (place, found) in try await batch.statuses().enumerated() {
        let (part, status) = found
        let file = batch.paths.path(part.name)
        for problem in status.problems { invocation.console.fail("\(file): \(problem)") }
        guard status.isOver, !status.hasFailed else {
          invocation.console.warn(
            status.hasFailed
              ? "\(file): the batch failed without answers; see 'actionitems batch status \(path)'"
              : "\(file): not finished yet (\(status.state), \(status.completed) of \(part.requests) answered)"
          )
          exit = .partial
          continue
        }
        let names = [
          (status.outputFile, batch.paths.results(place + 1)),
          (status.errorFile, batch.paths.errors(place + 1)),
        ]
        if status.hasBrokenOff || names.allSatisfy({ $0.0 == nil }) {
          let first = batch.paths.path(batch.paths.requests(1))
          invocation.console.warn(
            "\(file): \(status.state), \(status.completed) of \(part.requests) answered; when all files are finished "
              + "and collected, cancel the rest: actionitems batch cancel \(first)"
          )
          exit = .partial
        }
        for case (let id?, let name) in names {
          try await fetch(id, name, batch)
          try invocation.console.output.write(batch.paths.path(name) + "\n")
        }
      }
    }
    return exit
  }

  private static func fetch(_ id: String, _ name: String, _ batch: BatchSubmission) async throws {
    let temporary = NewFile.temporary(name)
    do {
      try await batch.client.download(id, to: "\(batch.folder.path)/\(temporary)")
      try refuseOther(id, temporary, batch)
      try batch.folder.open(temporary, .appending).sync()
      try batch.folder.rename(temporary, to: name)
      try batch.folder.sync()
    } catch {
      // An incomplete download must not remain.
      try? batch.folder.remove(temporary)
      throw error
    }
  }

  /// Refuses a download that does not begin with an answer of a batch, such as the web page of another kind of server.
  private static func refuseOther(_ id: String, _ name: String, _ batch: BatchSubmission) throws {
    let file = try batch.folder.open(name, .reading)
    var lines = LineStream(StorageSource(file), limit: 64 << 20)
    while let line = try lines.next() {
      guard case .bytes(let bytes) = line else { continue }
      if bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      if BatchAnswer(bytes) != nil { return }
      throw CommandFailure(
        .endpoint,
        "\(batch.endpoint.host) answered GET /files/\(id)/content with something other than a file "
          + "of results")
    }
  }
}
