/// The client's reaction to a response or a failed request. `RetryCause`, `StopCause` and `RequestChange` are details.
package enum ResponseAction: Hashable, Sendable {
  case use(ChatReply)
  /// Send the same request again, at the earliest after the given wait.
  case retry(RetryCause, after: Duration?, why: String)
  case change(RequestChange, why: String)
  /// Send smaller requests, because waiting does not make this one fit. Includes the endpoint's limit if it is known.
  case split(SizeLimit?, why: String)
  /// Send the request once more with a higher token limit: reasoning used up all of it.
  case raiseCap(why: String)
  /// Give up on this request: the endpoint's filter or the model refuses the prompt or the answer.
  case skip(why: String)
  /// Give up on this request: the response is unusable.
  case fail(why: String)
  /// Send nothing more: the endpoint cannot be used with its current settings.
  case stop(StopCause, why: String)
}

extension ResponseAction {
  /// Returns the same reaction with all secrets in its texts masked.
  func masked(_ secrets: Secrets) -> ResponseAction {
    switch self {
    case .use(var reply):
      reply.text = secrets.masked(reply.text)
      reply.id = reply.id.map(secrets.masked)
      reply.finishReason = reply.finishReason.map(secrets.masked)
      return .use(reply)
    case .retry(let cause, let after, let why):
      return .retry(cause, after: after, why: secrets.masked(why))
    case .change(let change, let why): return .change(change, why: secrets.masked(why))
    case .split(let limit, let why): return .split(limit, why: secrets.masked(why))
    case .raiseCap(let why): return .raiseCap(why: secrets.masked(why))
    case .skip(let why): return .skip(why: secrets.masked(why))
    case .fail(let why): return .fail(why: secrets.masked(why))
    case .stop(let cause, let why): return .stop(cause, why: secrets.masked(why))
    }
  }
}

/// The reason for repeating a request.
package enum RetryCause: Hashable, Sendable {
  /// The endpoint is overloaded, or this key's rate limit is reached. All requests slow down.
  case slowDown
  /// This request failed; others may succeed.
  case failure
  /// The response is empty. One more attempt is worthwhile, but not many.
  case nothing
  /// Nothing listens at the address.
  case absence
}

/// A problem of the endpoint or its settings that the user has to fix.
package enum StopCause: Hashable, Sendable {
  /// The key is missing, wrong, or lacks permission.
  case key
  /// The account has no credit, or the daily quota is used up.
  case quota
  /// The model does not exist at the endpoint or cannot be run.
  case model
  /// The address does not accept chat requests.
  case address
  /// Nothing listens at the address, also after some time.
  case absence
  /// The endpoint asks for a longer wait than is allowed.
  case wait
  /// The settings do not permit the connection: certificate, plain text, proxy, redirect.
  case connection
}

/// A change to a request before it is repeated.
package enum RequestChange: Hashable, Sendable {
  /// Use a less strict response format: a schema in either form, any object, none.
  case simplerFormat
  case withoutParameter(String)
  /// Use the other name of a parameter.
  case renamed(String)
  /// Limit the answer to this many tokens; nil sends no limit.
  case lowerCap(Int?)
  /// Put the rules before the question, because the model has no system role.
  case rulesInQuestion
}
