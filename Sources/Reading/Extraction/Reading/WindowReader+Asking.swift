import ItemRecords
import LanguageModel
import Windowing

/// Sends the requests about a window and its parts, within their limit, and adds up their usage.
extension WindowReader {
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
    if second != nil || model.isAwaited { note?.leave() } else { note?.enter() }
    defer { note?.enter() }
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
      switch error.scope {
      case .limit, .cancelled: isOver = ModelFailure(error.scope, error.description)
      case .run where second == nil: isOver = ModelFailure(error.scope, error.description)
      default: break
      }
      if second != nil {
        secondIsAway = ![.refused, .window].contains(error.scope)
      } else if let share = error.fittingShare {
        // Ten percent less, because the next piece may have more context.
        reading.usageStats.fitting = min(
          reading.usageStats.fitting ?? .max, Int(Double(window.newTokens) * share * 0.9))
      }
      result = .failure(error)
    }
    reading.answers?.append(WindowAnswer(window: window, model: model.name, result: result))
    reading.usageStats.usage += result.usage
    if second != nil { reading.usageStats.second += result.usage }
    return try result.get()
  }

  /// Notes that a reply is of no use, or only in part.
  mutating func noteUnused(_ reply: WindowReply) {
    // Attempts without a reply are noted already.
    reading.usageStats.usage.unusedTokens += max(0, reply.usage.tokens - reply.usage.unusedTokens)
  }

  private mutating func note(_ reply: WindowReply) {
    guard let prompt = reply.prompt else { return }
    if prompt.isShort {
      reading.usageStats.short = reading.usageStats.short ?? prompt
    } else if prompt.estimated > 0 {
      reading.usageStats.estimated += prompt.estimated
      reading.usageStats.counted += prompt.counted
    }
  }
}
