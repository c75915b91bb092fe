import Encoding

struct Completion {
  private let message: JSONValue?
  /// Why the model stopped, in lower case.
  private let finish: String?
  private let promptTokens: Int?

  init(_ choice: JSONValue, promptTokens: Int?) {
    message = choice["message"]
    finish = choice["finish_reason"]?.string?.lowercased()
    self.promptTokens = promptTokens
  }

  /// What servers say when their filter, or the model's own caution, ended the answer.
  private static let refusals: Set<String> = [
    "content_filter", "content-filter", "refusal", "safety", "recitation", "prohibited_content",
    "blocklist", "spii", "sensitive",
  ]

  var reaction: Reaction {
    if let finish, Self.refusals.contains(finish) {
      return .skip(why: "the endpoint's filter refused the answer (\(finish))")
    }
    if let refusal = message?["refusal"]?.string, !refusal.isEmpty {
      return .skip(why: "the model refused: \(EndpointProblem.shown(refusal))")
    }
    let text = Self.text(of: message?["content"])
    var reply = ChatReply(text: text, finishReason: finish, promptTokens: promptTokens)
    if Self.isBlank(text) || reply.isCut && Self.isOnlyThought(text) {
      if reply.isCut { return .raiseCap(why: "the answer's tokens all went into thinking") }
      // Some servers put the answer itself where the thinking belongs.
      if let misplaced = misplacedAnswer {
        reply.text = misplaced
        return .use(reply)
      }
      if finish == "error" { return .retry(.failure, after: nil, why: "the answer broke off") }
      return .retry(.nothing, after: nil, why: "the answer is empty")
    }
    return .use(reply)
  }

  /// The fields in which thinking comes.
  private var misplacedAnswer: String? {
    for name in ["reasoning_content", "reasoning"] {
      guard let text = message?[name]?.string else { continue }
      let end = text.utf8.last { $0 > 0x20 }
      if end == UInt8(ascii: "]") || end == UInt8(ascii: "}") || text.hasSuffix("```") {
        return text
      }
    }
    return nil
  }

  /// A string, the parts of a list that are text, or JSON that was not put into a string.
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

  /// Whether a text that was cut is a thought without an end.
  private static func isOnlyThought(_ text: String) -> Bool {
    let start = text.drop(while: \.isWhitespace)
    return ["think", "thinking", "reasoning"].contains { tag in
      start.hasPrefix("<\(tag)>") && !start.holds("</\(tag)>")
    }
  }
}
