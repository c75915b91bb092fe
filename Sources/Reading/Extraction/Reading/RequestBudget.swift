import ItemRecords
import LanguageModel
import Windowing

/// The usage of the requests about a window, and their token counts.
struct UsageStats: Sendable {
  var usage = Usage()
  /// The part of the usage that the second model has.
  var second = Usage()
  /// Tokens of whole prompts, as estimated and as counted by the endpoint.
  var estimated = 0
  var counted = 0
  /// The counts of a prompt that the endpoint reports to have read only in part.
  var short: PromptCount?
  /// The tokens of new messages that the endpoint accepts at once, if it refused more.
  var fitting: Int?
}

/// Sends the requests about parts of one window and records their usage.
struct RequestBudget {
  let model: any WindowModel
  /// The model that is asked if the first one's answer is of no use; nil if there is none.
  let second: (any WindowModel)?
  /// Whether the second model gave no answer when it was last asked.
  private(set) var secondIsAway = false
  /// Whether a reply is refused if the endpoint reports that it read only part of the prompt.
  let refusesShort: Bool
  /// The number of requests allowed beyond the first.
  private(set) var requestsLeft = 16
  /// The failure that ended all requests.
  private(set) var isOver: ModelFailure?
  private(set) var usageStats = UsageStats()
  /// The requests and their answers; nil if no log needs them.
  var answers: [WindowAnswer]?

  /// Spends one of the requests allowed beyond the first. Returns false if none was left.
  mutating func spendRequest() -> Bool {
    guard requestsLeft > 0 else { return false }
    requestsLeft -= 1
    return true
  }

  /// Sends a request. With `mistake`, it repeats the request and states what was wrong with the previous reply.
  /// With `pass`, it repeats it for other answers. Problems of the second model's endpoint do not end the requests to
  /// the first one.
  /// - Throws: `ModelFailure` if there is no usable reply.
  mutating func ask(
    _ window: Window, ofSecond second: (any WindowModel)? = nil, after mistake: ReplyMistake? = nil,
    pass: Int = 0
  ) async throws(ModelFailure) -> WindowReply {
    if let isOver { throw isOver }
    let model = second ?? model
    let result: Result<WindowReply, ModelFailure>
    do throws(ModelFailure) {
      let reply =
        if let mistake {
          try await model.reply(to: window, after: mistake)
        } else if pass > 0 {
          try await model.reply(to: window, pass: pass)
        } else {
          try await model.reply(to: window)
        }
      if second == nil { note(reply) }
      if refusesShort || second != nil, let prompt = reply.prompt, prompt.isShort {
        model.discardReply(to: window)
        throw .short(prompt, usage: reply.usage.unused)
      }
      result = .success(reply)
    } catch {
      switch error.reach {
      case .limit, .cancelled: isOver = ModelFailure(error.reach, error.description)
      case .run where second == nil: isOver = ModelFailure(error.reach, error.description)
      default: break
      }
      if second != nil {
        secondIsAway = ![.refused, .window].contains(error.reach)
      } else if let share = error.fittingShare {
        // Ten percent less, because the next piece may have more context.
        usageStats.fitting = min(
          usageStats.fitting ?? .max, Int(Double(window.newTokens) * share * 0.9))
      }
      result = .failure(error)
    }
    answers?.append(WindowAnswer(window: window, model: model.name, result: result))
    usageStats.usage += result.usage
    if second != nil { usageStats.second += result.usage }
    return try result.get()
  }

  /// Notes that a reply is of no use, or only in part.
  mutating func noteUnused(_ reply: WindowReply) {
    // Attempts without a reply are noted already.
    usageStats.usage.unusedTokens += max(0, reply.usage.tokens - reply.usage.unusedTokens)
  }

  private mutating func note(_ reply: WindowReply) {
    guard let prompt = reply.prompt else { return }
    if prompt.isShort {
      usageStats.short = usageStats.short ?? prompt
    } else if prompt.estimated > 0 {
      usageStats.estimated += prompt.estimated
      usageStats.counted += prompt.counted
    }
  }
}
