/// What an answer of the endpoint, or its failure to come, calls for. There is nothing else.
package enum Reaction: Hashable, Sendable {
  case use(ChatReply)
  /// Ask the same again, and not before what the endpoint names.
  case retry(RetryCause, after: Duration?, why: String)
  case change(RequestChange, why: String)
  /// Ask about less at a time: no wait makes this request fit. Where the endpoint tells how much it allows, so
  /// does this.
  case split(SizeLimit?, why: String)
  /// Ask again, once, and let the answer be longer: all of it went into thinking.
  case raiseCap(why: String)
  /// Go without an answer, and do not ask again: the endpoint's filter, or the model, refuses the
  /// question or the answer.
  case skip(why: String)
  /// Go without an answer: this one is of no use.
  case fail(why: String)
  /// Ask nothing more: the endpoint cannot be used as it is set up.
  case stop(StopCause, why: String)
}

extension Reaction {
  /// The same, with a mask for each secret in what is said.
  func masked(_ secrets: Secrets) -> Reaction {
    switch self {
    case .use(var reply):
      reply.text = secrets.masked(reply.text)
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

/// Why the same is to be asked again.
package enum RetryCause: Hashable, Sendable {
  /// The endpoint has more to do than it can, or than it does for this key: everybody slows down.
  case slowDown
  /// This request failed; others may well not.
  case failure
  /// The answer holds nothing: worth one more try, not many.
  case nothing
}

/// What about the endpoint or its settings has to be put right by a person.
package enum StopCause: Hashable, Sendable {
  /// The key is missing, wrong, or may not do this.
  case key
  /// The account has no credit, or no quota for the day.
  case quota
  /// The model does not exist there, or cannot be run.
  case model
  /// Nothing answers such requests at this address.
  case address
  /// The endpoint wants to be left alone for longer than is allowed.
  case wait
  /// The connection is not allowed as it is set up: certificate, plain text, proxy, redirect.
  case connection
}

/// What to change about a request before asking again.
package enum RequestChange: Hashable, Sendable {
  /// Ask for the answer's form less strictly: a schema, any object, nothing.
  case simplerFormat
  case withoutParameter(String)
  /// Give a parameter the other name that it has among servers.
  case renamed(String)
  /// Let the answer be at most so many tokens; nil for as many as the endpoint likes.
  case lowerCap(Int?)
  /// Put the rules in front of the question: the model knows no role for them.
  case rulesInQuestion
}
