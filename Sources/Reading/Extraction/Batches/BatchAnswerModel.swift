package import ItemRecords
package import LanguageModel
import Synchronization
package import Windowing

/// A `WindowModel` that takes its replies from the result files of a batch, for `BatchCollection`.
package final class BatchAnswerModel: WindowModel {
  package let name: String
  package let address: String
  package var readLevel: ReadLevel { .endpoint }
  package var isAskedOnce: Bool { true }
  private let results: ResultIndex
  /// The names of the questions whose answers are used, by place in the batch.
  private let names: [Int: BatchQuestionName]
  private let state = Mutex(State())

  private struct State {
    /// The places of the questions that this run asked and that have an answer.
    var asked: Set<Int> = []
    /// The number of answers whose endpoint cannot have read the whole question.
    var short = 0
  }

  init(to names: [BatchQuestionName], in results: ResultIndex, _ plan: RunPlan) {
    (name, address, self.results) = (plan.model.name, plan.model.address, results)
    self.names = Dictionary(names.map { ($0.place, $0) }) { first, _ in first }
  }

  /// Returns whether this run uses an answer to a question.
  func hasAnswer(_ place: Int) -> Bool { names[place] != nil }

  /// Returns whether the run has asked a question, and got its answer.
  func wereAsked(_ place: Int) -> Bool { state.withLock { $0.asked.contains(place) } }

  /// The number of answers that count fewer prompt tokens than their question can have.
  package var short: Int { state.withLock { $0.short } }

  package func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    guard let answer = try read(window.number) else {
      throw ModelFailure(.unasked, "there is no answer to this question")
    }
    state.withLock { _ = $0.asked.insert(window.number) }
    let reply = try answer.windowReply.get()
    if PromptCount.isShort(reply.usage.promptTokens, of: window) {
      state.withLock { $0.short += 1 }
    }
    return reply
  }

  private func read(_ place: Int) throws(ModelFailure) -> BatchAnswer? {
    do {
      return try names[place].flatMap { try results.answer(to: $0) }
    } catch {
      throw ModelFailure(.window, "\(error)")
    }
  }

  /// Returns the usage that an answer reports.
  func usage(_ place: Int) throws(ModelFailure) -> ModelUsage {
    try read(place)?.windowReply.usage ?? ModelUsage()
  }
}
