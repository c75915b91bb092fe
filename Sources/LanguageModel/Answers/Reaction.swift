/// What an answer of the endpoint calls for.
public enum Reaction: Hashable, Sendable {
  /// Use it.
  case use(ChatReply)
  /// Ask the same again after a while, and not before what the endpoint names.
  case retry(after: Duration?, why: String)
  /// Change the request and ask again.
  case change(RequestChange, why: String)
  /// Ask about less at a time.
  case split(why: String)
  /// Go without an answer: the endpoint's filter refuses the question or the answer.
  case skip(why: String)
  /// Go without an answer: this one is of no use.
  case fail(why: String)
  /// Ask nothing more: the endpoint cannot be used as it is set up.
  case stop(why: String)
}
