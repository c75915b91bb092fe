import CivilTime

/// Tells instants from what the clocks of a zone showed, one reading after the other; quick where many are of
/// one day.
///
/// In an hour that the clocks showed twice, a reading that goes back by a minute or more begins the second
/// time: the conversation went on.
struct ZoneClock {
  let zone: Zone
  /// The last day asked for, and the offset that held all through it, if one did.
  private var day: CivilDate?
  private var offset: Int?
  /// The last instant, in microseconds since 1970.
  private var last: Int64?
  private var pass = Pass.none

  /// Where in an hour that the clocks showed twice the last reading was.
  private enum Pass {
    case none, first, second
    /// It was come to from later times: readings run backwards, and do not tell.
    case unknown
  }

  init(_ zone: Zone) {
    self.zone = zone
  }

  /// The instant of a reading; nil at the ends of the calendar.
  mutating func timestamp(of civil: CivilDateTime, microsecond: Int = 0) -> Timestamp? {
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

  /// The instant of a reading on a day on which clocks may have been put back.
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

  /// Something that grows with time, for sorting within one file.
  mutating func sortKey(of reading: GenericTimestamp.Reading) -> Int {
    guard case .civil(let time) = reading,
      let instant = timestamp(of: time.civil, microsecond: time.microsecond)
    else { return reading.sortKey }
    return Int(instant.microseconds)
  }

  private mutating func look(at date: CivilDate) {
    day = date
    offset = nil
    // A day is plain where midnight, noon and the last second agree and so does the day around it:
    // no zone has put its clocks there and back within hours.
    let start = CivilDateTime(date: date, time: .midnight).secondsSinceEpoch()
    let first = zone.offset(at: start - 86_400)
    let steps = [0, 43_200, 86_400, 172_800]
    if steps.allSatisfy({ zone.offset(at: start + $0) == first }) { offset = first }
  }
}
