import Encoding
import ItemRecords

/// One choice of a successful response: the text or refusal of the model, and the reaction to it.
///
/// `AnswerClassifier` creates it. A usable one becomes a `ChatReply`.
struct Completion {
  private let message: JSONValue?
  /// The finish reason, in lower case.
  private let finish: String?
  private let usage: ModelUsage?
  /// The id of the answer.
  private let id: String?

  /// Longer ids are cut; they are only for logs.
  private static let longestId = 200

  init(_ choice: JSONValue, id: String?, _ usage: ModelUsage?) {
    self.id = id.map { String($0.prefix(Self.longestId)) }
    message = choice["message"]
    finish = choice["finish_reason"]?.string?.lowercased()
    self.usage = usage
  }

  /// Finish reasons that mean a filter or the model itself refused the answer.
  private static let refusals: Set<String> = [
    "content_filter", "content-filter", "refusal", "safety", "recitation", "prohibited_content",
    "blocklist", "spii", "sensitive",
  ]

  var responseAction: ResponseAction {
    if let finish, Self.refusals.contains(finish) {
      return .skip(why: "the endpoint's filter refused the answer (\(finish))")
    }
    if let refusal = message?["refusal"]?.string, !refusal.isEmpty {
      return .skip(why: "the model refused: \(EndpointProblem.shown(refusal))")
    }
    let text = Self.text(of: message?["content"])
    var reply = ChatReply(
      text: text, finishReason: finish, promptTokens: usage?.promptTokens,
      answerTokens: answerTokens)
    reply.id = id
    if Self.isBlank(text) || reply.isCut && Self.isOnlyThought(text) {
      if reply.isCut {
        // A longer answer would only repeat more.
        for thought in [text] + reasoning where RepetitionLoop(endOf: thought) != nil {
          reply.text = thought
          return .use(reply)
        }
        let count = answerTokens.map { "\($0) " } ?? ""
        return .raiseCap(why: "all \(count)tokens of the answer were used for reasoning")
      }
      // Some servers return the answer in the field for reasoning.
      if let misplaced = misplacedAnswer {
        reply.text = misplaced
        return .use(reply)
      }
      if finish == "error" { return .retry(.failure, after: nil, why: "the answer ended early") }
      return .retry(.nothing, after: nil, why: "the answer is empty")
    }
    return .use(reply)
  }

  /// The reported tokens of the answer. A server that does not count them may report zero.
  private var answerTokens: Int? {
    usage.flatMap { $0.completionTokens > 0 ? $0.completionTokens : nil }
  }

  /// The texts of the fields for reasoning.
  private var reasoning: [String] {
    ["reasoning_content", "reasoning"].compactMap { message?[$0]?.string }
  }

  /// The text of a reasoning field, if it looks like an answer.
  private var misplacedAnswer: String? {
    reasoning.first { text in
      let end = text.utf8.last { $0 > 0x20 }
      return end == UInt8(ascii: "]") || end == UInt8(ascii: "}") || text.hasSuffix("```")
    }
  }

  /// Returns the text of a content value: a string, the text parts of a list, or unquoted JSON.
  private static func text(of content: JSONValue?) -> String {
    switch content {
    case nil, .null?: return ""
    case .string(let text)?: return text
    case .array(let parts)? where parts.contains { $0["type"]?.string != nil }:
      return parts.compactMap { part in
        switch part["type"]?.string {
        case nil, "text", "output_text": part["text"]?.string
        default: nil
        }
      }.joined()
    case let value?: return value.compact
    }
  }

  private static func isBlank(_ text: String) -> Bool { !text.utf8.contains { $0 > 0x20 } }

  /// Returns whether a cut text is unfinished reasoning.
  private static func isOnlyThought(_ text: String) -> Bool {
    let start = text.drop(while: \.isWhitespace)
    return ["think", "thinking", "reasoning"].contains { tag in
      start.hasPrefix("<\(tag)>") && !start.holds("</\(tag)>")
    }
  }
}
