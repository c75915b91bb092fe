public import LanguageModel
public import Prompting
public import Windowing

/// A chat model behind an endpoint, asked with a prompt.
public struct EndpointModel: WindowModel {
  /// The model's name, as items carry it.
  public let name: String
  /// How thoroughly it reads.
  public var grade: Grade { .endpoint }
  private let prompts: PromptBuilder
  private let chat: any ChatModel

  /// Puts model and prompt together.
  public init(name: String, prompts: PromptBuilder, chat: any ChatModel) {
    self.name = name
    self.prompts = prompts
    self.chat = chat
  }

  /// The question that a window is asked with.
  public static func request(for window: Window, _ prompts: PromptBuilder) -> ChatRequest {
    let prompt = prompts.prompt(for: window)
    return ChatRequest(system: prompt.system, user: prompt.user, schema: PromptTemplate.schema)
  }

  /// Asks about a window.
  public func reply(to window: Window) async throws(WindowFailure) -> WindowReply {
    do throws(ChatFailure) {
      let answer = try await chat.reply(to: Self.request(for: window, prompts))
      return WindowReply(text: answer.reply.text, usage: Usage(answer.effort))
    } catch {
      let reach: WindowFailure.Reach =
        switch error.kind {
        case .answer, .tooLong, .refused: .window
        case .endpoint: .endpoint
        case .unusable, .limit: .run
        case .cancelled: .cancelled
        }
      throw WindowFailure(error.description, reach: reach, usage: Usage(error.effort))
    }
  }
}

extension Usage {
  init(_ effort: ChatEffort) {
    self.init(
      requests: effort.requests, retries: effort.retries, promptTokens: effort.usage.prompt,
      completionTokens: effort.usage.completion)
  }
}
