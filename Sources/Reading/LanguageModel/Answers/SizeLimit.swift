import Encoding

/// What an endpoint says of a request that asks for more tokens than it allows in a minute, or at once: no wait
/// makes that one fit.
package struct SizeLimit: Hashable, Sendable {
  package var allowed: Int
  /// Tokens that the request asks for; many servers count the longest answer along with the question.
  package var requested: Int

  package var isExceeded: Bool { requested > allowed }

  /// The same of the question alone, where the answer may have so many tokens and they are counted.
  func ofQuestion(cap: Int) -> SizeLimit {
    guard requested > cap, allowed > cap else { return self }
    return SizeLimit(allowed: allowed - cap, requested: requested - cap)
  }

}

extension SizeLimit {
  /// Finds both counts in a message in lower case; nil where one of them is missing.
  ///
  /// `Limit 6000, Used 5000, Requested 2000`, `requested: 8,123 tokens; the limit is 6,000`
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
      // "Rate limit reached …: Limit 6000": not every place has a number behind it.
      for range in words.places(of: phrase) {
        if let count = PhraseScan.grouped(words[range.upperBound...]) { return count }
      }
    }
    return nil
  }
}
