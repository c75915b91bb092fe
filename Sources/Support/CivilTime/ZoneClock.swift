/// Converts a conversation's clock readings in a zone to instants, in order. Many readings of one day are fast.
///
/// When clocks are put back, an hour comes twice. The second pass starts with a reading that goes back by a minute or
/// more.
package struct ZoneClock: Sendable {
  package let zone: Zone
  /// The last day, and the offset that held throughout it, if one did.
  private var day: CivilDate?
  private var offset: Int?
  /// The last instant, in microseconds since 1970.
  private var last: Int64?
  private var pass = Pass.none

  /// Which pass of a repeated hour the last reading belonged to.
  private enum Pass {
    case none, first, second
    /// The hour was reached from a later time: the readings run backwards and cannot tell.
    case unknown
  }

  package init(_ zone: Zone) {
    self.zone = zone
  }

  /// Returns the instant of a reading, or nil at the ends of the calendar.
  package mutating func timestamp(of civil: CivilDateTime, microsecond: Int = 0) -> Timestamp? {
    if civil.date != day { look(at: civil.date) }
    let whole: Timestamp?
    if let offset {
      whole = Timestamp(seconds: civil.secondsSinceEpoch(offset: offset), offset: offset)
      pass = .none
    } else {
      whole = settled(civil)
    }
    last = whole?.microseconds
    guard let whole, microsecond != 0 else { return whole }
    return Timestamp(
      microseconds: whole.microseconds + Int64(microsecond), offset: Int(whole.offset))
  }

  /// Returns the instant of a reading on a day on which clocks may have been put back.
  private mutating func settled(_ civil: CivilDateTime) -> Timestamp? {
    let first = zone.timestamp(of: civil)
    let second = zone.timestamp(of: civil, fold: .later)
    guard let first, let second, first.microseconds < second.microseconds else {
      pass = .none
      return first
    }
    switch pass {
    case .none: pass = last.map { $0 <= first.microseconds } ?? true ? .first : .unknown
    case .first: if let last, first.microseconds <= last - 60_000_000 { pass = .second }
    case .second, .unknown: break
    }
    return pass == .second ? second : first
  }

  private mutating func look(at date: CivilDate) {
    day = date
    offset = nil
    // A day is plain if the offset is the same from a day before it to a day after it. No zone has put its clocks
    // forward and back within hours.
    let start = CivilDateTime(date: date, time: .midnight).secondsSinceEpoch()
    let first = zone.offset(at: start - 86_400)
    let steps = [0, 43_200, 86_400, 172_800]
    if steps.allSatisfy({ zone.offset(at: start + $0) == first }) { offset = first }
  }
}
