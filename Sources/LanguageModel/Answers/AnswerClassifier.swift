public import HTTPTransport
import JSONText

/// Decides what an answer calls for, from its status, its header fields and its body.
public enum AnswerClassifier {
  /// The reaction to an answer.
  public static func reaction(to response: HTTPResponse) -> Reaction {
    let body = try? JSONValue(parsing: response.body)
    if (200...299).contains(response.status) {
      guard let body else { return .retry(after: nil, why: "the answer is not JSON") }
      if let problem = EndpointProblem(body) {
        return reaction(to: problem, status: problem.status ?? 500, response.headers)
      }
      return use(body)
    }
    let problem = body.flatMap(EndpointProblem.init) ?? EndpointProblem(message: "")
    return reaction(to: problem, status: response.status, response.headers)
  }

  // MARK: - Answers

  private static func use(_ body: JSONValue) -> Reaction {
    guard let choice = body["choices"]?[0] else {
      return .retry(after: nil, why: "the answer holds no choice")
    }
    let finish = choice["finish_reason"]?.string
    if finish == "content_filter" {
      return .skip(why: "the endpoint's filter refused the answer")
    }
    let message = choice["message"]
    if let refusal = message?["refusal"]?.string, !refusal.isEmpty {
      return .skip(why: "the model refused: \(EndpointProblem.shown(refusal))")
    }
    let text = text(of: message?["content"])
    guard !text.isEmpty else { return .fail(why: "the answer is empty") }
    return .use(
      ChatReply(
        text: text, finishReason: finish, promptTokens: body["usage"]?["prompt_tokens"]?.int,
        completionTokens: body["usage"]?["completion_tokens"]?.int))
  }

  /// A string, or a list of parts of which those that are text count.
  private static func text(of content: JSONValue?) -> String {
    if let text = content?.string { return text }
    return (content?.array ?? []).compactMap { part in
      part["type"]?.string ?? "text" == "text" ? part["text"]?.string : nil
    }.joined()
  }

  // MARK: - Problems

  private static func reaction(
    to problem: EndpointProblem, status: Int, _ headers: HTTPHeaders
  ) -> Reaction {
    let why = problem.sentence(status: status)
    if problem.isContentFilter { return .skip(why: why) }
    if problem.isTooLong { return .split(why: why) }
    switch status {
    case 400, 422:
      return problem.change.map { .change($0, why: why) } ?? .fail(why: why)
    case 401, 403: return .stop(why: why + "; check the key")
    case 402: return .stop(why: why)
    case 404: return .stop(why: why + "; check the base address and the model's name")
    case 429:
      if problem.isQuota { return .stop(why: why) }
      return .retry(after: wait(problem, headers), why: why)
    case 408, 409, 425, 500...599: return .retry(after: wait(problem, headers), why: why)
    default: return .fail(why: why)
    }
  }

  /// How long the endpoint asks to wait.
  private static func wait(_ problem: EndpointProblem, _ headers: HTTPHeaders) -> Duration? {
    if let text = headers["retry-after-ms"], let value = Double(text), (0...1e9).contains(value) {
      return .milliseconds(Int(value))
    }
    if let text = headers["retry-after"], let value = Double(text), (0...1e6).contains(value) {
      return .seconds(value)
    }
    return nil
  }
}
