/// Counts windows that fail in a row, to tell an endpoint that cannot be used from windows that have bad luck.
///
/// A window that was begun before another one ended well shows nothing about the endpoint when it
/// fails: it was answered meanwhile.
struct FailureRow {
  /// So many failures of the endpoint in a row end the run.
  let limit: Int
  private(set) var good = 0
  private var failures = 0
  private var answers = 0

  /// So many windows with answers of no use end the run, as against failures of the endpoint.
  private static let patience = 5

  init(limit: Int) {
    self.limit = limit
  }

  mutating func noteGood() {
    good += 1
    failures = 0
    answers = 0
  }

  /// Notes a window that failed; returns how many did in a row, if that is reason enough to end.
  mutating func note(_ reach: WindowFailure.Reach, goodBefore: Int) -> Int? {
    guard goodBefore == good else { return nil }
    switch reach {
    case .endpoint, .busy: failures += 1
    case .window, .tooLong: answers += 1
    // What refusals mean is for a trial to say.
    case .refused, .run, .limit, .cancelled, .later: return nil
    }
    let count = failures + answers
    return failures >= limit || count >= limit * Self.patience ? count : nil
  }

  /// Whether one window alone has failed since others were answered.
  var isSingle: Bool { good > 0 && failures + answers == 1 }

  /// Whether a failure is the window's own: the endpoint answered others since it was begun.
  func isOwn(_ reach: WindowFailure.Reach, goodBefore: Int) -> Bool {
    switch reach {
    case .window, .tooLong, .refused: true
    case .endpoint: goodBefore < good
    case .busy, .run, .limit, .cancelled, .later: false
    }
  }
}
