import ActionItemRepository
import DueDates
import JSONText
import OfflineModel
import RunFiles
import Running
import Streams

/// `train`: the offline model learns from what people said of a store's items.
enum TrainCommand {
  static let local = Option.flag(
    "local", "adapt the offline model to this store, by what people did with its items"
  ).perCall
  static let reset = Option.flag("reset", "find items as shipped again").perCall

  static let command = Command(
    name: "train", operands: "[PATH…]", operandCount: 0...100_000,
    summary: "adapt the offline model to what people said of this store's items",
    details: """
      With --local, reads every PATH again, as 'extract' does, and looks up in the messages what people said of
      the store's items: one that was removed is none, one that was kept, done, edited or added is one. What
      nobody touched is not learned from, and neither is what was removed as done or as a duplicate (say so with
      'remove --because'). It takes \(Adaptation.fewest) such verdicts, \(Adaptation.fewestOfEach) of each kind.

      The shipped model is corrected within narrow bounds, and only where that does better on verdicts
      that it did not learn from. 'extract' with the offline model on this store goes by it from then on, for
      messages that it has not read before. Nothing is changed where an export could not be read in full.
      Without --local nothing is ever learned. The same verdicts and exports give the same bytes.

      Nothing leaves this machine. The store's folder gets one small file, local-model, with numbers and no
      words in it; after 'store purge', train again or remove it with --reset.

      Without an option, says whether the offline model is adapted.
      """,
    options: [local, reset] + LoadingOptionSet.all + [PeopleOption.people, RunPermit.wait],
    run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let (isLocal, isReset) = (invocation.settings.isOn(local), invocation.settings.isOn(reset))
    let hasExports = !invocation.operands.isEmpty
    try refuse(if: isLocal && isReset, "--local and --reset exclude each other")
    try refuse(
      if: isLocal && !hasExports, "'train --local' needs the exports that the store was made of")
    try refuse(if: !isLocal && hasExports, "'train' reads exports with --local alone; add it")
    if isLocal { _ = try LoadingOptionSet.filter(invocation) }
    let store = try invocation.openStore()
    let file = CorrectionFile(folder: store.folder)
    if isLocal { return try await learn(store, file, invocation) }
    if isReset {
      let isRemoved = try file.remove()
      try invocation.printOutcome(["removed": .bool(isRemoved)])
      invocation.console.inform(
        isRemoved
          ? "the offline model finds items as shipped again"
          : "there is nothing to reset: the offline model was not adapted to this store")
      return .done
    }
    return try tell(file, invocation)
  }

  private static func learn(
    _ store: ActionItemStore, _ file: CorrectionFile, _ invocation: Invocation
  ) async throws -> ExitStatus {
    let lock = try await RunPermit.take(store.folder, invocation)
    defer { withExtendedLifetime(lock) {} }
    let plan = try await RunPlan(.offline(isAskedFor: true), invocation, store: store.folder)
    let collector = VerdictCollector(
      try await PeopleVerdicts(store),
      OfflineReader(deadlines: DueDateReader(order: plan.terms.dateOrder)))
    var run = try ExtractionRun(
      invocation, plan.asking(collector), run: 0, memory: ReadOnlyMemory(store: store))
    run.readsAgain = true
    run.watch = RunWatch()
    let reading = try await run.start()
    if Task.isCancelled { return Interruption.received ?? .interrupted }
    let verdicts = collector.verdicts
    let outcome = Adaptation().outcome(of: verdicts)
    let isWhole = reading.status == .done
    if isWhole, case .better(let correction, _) = outcome { try file.write(correction) }
    try tell(outcome, of: verdicts, isWhole: isWhole, invocation)
    return .telling([reading.status, await invocation.statusOfReading(store)])
  }

  private static func tell(
    _ outcome: Adaptation.Outcome, of verdicts: [Adaptation.Verdict], isWhole: Bool,
    _ invocation: Invocation
  ) throws {
    let yes = verdicts.count(where: \.isItem)
    let no = verdicts.count - yes
    let counts = "\(verdicts.count) verdicts (\(yes) items, \(no) that are none)"
    var (isWritten, trial) = (false, Adaptation.Trial?.none)
    switch outcome {
    case .tooFew:
      invocation.console.inform(
        "nothing is changed: these exports hold \(counts), and \(Adaptation.fewest) are needed, at least "
          + "\(Adaptation.fewestOfEach) of each kind")
    case .noBetter(let tried):
      trial = tried
      invocation.console.inform(
        "nothing is changed: what \(counts) teach does no better on verdicts that it was not learned from"
      )
    case .better(_, let tried) where !isWhole:
      trial = tried
      invocation.console.inform(
        "nothing is changed: a part of these exports could not be read, and what it has to say would be missing; "
          + "mend what is told above, or name only what can be read")
    case .better(_, let tried):
      (isWritten, trial) = (true, tried)
      invocation.console.inform(
        "the offline model is adapted to this store by \(counts); 'actionitems train --reset' undoes it"
      )
    }
    func number(_ value: Double?) -> JSONValue {
      value.map { .number("\(($0 * 10_000).rounded() / 10_000)") } ?? .null
    }
    try invocation.printOutcome([
      "written": .bool(isWritten), "items": .int(yes), "noItems": .int(no),
      "needed": .int(Adaptation.fewest), "neededOfEach": .int(Adaptation.fewestOfEach),
      "lossBefore": number(trial?.before), "lossAfter": number(trial?.after),
    ])
  }

  private static func tell(_ file: CorrectionFile, _ invocation: Invocation) throws -> ExitStatus {
    let (word, text, correction): (String, String, LocalCorrection?) =
      switch try file.state() {
      case .none: ("none", "the offline model is as shipped", nil)
      case .damaged: ("damaged", "\(file.path) is damaged and not used", nil)
      case .outdated(let correction):
        (
          "outdated", "\(file.path) is of another version and not used: run 'train --local' again",
          correction
        )
      case .inForce(let correction): ("adapted", "the offline model is adapted", correction)
      }
    if invocation.isJSON {
      try invocation.printJSON([
        "state": .string(word), "items": .int(correction?.yes), "noItems": .int(correction?.no),
        "shift": correction.map { .number("\($0.shift)") } ?? .null,
        "features": .int(correction?.changes.count),
      ])
    } else if !invocation.console.isQuiet {
      let by = correction.map {
        " (by \($0.yes) verdicts that something is an item and \($0.no) that it is none)"
      }
      try invocation.console.output.write("\(text)\(by ?? "")\n")
    }
    return .done
  }
}
