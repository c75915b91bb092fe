/// How many requests may be under way at once, as the endpoint shows that it bears them.
///
/// It is halved when the endpoint says to slow down, and grows by one after as many good answers as
/// it allows at once (additive increase, multiplicative decrease, as TCP does).
struct AdaptiveLimit: Hashable, Sendable {
  /// The most that it grows to.
  let most: Int
  /// How many may be under way now.
  private(set) var current: Int
  private var goodAnswers = 0
  /// Requests sent before this one were sent at the old pace; what becomes of them says nothing.
  private var firstAtThisPace = 0

  init(most: Int) {
    self.most = max(1, most)
    current = self.most
  }

  /// Notes a good answer.
  mutating func noteGood() {
    guard current < most else { return }
    goodAnswers += 1
    if goodAnswers >= current {
      current += 1
      goodAnswers = 0
    }
  }

  /// Notes that the endpoint wants to be asked less, in answer to the request of some number, when
  /// the next one will have the number `next`.
  mutating func noteSlowDown(of number: Int, next: Int) {
    goodAnswers = 0
    guard number >= firstAtThisPace else { return }
    current = max(1, current / 2)
    firstAtThisPace = next
  }
}
