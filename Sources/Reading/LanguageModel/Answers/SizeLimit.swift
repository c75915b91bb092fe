import Encoding

/// The limit and the size, in tokens, that an endpoint states for a request that is too large for it.
///
/// The limit is per minute or per request. If the request exceeds it, waiting does not help.
package struct SizeLimit: Hashable, Sendable {
  package var allowed: Int
  /// Tokens of the request. Many servers count the maximum answer as part of it.
  package var requested: Int

  package var isExceeded: Bool { requested > allowed }

  /// Returns the limit of the prompt alone, if `cap` tokens of the answer are counted as part of the request.
  func ofPrompt(cap: Int) -> SizeLimit {
    guard requested > cap, allowed > cap else { return self }
    return SizeLimit(allowed: allowed - cap, requested: requested - cap)
  }

}

extension SizeLimit {
  /// Finds both counts in a message in lower case. Returns nil if one is missing.
  ///
  /// Examples: `Limit 6000, Used 5000, Requested 2000`, `requested: 8,123 tokens; the limit is 6,000`
  init?(in words: String) {
    guard let allowed = Self.count(Self.limits, in: words),
      let requested = Self.count(Self.requests, in: words)
    else { return nil }
    self.init(allowed: allowed, requested: requested)
  }

  private static let limits = ["limit"]
  private static let requests = [
    "requested", "request of", "request requires", "request needs", "request has",
  ]

  private static func count(_ phrases: [String], in words: String) -> Int? {
    for phrase in phrases {
      // In "Rate limit reached …: Limit 6000" not every occurrence is followed by a number.
      for range in words.places(of: phrase) {
        if let count = PhraseScan.groupedNumber(words[range.upperBound...]) { return count }
      }
    }
    return nil
  }
}
