import ItemRecords

/// Counts consecutive failures, to distinguish an unusable endpoint from windows that fail on their own.
///
/// A window that fails after a later window succeeded shows nothing about the endpoint.
struct FailureRow {
  /// The number of consecutive endpoint failures that ends the run.
  let limit: Int
  private(set) var good = 0
  private var failures = 0
  private var answers = 0

  /// The factor for windows with unusable replies: they need `limit * patience` failures to end the run.
  private static let patience = 5

  init(limit: Int) {
    self.limit = limit
  }

  mutating func noteGood() {
    good += 1
    failures = 0
    answers = 0
  }

  /// Notes a failed window. Returns the number of consecutive failures if the run has to end.
  mutating func note(_ scope: FailureScope, goodBefore: Int) -> Int? {
    guard goodBefore == good else { return nil }
    switch scope {
    case .endpoint, .busy: failures += 1
    case .window, .tooLong: answers += 1
    // A probe decides what refusals mean.
    case .refused, .run, .limit, .cancelled, .later, .unasked: return nil
    }
    let count = failures + answers
    return failures >= limit || count >= limit * Self.patience ? count : nil
  }

  /// Whether exactly one window has failed since others were answered.
  var isSingle: Bool { good > 0 && failures + answers == 1 }

  /// Whether a failure is due to the window itself: the endpoint answered others since it was started.
  func isOwn(_ scope: FailureScope, goodBefore: Int) -> Bool {
    switch scope {
    case .window, .tooLong, .refused: true
    case .endpoint: goodBefore < good
    case .busy, .run, .limit, .cancelled, .later, .unasked: false
    }
  }
}
