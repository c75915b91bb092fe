import Evaluation
import Extraction
import TimeZones

/// Sends recorded answers to labelled conversations down the whole way, and follows them.
struct AnswerRun {
  let invocation: Invocation
  /// How the answers are spoilt first, if they are.
  let spoilt: (kind: SpoilKind, seed: UInt64)?

  /// What became of the answers; the status tells whether all conversations were read.
  func card(
    _ gold: [GoldConversation], _ answers: [String: [RecordedAnswer]]
  ) async throws -> (AnswerCard, ExitStatus) {
    var answers = answers
    if let spoilt {
      var spoiler = Spoiler(spoilt.kind, seed: spoilt.seed, of: gold)
      answers = spoiler.spoil(answers)
    }
    let model = RecordedModel(answers)
    let plan = try await RunPlan(.offline(isAskedFor: true), invocation, usualZone: .utc)
      .replaying(model, invocation.settings)
    let (found, status) = try await GoldRun(invocation: invocation, plan: plan).items(gold)
    let given = model.givenAnswers
    if given.isEmpty {
      invocation.console.warn(
        spoilt.map {
          "no answer can be made wrong by --spoil \($0.kind.rawValue) here: "
            + ($0.kind == .context
              ? "no window shows a message that was read before; try --window-tokens 500"
              : "the answers have nothing of that kind")
        } ?? "the file holds no answer")
    }
    let trials = gold.map { one in
      AnswerTrial(one, given[one.id] ?? [], kept: found[one.id] ?? [])
    }
    return (AnswerCard(spoilt: spoilt, trials: trials), status)
  }
}
