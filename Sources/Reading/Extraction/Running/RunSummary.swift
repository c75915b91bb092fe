package import CivilTime
import Encoding
import ItemRecords
package import LanguageModel
import Loading
package import Store
package import System

/// The results of a run, as JSON (`--summary`), as a `RunRecord` for history and metrics, and as one sentence.
/// `money` and `saving` put costs and savings into words, also for dry runs.
package struct RunSummary {
  package let run: Int
  package let startedAt: Timestamp
  package let model: String
  package var report = ExtractionReport()
  package var log = LoadingLog()
  package var seconds = 0.0
  package var status: ExitStatus
  package var prices: RunPrices?
  /// The request files whose replies are still missing.
  package var batches: [String] = []
  /// Whether rejected items are listed in a file, so that the hint how to list them is left out.
  package var listsRefused = false
  /// The problems found in the store.
  package var storeWarnings: [String] = []
  /// The reason why the run failed as a whole; nil if it did not.
  package var problem: String?

  package init(run: Int, startedAt: Timestamp, model: String, status: ExitStatus = .store) {
    (self.run, self.startedAt, self.model, self.status) = (run, startedAt, model, status)
  }

  private var cost: Double? { prices?.cost(of: report) }

  package mutating func take(_ outcome: ExtractionRun.Outcome) {
    (report, log, status) = (outcome.report, outcome.log, outcome.status)
    // A signal ended the run; its findings up to then are kept.
    if Task.isCancelled { status = Interruption.received ?? .interrupted }
  }

  /// The run's record for the history.
  package var record: RunRecord {
    var record = RunRecord(run: run, startedAt: startedAt, model: model)
    record.counts = [
      .conversations: report.conversations, .messages: report.messages,
      .newMessages: report.newMessages, .messagesSetAside: report.setAside,
      .windows: report.windows, .windowsFailed: report.windowsFailed,
      .windowsRefused: report.windowsRefused, .windowsUnanswered: report.endpointFailures,
      .unusedTokens: report.usage.unusedTokens,
      .requests: report.usage.requests,
      .retries: report.usage.retries, .promptTokens: report.usage.promptTokens,
      .completionTokens: report.usage.completionTokens,
      .secondRequests: report.secondUsage.requests,
      .secondPromptTokens: report.secondUsage.promptTokens,
      .secondCompletionTokens: report.secondUsage.completionTokens,
      .itemsCreated: report.created.count,
      .itemsUpdated: report.updated.count, .itemsWithdrawn: report.withdrawn.count,
      .itemsRejected: report.rejected, .itemsMoved: report.moved,
      .quotesMended: report.count(.mended), .itemsUnproven: report.count(.unproven),
      .itemsUnlinked: report.count(.unlinked), .itemsNotDone: report.count(.notDone),
      .itemsReported: report.count(.reported), .linksDropped: report.count(.link),
      .deadlinesDropped: Note.droppedDeadlines.reduce(0) { $0 + report.count($1) },
      .deadlinesReplaced: report.count(.day) + report.count(.time),
      .deadlinesUnread: report.count(.unread),
      .deadlinesDoubted: report.count(.deadlineElsewhere),
      .assigneesDropped: report.count(.assignee),
      .assigneesReplaced: report.count(.person), .prioritiesLowered: report.count(.priority),
      .itemsDoubted: report.count(.musing), .messagesWaiting: report.waiting,
      .messagesLeft: report.leftToNextRun, .windowsSkipped: report.windowsSkipped,
      .messagesSkipped: report.messagesSkipped, .promptTokensSaved: report.tokensSkipped,
    ]
    record.failures =
      log.failures
      + report.failures.map { RunRecord.Failure(what: $0.what, why: $0.why) }
      + ([problem, report.stopped?.problem].compactMap { $0 }).map {
        RunRecord.Failure(what: RunRecord.wholeRun, why: $0)
      }
    record.skipped = log.skipped
    record.unreadLanguages = log.languages.counts
    record.warnings = storeWarnings + log.warnings
    // Items that a model named without proof may be real ones.
    if report.lost > 0 {
      record.warnings.append(
        "\(report.lost.counted("item of a reply was", "items of replies were")) lost, because no message "
          + "contains \(report.lost == 1 ? "its quote" : "their quotes"); "
          + (listsRefused ? "" : "--rejected FILE lists them, ")
          + "--grounding lenient keeps them")
    }
    // Smaller fractions come from binary arithmetic and not from prices.
    record.cost = cost.map { ($0 * 1e8).rounded() / 1e8 }
    record.seconds = seconds
    record.exitStatus = Int(status.rawValue)
    return record
  }

  /// The summary as one JSON object on a line.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    record.write(to: &writer)
    writer.endLine()
    return writer.bytes
  }

  /// An amount rounded to its significant digits.
  package static func money(_ amount: Double) -> String {
    let digits = amount >= 1 ? 100.0 : 10_000
    return "\((amount * digits).rounded() / digits)"
  }

  /// A sentence on the skipped windows and what that saved.
  package static func saving(
    _ report: ExtractionReport, passes: Int = 1, _ prices: TokenPrices?
  ) -> String {
    let tokens = report.tokensSkipped * passes
    let cost = prices.map { " (cost \(money($0.cost(of: ModelUsage(promptTokens: tokens)))))" }
    return
      "\(report.windowsSkipped.counted("window")) with \(report.messagesSkipped.counted("message")) skipped by the "
      + "prefilter: about \(tokens.counted("token"))\(cost ?? "") saved"
  }

  /// The wording for each note on kept items: what is counted (unless it is items) and what happened to it.
  private static let notes: [(notes: [Note], counted: String?, words: String)] = [
    ([.mended], "quote", "mended"), ([.unproven], nil, "kept unproven"),
    ([.unlinked], nil, "reported done without naming an item"),
    ([.notDone], nil, "reported done but kept open"),
    ([.link], nil, "kept without the open item that they refer to"),
    ([.reported], nil, "reported by someone else"),
    ([.unread], "deadline", "kept unproven, in a language whose dates are not read"),
    (
      [.deadlineElsewhere], "deadline",
      "kept in doubt, because the message that states the day may be about something else"
    ),
    ([.day], "deadline", "set to the day that the message states"),
    ([.time], "deadline", "set to the time that the message states, or to none"),
    (Note.droppedDeadlines, "deadline", "dropped: past, not a date, or not stated"),
    ([.person], "assignee", "set to the person in the message"),
    ([.assignee], "assignee", "dropped, because no message names them"),
    ([.priority], nil, "set to medium priority: no sign of urgency"),
    ([.musing], nil, "kept in doubt: the message neither asks nor promises"),
  ]

  private var noted: [String] {
    Self.notes.compactMap { notes, counted, words in
      let count = notes.reduce(0) { $0 + report.count($1) }
      if count == 0 { return nil }
      return (counted.map { count.counted($0) } ?? "\(count)") + " \(words)"
    }
  }

  package var sentence: String {
    var parts = [
      "\(report.newMessages) new of \(report.messages.counted("message")) "
        + "in \(report.conversations.counted("conversation"))",
      "\(report.created.count.counted("new item")), \(report.updated.count) changed",
    ]
    if !report.withdrawn.isEmpty { parts.append("\(report.withdrawn.count) withdrawn") }
    if report.usage.requests > 0 {
      parts.append(
        "\(report.usage.requests.counted("request")), \(report.usage.promptTokens) + "
          + "\(report.usage.completionTokens.counted("token"))"
          + (report.usage.unusedTokens == 0
            ? ""
            : " (\(report.usage.unusedTokens) of them for unusable answers)")
      )
    }
    let second = report.secondUsage
    if second.requests > 0 {
      parts.append(
        "\(second.requests) of the requests to the second model, \(second.promptTokens) + "
          + "\(second.completionTokens.counted("token"))")
    }
    if let cost { parts.append("cost \(Self.money(cost))") }
    if report.windowsSkipped > 0 { parts.append(Self.saving(report, prices?.first)) }
    if report.rejected > 0 { parts.append("\(report.rejected) rejected") }
    if report.moved > 0 { parts.append("\(report.moved) moved to the message of their quote") }
    let noted = noted
    parts += noted
    if !listsRefused, report.rejected > 0 || !noted.isEmpty {
      parts.append("--rejected FILE lists what was rejected or changed")
    }
    if !report.failures.isEmpty {
      let refused =
        report.windowsRefused == 0 ? "" : ", \(report.windowsRefused) of them refused by a filter"
      parts.append("\(report.windowsFailed.counted("window")) failed\(refused)")
    }
    if report.leftToNextRun > 0 {
      parts.append(
        "\(report.leftToNextRun.counted("message")) left to the next run, because an answer does not cover them"
      )
    }
    if report.waiting > 0 {
      let files = batches.isEmpty ? "" : " (\(batches.joined(separator: ", ")))"
      parts.append("\(report.waiting.counted("message")) pending in a batch\(files)")
    }
    let passed = log.skipped.reduce(0) { $0 + $1.count }
    if passed > 0 {
      parts.append("\(passed.counted("file or record", "files or records")) skipped")
    }
    if log.leftOut > 0 { parts.append("\(log.leftOut.counted("conversation")) left out") }
    return parts.joined(separator: "; ")
  }
}
