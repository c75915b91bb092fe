import ActionItemModel
import CivilTime
import ReplyDecoding
import Windowing

/// A window that certainly holds an item, to try a model on that seems to read nothing.
struct Trial {
  /// What came of it.
  enum Verdict: Hashable, Sendable {
    /// The item was found; the prompt was so long, where the endpoint said.
    case found(PromptCount?)
    /// It was not.
    case missed(PromptCount?)
    /// No reply came, so that nothing is known.
    case unknown
  }

  /// The window.
  static let window: Window = {
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
          digest: UInt64(number)),
        isNew: true)
    }
    return Window(
      conversation: conversation, number: 0, lines: lines,
      participants: [Participant(id: "Anna", name: "Anna"), Participant(id: "Ben", name: "Ben")])
  }()

  /// Tries a model.
  static func run(_ pipeline: ExtractionPipeline) async -> (verdict: Verdict, usage: Usage) {
    // What a cache says shows nothing about the endpoint of today.
    pipeline.model.discardReply(to: window)
    do throws(WindowFailure) {
      let reply = try await pipeline.model.reply(to: window)
      let items = (try? ReplyDecoder().items(in: reply.text)) ?? []
      let found = pipeline.grounder.ground(
        items, in: window, people: People(window.participants)
      ).findings
      return (found.isEmpty ? .missed(reply.prompt) : .found(reply.prompt), reply.usage)
    } catch {
      return (.unknown, error.usage)
    }
  }
}
