import Encoding
package import Networking

/// Decides what an answer calls for, from its status, its header fields and its body.
///
/// Pure: the same answer always gives the same reaction. What servers send is collected from their
/// sources and from what people report of them; the tests name the servers.
package enum AnswerClassifier {
  /// Reads an answer; `now` is the time in seconds after 1970, for waits that name one.
  ///
  /// What is secret does not come through, whatever the server repeats of it.
  package static func read(
    _ response: HTTPResponse, now: Double, secrets: Secrets = Secrets()
  ) -> AnswerReading {
    let reading = read(response, AnswerBody(response.body, secrets), now)
    return AnswerReading(
      reaction: reading.reaction.masked(secrets), usage: reading.usage, pause: reading.pause)
  }

  private static func read(
    _ response: HTTPResponse, _ body: AnswerBody, _ now: Double
  ) -> AnswerReading {
    let waits = WaitFields(response.headers, now: now)
    guard (200...299).contains(response.status) else {
      let problem = body.json.flatMap { EndpointProblem($0) } ?? EndpointProblem(page: body)
      return AnswerReading(
        reaction: problem.reaction(status: response.status, response.headers, waits),
        usage: body.json.flatMap { TokenUsage(of: $0) })
    }
    guard let json = body.json else {
      let what = body.isPage ? "a web page" : body.isEmpty ? "empty" : "not JSON"
      return AnswerReading(reaction: .retry(.nothing, after: nil, why: "the answer is \(what)"))
    }
    let usage = TokenUsage(of: json)
    let choice = json["choices"]?[0]
    if let problem = EndpointProblem(json) ?? choice.flatMap(EndpointProblem.init(choice:)) {
      let status = problem.status ?? 500
      return AnswerReading(
        reaction: problem.reaction(status: status, response.headers, waits), usage: usage)
    }
    guard let choice else {
      return AnswerReading(
        reaction: .retry(.failure, after: nil, why: "the answer holds no choice"), usage: usage)
    }
    return AnswerReading(
      reaction: Completion(choice, promptTokens: usage?.prompt).reaction, usage: usage,
      pause: waits.exhausted)
  }

  /// What a request calls for that brought no answer.
  package static func read(_ error: HTTPError) -> Reaction {
    let why = error.description
    switch error {
    case .cancelled, .shutDown: return .fail(why: why)
    case .invalidURL, .invalidField, .invalidProxy, .plainTextRefused, .redirectRefused:
      return .stop(.connection, why: why)
    // A header or a body without an end is this answer's; the next one may have one.
    case .headerTooLarge, .responseTooLarge: return .fail(why: why)
    case .unexpected: return .retry(.failure, after: nil, why: why)
    default:
      return error.isTransient
        ? .retry(.failure, after: nil, why: why) : .stop(.connection, why: why)
    }
  }
}

/// An answer, read: what it calls for, what it cost, and how fast the endpoint may be asked.
package struct AnswerReading: Hashable, Sendable {
  package var reaction: Reaction
  /// What it cost, where it says; answers of no use cost, too.
  package var usage: TokenUsage?
  /// How long nothing is left of what the endpoint allows, as a good answer may say beforehand.
  package var pause: Duration?
}
