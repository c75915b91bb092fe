import CivilTime
import Extraction
import OfflineModel
import System

/// `eval`: measures a model (`GoldRun`) or a prefilter (`--triage`) on labelled chats, or evaluates reviews of a store.
enum EvalCommand {
  static let errors = Option.flag(
    "errors", "print each missed item, each false finding and each wrong field"
  )
  .perCall

  static let fromReviews = Option.flag(
    "from-reviews", "print how many of the store's findings people have confirmed"
  ).perCall

  static let triage = Option.flag(
    "triage", "print how many windows --triage of 'extract' would select, and what it would miss"
  ).perCall
  static let windowMessages = Option.number(
    "window-messages", 1...10_000, "new messages in a window of --triage"
  ).perCall.defaulting(to: "10")

  static let command = Command(
    name: "eval", operands: "GOLD…", operandCount: 0...10_000,
    summary: "measure a model on labelled conversations",
    details: """
      Extracts items from labelled conversations in memory, with the model chosen as for 'extract'. Prints
      the share of the items that were found (recall), the share of the findings that are items (precision),
      and how often assignee, deadline (its day) and priority of these are right, each with the interval of
      95 of 100 resampled values.

      GOLD has a JSON object per line: {"id","source","participants":[…],"messages":[{"id","sender",
      "timestamp","text"}],"items":[{"task","assignee","deadline","priority","messageId","altIds",
      "certainty","unscored","state","closedBy","finalAssignee","finalDeadline"}]}. Items whose
      certainty is "arguable" count if found, but not if missed; fields named in "unscored" are not
      counted. Times without a zone are in --time-zone, else in UTC. A conversation that was not read to
      its end, because a window failed or a limit was reached, is not counted either.

      If items have a "state" ("open", "done" or "dropped"; "closedBy" is the message that says so), eval
      also prints the share of the ended items that are closed, the share of the open ones that are closed
      by mistake, and the share of the lines left open that are right. "finalAssignee" and
      "finalDeadline" are the values after a later change.

      eval --triage GOLD prints what the prefilter 'extract --triage' would save: the share of the windows
      in which the offline model sees no sign of an item, and the share of the items in the others. It
      sends nothing to an endpoint.

      eval --from-reviews needs neither a model nor GOLD. From the findings that people have judged in
      'review' or by 'done', 'edit' and 'remove', it prints how many are items, by kind of chat and by model.
      Items removed as done or as duplicates are not counted. People remove wrong items sooner than they
      mark right ones, so judge some in a row for a fair result.
      """,
    options: ModelOptionSet.all + SecondOpinionOptionSet.all + [
      errors, triage, windowMessages, fromReviews, ZoneOption.timeZone,
      LoadingOptionSet.dateOrder, RunOptionSet.concurrency,
      RunOptionSet.sensitivity, RunOptionSet.windowTokens, RunOptionSet.grounding,
      RunOptionSet.prompt,
    ], run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    if invocation.settings.isOn(fromReviews) {
      return try await ReviewedItems(invocation: invocation).run()
    }
    if invocation.operands.isEmpty {
      throw ArgumentError.operandCount(
        command: "eval", operands: invocation.command.operands, found: 0)
    }
    try refuseWhatHasNoEffect(invocation.settings)
    let gold = try readGold(invocation)
    if invocation.settings.isOn(triage) {
      try prefilter(gold, invocation)
      return .done
    }
    let choice = try ModelChoice(invocation)
    let plan = try await RunPlan(choice, invocation, usualZone: .utc)
    invocation.console.inform("model: \(plan.title)")
    let (card, status) = try await GoldRun(invocation: invocation, plan: plan).score(gold)
    let withErrors = invocation.settings.isOn(errors)
    try report(invocation, json: card.json(errors: withErrors)) { width in
      let text = ScoreText(width: width)
      return text.lines(card) + (withErrors ? text.errorLines(card) : [])
    }
    return status
  }

  /// Prints figures as JSON or as text.
  private static func report(
    _ invocation: Invocation, json: @autoclosure () -> [UInt8], lines: (Int?) -> [String]
  ) throws {
    let output = invocation.console.output
    if invocation.isJSON {
      try output.write(json())
    } else {
      try output.writeLines(lines(output.width))
    }
  }

  private static func refuseWhatHasNoEffect(_ settings: Settings) throws(CommandFailure) {
    let isTriage = settings.isOn(triage)
    try refuse(
      if: isTriage && settings.isOn(errors),
      "'eval --triage' extracts nothing and has no errors to print; remove --errors")
    try refuse(
      if: !isTriage && settings.source(of: windowMessages) != nil,
      "--window-messages needs --triage")
  }

  private static func prefilter(_ gold: [GoldConversation], _ invocation: Invocation) throws {
    let run = PrefilterRun(length: invocation.settings.value(of: windowMessages) ?? 10)
    let trial = run.trial(gold)
    let json = trial.json(
      model: OfflineReader.name, length: run.length, threshold: OfflineReader.sign)
    try report(invocation, json: json) {
      ScoreText(width: $0).lines(trial, threshold: OfflineReader.sign)
    }
  }

  private static func readGold(_ invocation: Invocation) throws -> [GoldConversation] {
    var reader = GoldReader()
    if invocation.settings.value(of: ZoneOption.timeZone) != nil {
      let zone = try invocation.teamZone()
      reader = GoldReader(local: { zone.timestamp(of: $0) })
    }
    var gold: [GoldConversation] = []
    for path in invocation.operands {
      do {
        gold += try reader.conversations(
          in: try SmallFile.read(path == "-" ? "/dev/stdin" : path, limit: 1 << 30))
      } catch let failure as SmallFile.Failure {
        throw CommandFailure(.noInput, failure.description)
      } catch {
        throw CommandFailure(.noInput, "\(path): \(error)")
      }
    }
    return gold
  }
}
