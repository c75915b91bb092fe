import CivilTime
import Encoding
import Extraction
import Store
import System

/// `runs` and `runs undo`: list past runs, and revert one.
enum RunsCommands {
  static let failures = Option.flag(
    "failures", "list the windows and files that failed, and how often"
  ).perCall
  static let limit = Option<Int>.number(
    "limit", 1...1_000_000, "list the last N runs"
  ).defaulting(to: "20").perCall

  static let runs = Command(
    name: "runs", summary: "list the last runs",
    details: """
      Lists the last runs: start, duration, model, messages read, items found, cost, exit status, and whether the
      run was undone; and how many new messages 'extract --triage' skipped, if any. --failures lists the
      windows that failed: after three runs a window is set aside until 'extract --retry-failed', and a window
      refused by a filter until then or until another model or endpoint is used. A window or file that crashed
      the program twice, the second time with nothing else in progress, is set aside at once.
      """,
    options: [failures, limit, ZoneOption.timeZone] + Pager.options, run: list)

  @Sendable private static func list(_ invocation: Invocation) async throws -> ExitStatus {
    invocation.beginPaging()
    let store = try invocation.openStore()
    if invocation.settings.isOn(failures) { return try await listFailures(store, invocation) }
    let records = try RunHistory(folder: store.folder).read()
      .suffix(invocation.settings.value(of: limit) ?? 20)
    let undone = try await store.undoneRuns()
    let status = await invocation.statusOfReading(store)
    let output = invocation.console.output
    if invocation.isJSON {
      var writer = JSONWriter(escaping: .invisibles)
      for record in records {
        record.write(to: &writer, isUndone: undone.contains(record.run))
        writer.endLine()
      }
      try output.write(writer.bytes)
    } else {
      try output.write(table(records, undone: undone, in: try invocation.teamZone()))
    }
    return status
  }

  private static func table(
    _ records: ArraySlice<RunRecord>, undone: Set<Int>, in zone: Zone
  ) -> TextTable {
    // The table is already wide, and few users have runs that skip anything.
    let hasSkipped = records.contains { $0[.messagesSkipped] > 0 }
    var table = TextTable(
      ["RUN", "STARTED", "SECONDS", "MODEL", "NEW"] + (hasSkipped ? ["SKIPPED"] : []) + [
        "WINDOWS", "FAILED", "REQUESTS", "TOKENS", "COST", "CREATED", "CHANGED", "EXIT",
      ])
    for record in records {
      let read = [
        "\(record.run)", zone.timestamp(at: record.startedAt).minute,
        record.seconds.map { "\(($0 * 10).rounded() / 10)" } ?? "-", record.model,
        "\(record[.newMessages])",
      ]
      let cameOfIt = [
        "\(record[.windows])", "\(record[.windowsFailed])", "\(record[.requests])",
        "\(record[.promptTokens] + record[.completionTokens])",
        record.cost.map { "\(($0 * 10_000).rounded() / 10_000)" } ?? "-",
        "\(record[.itemsCreated])", "\(record[.itemsUpdated])",
        (record.exitStatus.map { "\($0)" } ?? "killed or running")
          + (undone.contains(record.run) ? ", undone" : ""),
      ]
      table.add(read + (hasSkipped ? ["\(record[.messagesSkipped])"] : []) + cameOfIt)
    }
    return table
  }

  private static func isSetAside(_ failure: FailureSummary) -> Bool {
    failure.refusedBy != nil || failure.isFatal || failure.count >= RunPlan.setAsideAfter
  }

  private static func listFailures(
    _ store: ActionItemStore, _ invocation: Invocation
  ) async throws -> ExitStatus {
    let failures = try await store.failures()
    let status = await invocation.statusOfReading(store)
    let outages = try outages(store)
    for outage in outages { invocation.console.inform(outage) }
    if failures.isEmpty, outages.isEmpty { invocation.console.inform("no failures") }
    try invocation.print(
      failures, titles: ["FAILED", "LAST RUN", "STATE", "WINDOW", "WHY"],
      cells: { failure in
        [
          "\(failure.count)", "\(failure.lastRun)",
          failure.refusedBy.map { "refused by \($0)" }
            ?? (isSetAside(failure) ? "set aside" : "retried"), failure.what, failure.why,
        ]
      },
      object: { failure in
        [
          "conversationId": .string(failure.conversationId), "what": .string(failure.what),
          "why": .string(failure.why), "count": .int(failure.count),
          "lastRun": .int(failure.lastRun), "isSetAside": .bool(isSetAside(failure)),
          "refusedBy": .text(failure.refusedBy),
        ]
      })
    return status
  }

  /// Returns sentences about windows that the last run did not read because the endpoint failed, or its early end.
  private static func outages(_ store: ActionItemStore) throws -> [String] {
    guard let last = try RunHistory(folder: store.folder).read().last else { return [] }
    var outages: [String] = []
    let count = last[.windowsUnanswered]
    if count > 0 {
      let (what, them) = (count.counted("window"), count == 1 ? "it" : "them")
      outages.append(
        "\(what) of run \(last.run) failed, because the endpoint gave no answer; the next run reads \(them)"
      )
    }
    if let failure = last.failures.first(where: { $0.what == RunRecord.wholeRun }) {
      outages.append(
        "run \(last.run) ended early: \(failure.why); the next run reads what is left")
    }
    return outages
  }

  static let undo = Command(
    name: "runs undo", operands: "RUN", operandCount: 1...1, summary: "undo a run",
    details: """
      Withdraws the findings of a run that no person has changed since. The next run reads its messages
      again.
      """,
    options: [LockWait.wait], run: undo)

  @Sendable private static func undo(_ invocation: Invocation) async throws -> ExitStatus {
    guard let run = Int(invocation.operands[0]), run > 0 else {
      throw CommandFailure(
        .usage,
        "'runs undo' needs the number of a run, as listed by 'actionitems runs', not "
          + "'\(invocation.operands[0])'")
    }
    let store = try invocation.openStore()
    let lock = try await LockWait.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    let count = try await store.undoRun(run)
    await invocation.warn(of: store)
    try invocation.printOutcome(["run": .int(run), "items": .int(count)])
    invocation.console.inform(
      "run \(run) was undone: \(count.counted("item")) withdrawn or restored; the next run reads its messages again"
    )
    return .done
  }
}
