import Encoding
package import ItemRecords

/// One request to an endpoint and its result, as a line of `--verbose` output. It has neither the key nor any chat.
/// Below: the words for a `RequestChange`.
package struct CallRecord: Sendable {
  /// The number of the request in this run, from 1.
  package var number: Int
  package var subject: String
  /// The status of the response; nil if there was none.
  package var status: Int?
  package var duration: Duration
  package var usage: ModelUsage?
  package var responseAction: ResponseAction
  package var isFromCache: Bool
}

extension CallRecord: CustomStringConvertible {
  /// For example `call 17, c1, messages 1 to 5: 200 in 840 ms, 1240 + 88 tokens`.
  package var description: String {
    var text = "call \(number)" + (subject.isEmpty ? "" : ", \(subject)") + ": "
    if isFromCache { return text + "from the cache" }
    let milliseconds = Int((duration / .milliseconds(1)).rounded())
    text += status.map { "\($0)" } ?? "no answer"
    text += " in \(milliseconds) ms"
    if let usage { text += ", \(usage.promptTokens) + \(usage.completionTokens.counted("token"))" }
    return text + (outcome.isEmpty ? "" : "; " + outcome)
  }

  private var outcome: String {
    switch responseAction {
    case .use(let reply): reply.isCut ? "cut off at the token limit" : ""
    case .retry(_, let after, let why):
      "retry" + (after.map { " in \(Int(($0 / .milliseconds(1)).rounded())) ms" } ?? "")
        + ": \(why)"
    case .change(let change, let why): "\(change.words): \(why)"
    case .split(_, let why): "too long: \(why)"
    case .raiseCap(let why): "longer: \(why)"
    case .skip(let why): "refused: \(why)"
    case .fail(let why): "failed: \(why)"
    case .stop(_, let why): "stop: \(why)"
    }
  }
}

extension RequestChange {
  var words: String {
    switch self {
    case .simplerFormat: "with a simpler format"
    case .withoutParameter(let name): "without \(name)"
    case .renamed(let name): "with \(name) renamed"
    case .lowerCap(let cap?): "with at most \(cap) output tokens"
    case .lowerCap(nil): "without a limit of output tokens"
    case .rulesInQuestion: "with the rules in the question"
    }
  }
}
