import CivilTime
import TimeZones

/// Tells instants from what the clocks of a zone showed; quick where many readings are of one day.
struct ZoneClock {
  let zone: Zone
  /// The last day asked for, and the offset that held all through it, if one did.
  private var day: CivilDate?
  private var offset: Int?

  init(_ zone: Zone) {
    self.zone = zone
  }

  /// The instant of a reading; nil at the ends of the calendar.
  mutating func timestamp(of civil: CivilDateTime, microsecond: Int = 0) -> Timestamp? {
    if civil.date != day { look(at: civil.date) }
    let whole: Timestamp?
    if let offset {
      whole = Timestamp(seconds: civil.secondsSinceEpoch(offset: offset), offset: offset)
    } else {
      whole = zone.timestamp(of: civil)
    }
    guard let whole, microsecond != 0 else { return whole }
    return Timestamp(
      microseconds: whole.microseconds + Int64(microsecond), offset: Int(whole.offset))
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
