import Synchronization

/// Parses addresses and caches the last one, because a run uses the same address thousands of times.
final class LastAddress: Sendable {
  private let last = Mutex<(text: String, url: RequestURL)?>(nil)

  func read(_ text: String) throws(HTTPError) -> RequestURL {
    if let last = last.withLock({ $0 }), last.text == text { return last.url }
    let url = try RequestURL(text)
    last.withLock { $0 = (text, url) }
    return url
  }
}
