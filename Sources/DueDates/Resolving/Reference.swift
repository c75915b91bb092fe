import CivilTime
import TimeZones

/// The moment from which relative days count, on the reader's clock.
struct Reference {
  let instant: Timestamp
  let zone: Zone
  let civil: CivilDateTime

  init(instant: Timestamp, zone: Zone) {
    self.instant = zone.timestamp(at: instant)
    self.zone = zone
    civil = self.instant.civil
  }

  var today: CivilDate { civil.date }
  /// Minutes since midnight.
  var minute: Int { civil.time.secondsAfterMidnight / 60 }
}
