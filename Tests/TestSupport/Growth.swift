/// Whether something takes time by the amount of what it is given: a first lot is compared with one of four times as
/// much, since how fast a machine is says nothing.
public enum Growth {
  /// What is wrong; nil where four times as much takes about four times as long.
  ///
  /// What `prepare` makes for a count is not measured. The time is the processor's, for the thread that asks.
  public static func excess<Lot>(
    over count: Int, preparing prepare: (Int) throws -> Lot, _ work: (Lot) throws -> Void
  ) rethrows -> String? {
    func seconds(_ count: Int) throws -> Double {
      let lot = try prepare(count)
      let clock = ThreadClock()
      try work(lot)
      return clock.seconds
    }
    let (once, fourfold) = (try seconds(count), try seconds(4 * count))
    // What is too short to be measured is no cause for alarm.
    guard fourfold > 0.3, fourfold > 8 * max(once, 0.005) else { return nil }
    let again = (try seconds(count), try seconds(4 * count))
    if again.1 < 8 * again.0 { return nil }
    return "\(again.0) s, and four times as much \(again.1) s"
  }
}
