import Encoding
package import ItemRecords
package import Networking

/// Decides how to react to a response of an endpoint (`ClassifiedAnswer`, below), or to a request that got no response.
///
/// A pure function: the same response always gives the same reaction. The formats come from the servers' source code
/// and from user reports; the tests name the servers.
package enum AnswerClassifier {
  /// Classifies a response. `now` is in seconds since 1970 and resolves waits given as a time.
  ///
  /// Secrets are masked, even if the server repeats them.
  package static func read(
    _ response: HTTPResponse, now: Double, secrets: Secrets = Secrets()
  ) -> ClassifiedAnswer {
    let body = AnswerBody(response.body, secrets)
    var reading = read(response, body, now)
    // The body was masked before; escapes in its JSON may have hidden a key until they were decoded.
    reading.responseAction = reading.responseAction.masked(secrets)
    reading.isStream = body.isStream
    return reading
  }

  private static func read(
    _ response: HTTPResponse, _ body: AnswerBody, _ now: Double
  ) -> ClassifiedAnswer {
    let waits = WaitFields(response.headers, now: now)
    guard (200...299).contains(response.status) else {
      let problem = EndpointProblem(body)
      return ClassifiedAnswer(
        responseAction: problem.responseAction(status: response.status, response.headers, waits),
        usage: body.json.flatMap { ModelUsage(of: $0) })
    }
    guard let json = body.json else {
      let what = body.isPage ? "a web page" : body.isEmpty ? "empty" : "not JSON"
      return ClassifiedAnswer(
        responseAction: .retry(.nothing, after: nil, why: "the answer is \(what)"))
    }
    let usage = ModelUsage(of: json)
    let choice = json["choices"]?[0]
    if let problem = EndpointProblem(json) ?? choice.flatMap(EndpointProblem.init(choice:)) {
      let status = problem.status ?? 500
      return ClassifiedAnswer(
        responseAction: problem.responseAction(status: status, response.headers, waits),
        usage: usage)
    }
    guard let choice else {
      return ClassifiedAnswer(
        responseAction: .retry(.failure, after: nil, why: "the answer has no choices"), usage: usage
      )
    }
    return ClassifiedAnswer(
      responseAction: Completion(choice, id: json["id"]?.string, usage).responseAction,
      usage: usage,
      pause: waits.exhausted)
  }

  /// Classifies a request that failed without a response.
  package static func read(_ error: HTTPError) -> ResponseAction {
    let why = error.description
    switch error {
    case .cancelled, .shutDown: return .fail(why: why)
    case .invalidURL, .invalidField, .invalidProxy, .plainTextRefused, .redirectRefused:
      return .stop(.connection, why: why)
    // An oversized header or body concerns this response only; the next one may be fine.
    case .headerTooLarge, .responseTooLarge: return .fail(why: why)
    case .connectionRefused: return .retry(.absence, after: nil, why: why)
    case .unexpected: return .retry(.failure, after: nil, why: why)
    default:
      return error.isTransient
        ? .retry(.failure, after: nil, why: why) : .stop(.connection, why: why)
    }
  }
}

/// A classified response: the reaction, the usage, and a pause for the endpoint.
package struct ClassifiedAnswer: Hashable, Sendable {
  package var responseAction: ResponseAction
  /// The reported usage; also of useless responses, since they cost tokens as well.
  package var usage: ModelUsage?
  /// The time until a limit resets, if a successful response reports that nothing is left of it.
  package var pause: Duration?
  /// Whether the response was a stream, although none is requested.
  package var isStream = false

  /// Whether there is an answer to use.
  package var isOfUse: Bool { if case .use = responseAction { true } else { false } }
}
