package import Encoding
package import ItemRecords

/// Reads token counts from the JSON of a response or of a cache.
extension ModelUsage {
  /// Returns a token count from external data. Returns nil above 2^40, which is implausible and could overflow sums.
  package static func count(_ value: JSONValue?) -> Int? {
    value?.int.flatMap { (0...1 << 40).contains($0) ? $0 : nil }
  }

  /// Reads the tokens of the member `usage` of a body. Returns nil if it is absent or has no counts.
  init?(of body: JSONValue) {
    guard let usage = body["usage"] else { return nil }
    func count(_ names: String...) -> Int? {
      names.lazy.compactMap { Self.count(usage[$0]) }.first
    }
    let prompt = count("prompt_tokens", "input_tokens")
    let completion = count("completion_tokens", "output_tokens")
    guard prompt != nil || completion != nil else { return nil }
    self.init(promptTokens: prompt ?? 0, completionTokens: completion ?? 0)
  }
}
