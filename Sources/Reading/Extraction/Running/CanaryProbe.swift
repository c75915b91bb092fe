import ActionItems
import CivilTime
package import ItemRecords
import LanguageModel
package import Windowing

/// A test of a model or endpoint with a small built-in chat that certainly contains an item.
///
/// It is run if the model seems to find nothing, or the endpoint gives no usable reply. `EndpointHealth` decides when.
package struct CanaryProbe {
  package enum Verdict: Hashable, Sendable {
    /// The item was found. The prompt's length is given if the endpoint reported it.
    case found(PromptCount?)
    case missed(PromptCount?)
    /// The reply could not be read, for the given reason.
    case unreadable(String, PromptCount?)
    /// The reply was cut after this many tokens. The text is a sentence about it.
    case cut(String, tokens: Int?, PromptCount?)
    /// The endpoint answered without a reply, for the given reason.
    case failed(String)
    /// No answer came, for the given reason, so nothing is known.
    case unknown(String)
    /// The model cannot be asked.
    case unasked
  }

  package static let window: Window = {
    let conversation = Conversation(id: "trial", title: "Trial", platform: "trial")
    let texts = [
      ("Ben", "Good morning, how was the weekend?"),
      ("Anna", "Great, thanks. I'll send you the signed contract by Friday 15:00, I promise."),
      ("Ben", "Perfect."),
    ]
    let lines = texts.enumerated().map { number, line in
      Window.Line(
        Message(
          id: "\(number + 1)", sender: line.0,
          timestamp: .init(seconds: 1_767_600_000 + number * 60), text: line.1,
          digest: UInt64(number)), isNew: true)
    }
    return Window(
      conversation: conversation, number: 0, lines: lines,
      participants: [Participant(id: "Anna", name: "Anna"), Participant(id: "Ben", name: "Ben")])
  }()

  package static func run(
    _ model: any WindowModel, _ grounder: Grounder
  ) async -> (verdict: Verdict, usage: ModelUsage) {
    if model.isAskedOnce { return (.unasked, ModelUsage()) }
    // A cached reply shows nothing about the endpoint now.
    model.discardReply(to: window)
    do throws(ModelFailure) {
      let reply = try await model.reply(to: window)
      let verdict = verdict(on: reply, grounder)
      switch verdict {
      case .unreadable, .cut: return (verdict, reply.usage.unused)
      default: return (verdict, reply.usage)
      }
    } catch {
      switch error.scope {
      case .limit, .cancelled, .endpoint, .busy: return (.unknown(error.description), error.usage)
      default: return (.failed(error.description), error.usage)
      }
    }
  }

  private static func verdict(on reply: WindowReply, _ grounder: Grounder) -> Verdict {
    guard let text = reply.text else { return .missed(reply.prompt) }
    do throws(ReplyError) {
      let items = try ReplyDecoder.decode(text).items
      let found = grounder.ground(items, in: window, people: People(window.participants)).findings
      return found.isEmpty ? .missed(reply.prompt) : .found(reply.prompt)
    } catch {
      return reply.isCut(by: error)
        ? .cut(reply.cut, tokens: reply.tokens, reply.prompt)
        : .unreadable(error.description, reply.prompt)
    }
  }
}
