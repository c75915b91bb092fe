package import ItemRecords
package import LanguageModel
import Synchronization
package import Windowing

/// The `WindowModel` of a language model at an endpoint: sends a prompt for each window through an `EndpointClient`.
/// Below: `RulesLength` counts the tokens of the rules, and `BatchAnswer.windowReply` converts the answers of batches.
package struct EndpointModel: WindowModel {
  package let name: String
  /// The model and its address.
  package let address: String
  package var readLevel: ReadLevel { .endpoint }
  private let prompts: PromptBuilder
  private let chat: EndpointClient
  private let rules = RulesLength()

  /// The number of characters of a reply that are sent back to the model.
  private static let mostOfReply = 4000

  /// Creates a model. `endpoint` is its address, without any secret.
  package init(name: String, endpoint: String, prompts: PromptBuilder, chat: EndpointClient) {
    self.name = name
    address = "\(name) at \(endpoint)"
    self.prompts = prompts
    self.chat = chat
  }

  package static func request(for window: Window, _ prompts: PromptBuilder) -> ChatRequest {
    let prompt = prompts.prompt(for: window)
    return ChatRequest(
      system: prompt.system, user: prompt.user, schema: prompts.schema, subject: window.name)
  }

  package static func promptTokens(for window: Window, _ prompts: PromptBuilder) -> Int {
    let request = request(for: window, prompts)
    return TokenEstimate.tokens(in: request.system) + TokenEstimate.tokens(in: request.user)
  }

  package func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
    try await ask(Self.request(for: window, prompts))
  }

  package func reply(to window: Window, pass: Int) async throws(ModelFailure) -> WindowReply {
    var request = Self.request(for: window, prompts)
    request.subject += ", pass \(pass + 1)"
    // Each pass has a temperature of its own, so that the cache does not give it the answer of another one.
    request.temperature = Double(6 + pass) / 10
    return try await ask(request)
  }

  /// Requests the reply again, with the previous one and the problem with it.
  package func reply(
    to window: Window, after mistake: ReplyMistake
  ) async throws(ModelFailure) -> WindowReply {
    var request = Self.request(for: window, prompts)
    let correction: String
    switch mistake.kind {
    case .loop(let loop):
      // The repetitions would lead into the same loop.
      request.subject += ", again, as its answer repeated itself"
      request.loop = loop
      return try await ask(request)
    case .unproven:
      request.subject += ", again, as not all of its answer is proven"
      correction =
        "Some of that is not proven: \(mistake.problem). Answer again with the whole list, as described "
        + "above, and copy each quote exactly from the message that its messageId names."
    case .unreadable:
      request.subject += ", again, as its answer cannot be read"
      correction =
        "That cannot be read: \(mistake.problem). Answer again, with the JSON alone, as described above."
    }
    request.followUp = [
      ChatRequest.Turn(.assistant, String(mistake.reply.prefix(Self.mostOfReply))),
      ChatRequest.Turn(.user, correction),
    ]
    return try await ask(request)
  }

  package func discardReply(to window: Window) {
    chat.discard(Self.request(for: window, prompts))
  }

  private func ask(_ request: ChatRequest) async throws(ModelFailure) -> WindowReply {
    do throws(ModelFailure) {
      let answer = try await chat.reply(to: request)
      var count: PromptCount?
      if let counted = answer.reply.promptTokens {
        let rules = rules.length(of: request.system)
        let turns = [request.user] + request.followUp.map(\.text)
        // A cached reply has been compared with its estimate before.
        let isNew = answer.usage.requests > 0
        count = PromptCount(
          counted: counted, least: turns.reduce(rules.least) { $0 + PromptCount.least(in: $1) },
          leastOfRules: rules.least,
          estimated: isNew ? turns.reduce(rules.estimate) { $0 + TokenEstimate.tokens(in: $1) } : 0)
      }
      var reply = WindowReply(
        text: answer.reply.text, usage: answer.usage, isCut: answer.reply.isCut,
        tokens: answer.reply.answerTokens, prompt: count)
      (reply.answerId, reply.finishReason) = (answer.reply.id, answer.reply.finishReason)
      return reply
    } catch {
      var failure = error
      failure.fittingShare = error.promptLimit.map { share(of: request, fitting: $0) }
      throw failure
    }
  }

  /// The share of the request's chat that fits into the endpoint's limit in addition to the rules.
  private func share(of request: ChatRequest, fitting limit: SizeLimit) -> Double {
    let rules = Double(rules.length(of: request.system).estimate)
    let chat = Double(
      ([request.user] + request.followUp.map(\.text)).reduce(0) {
        $0 + TokenEstimate.tokens(in: $1)
      })
    // The estimates for the rules and for the chat are assumed to be off by the same factor.
    let counted = Double(limit.requested) / max(1, rules + chat)
    let room = Double(limit.allowed) / counted - rules
    return min(1, max(0, room / max(1, chat)))
  }
}

/// Counts the tokens of the rules (the system prompt) once, because all prompts of a run have the same rules.
final class RulesLength: Sendable {
  private let last = Mutex<(rules: String, least: Int, estimate: Int)?>(nil)

  /// The fewest tokens that the rules can have, and their estimated tokens.
  func length(of rules: String) -> (least: Int, estimate: Int) {
    if let last = last.withLock({ $0 }), last.rules == rules { return (last.least, last.estimate) }
    let least = PromptCount.least(in: rules)
    let estimate = TokenEstimate.tokens(in: rules)
    last.withLock { $0 = (rules, least, estimate) }
    return (least, estimate)
  }
}

extension BatchAnswer {
  package var windowReply: Result<WindowReply, ModelFailure> {
    var usage = (reading.isOfUse ? reading.usage : reading.usage?.unused) ?? ModelUsage()
    usage.requests = wasAsked ? 1 : 0
    func failure(_ scope: FailureScope, _ why: String)
      -> Result<WindowReply, ModelFailure>
    {
      .failure(ModelFailure(scope, why, usage))
    }
    switch reading.responseAction {
    case .use(let reply):
      return .success(
        WindowReply(
          text: reply.text, usage: usage, isCut: reply.isCut, tokens: reply.answerTokens))
    case .split(_, let why): return failure(.tooLong, why)
    case .skip(let why): return failure(.refused, why)
    case .fail(let why), .raiseCap(let why), .retry(.nothing, _, let why):
      return failure(.window, why)
    // These actions say nothing about the request: the endpoint was busy, out of order, or not set up for it.
    case .retry(_, _, let why), .change(_, let why), .stop(_, let why):
      return failure(.endpoint, why)
    }
  }
}
