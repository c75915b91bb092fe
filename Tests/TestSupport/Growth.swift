/// Checks that running time is proportional to input size.
///
/// It compares one input with another four times as large, since the machine's speed says nothing.
public enum Growth {
  /// A description of the excess; nil if four times as much takes about four times as long.
  ///
  /// The time of `prepare` is not measured. The time is processor time of the calling thread.
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
    // Times too short to measure are ignored.
    guard fourfold > 0.3, fourfold > 8 * max(once, 0.005) else { return nil }
    let again = (try seconds(count), try seconds(4 * count))
    if again.1 < 8 * again.0 { return nil }
    return "\(again.0) s, and four times as much \(again.1) s"
  }
}
