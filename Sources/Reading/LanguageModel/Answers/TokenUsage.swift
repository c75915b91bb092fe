package import Encoding

package struct TokenUsage: Hashable, Sendable {
  package var prompt: Int
  /// Tokens of the answer, thinking included.
  package var completion: Int

  package init(prompt: Int = 0, completion: Int = 0) {
    (self.prompt, self.completion) = (prompt, completion)
  }

  package var total: Int { prompt + completion }

  package static func += (a: inout TokenUsage, b: TokenUsage) {
    a.prompt += b.prompt
    a.completion += b.completion
  }

  /// A number of tokens that came from outside; nil where it is too large to be one, and sums of it could overflow.
  package static func count(_ value: JSONValue?) -> Int? {
    value?.int.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
  }

  /// Reads the member `usage` of a body; nil where there is none that says anything.
  init?(of body: JSONValue) {
    guard let usage = body["usage"] else { return nil }
    func count(_ names: String...) -> Int? {
      names.lazy.compactMap { Self.count(usage[$0]) }.first
    }
    let prompt = count("prompt_tokens", "input_tokens")
    let completion = count("completion_tokens", "output_tokens")
    guard prompt != nil || completion != nil else { return nil }
    self.init(prompt: prompt ?? 0, completion: completion ?? 0)
  }
}
