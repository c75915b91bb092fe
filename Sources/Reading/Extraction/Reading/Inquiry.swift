import ItemRecords
import Windowing

/// What questions about a window cost, and what they told of tokens.
struct Toll: Sendable {
  var usage = Usage()
  /// Tokens of whole prompts as estimated and as counted.
  var estimated = 0
  var counted = 0
  /// How much of its prompts the endpoint says to have read, where that is less than there was.
  var short: PromptCount?
  /// Tokens of new messages that the endpoint takes at once, where it refused more.
  var fitting: Int?
}

/// Asks a model about parts of one window, and keeps count of what that takes.
struct Inquiry {
  let model: any WindowModel
  /// Whether a reply is refused where the endpoint says to have read only a part of the prompt.
  let refusesShort: Bool
  /// Questions that may still be asked beyond the first.
  var asksLeft = 16
  /// Why nothing more can be asked.
  private(set) var isOver: WindowFailure?
  private(set) var toll = Toll()

  /// Asks, once more with what was wrong with the reply before where that is told.
  mutating func ask(
    _ window: Window, after mistake: ReplyMistake? = nil
  ) async throws(WindowFailure) -> WindowReply {
    if let isOver { throw isOver }
    do throws(WindowFailure) {
      let reply =
        if let mistake { try await model.reply(to: window, after: mistake) } else {
          try await model.reply(to: window)
        }
      note(reply)
      if refusesShort, let prompt = reply.prompt, prompt.isShort {
        model.discardReply(to: window)
        throw .short(prompt, usage: reply.usage)
      }
      toll.usage += reply.usage
      return reply
    } catch {
      toll.usage += error.usage
      switch error.reach {
      case .run, .limit, .cancelled: isOver = WindowFailure(error.reason, reach: error.reach)
      default: break
      }
      if let share = error.fittingShare {
        // A tenth less: the next piece may have more around it.
        toll.fitting = min(toll.fitting ?? .max, Int(Double(window.newTokens) * share * 0.9))
      }
      throw WindowFailure(error.reason, reach: error.reach)
    }
  }

  private mutating func note(_ reply: WindowReply) {
    guard let prompt = reply.prompt else { return }
    if prompt.isShort {
      toll.short = toll.short ?? prompt
    } else if prompt.estimated > 0 {
      toll.estimated += prompt.estimated
      toll.counted += prompt.counted
    }
  }
}
