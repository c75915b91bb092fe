import CivilTime
import Glibc

/// Where the sun and the moon stand, as seen from the earth, for calendars that follow them.
///
/// Meeus, Astronomical Algorithms: chapter 25 for the sun, the largest terms of chapter 47 for the
/// moon. New moons come out within two minutes of the published ones between 1950 and 2050, which
/// is more than calendar days need, save those that turn on the minute.
enum SunAndMoon {
  /// The years in which calendars are reckoned by this.
  static let years = 1900...2100

  /// Degrees along the ecliptic that the sun has come since the equinox of March.
  static func sunLongitude(_ seconds: Double) -> Double {
    let t = centuries(seconds)
    let mean = 280.46646 + 36_000.76983 * t
    let anomaly = 357.52911 + 35_999.05029 * t
    let centre =
      (1.914602 - 0.004817 * t) * sine(anomaly) + (0.019993 - 0.000101 * t) * sine(2 * anomaly)
      + 0.000289 * sine(3 * anomaly)
    return normalised(mean + centre - 0.00569 + nutation(t))
  }

  /// Degrees along the ecliptic of the moon.
  static func moonLongitude(_ seconds: Double) -> Double {
    let t = centuries(seconds)
    let elongation = 297.8501921 + (445_267.1114034 - 0.0018819 * t) * t
    let sunAnomaly = 357.5291092 + 35_999.0502909 * t
    let moonAnomaly = 134.9633964 + (477_198.8675055 + 0.0087414 * t) * t
    let latitude = 93.2720950 + (483_202.0175233 - 0.0036539 * t) * t
    let eccentricity = 1 - 0.002516 * t
    var sum = 0.0
    for term in moonTerms {
      let angle =
        Double(term.elongation) * elongation + Double(term.sun) * sunAnomaly
        + Double(term.moon) * moonAnomaly + Double(term.latitude) * latitude
      let weight = term.sun == 0 ? 1 : eccentricity
      sum += term.size * weight * sine(angle)
    }
    let mean = 218.3164477 + (481_267.88123421 - 0.0015786 * t) * t
    return normalised(mean + sum + nutation(t))
  }

  /// Degrees by which the moon is ahead of the sun: 0 at new moon, 180 at full moon.
  static func phase(_ seconds: Double) -> Double {
    normalised(moonLongitude(seconds) - sunLongitude(seconds))
  }

  /// The mean time between new moons, in seconds.
  static let month = 29.530588 * 86_400

  /// The new moon nearest to an instant.
  static func newMoon(near seconds: Double) -> Double {
    var instant = seconds
    for _ in 0..<8 {
      let phase = phase(instant)
      let seconds = (phase > 180 ? phase - 360 : phase) / 360 * month
      instant -= seconds
      if abs(seconds) < 1 { break }
    }
    return instant
  }

  /// The instant, near `seconds`, at which the sun reaches a longitude.
  static func instant(longitude: Double, near seconds: Double) -> Double {
    var instant = seconds
    for _ in 0..<8 {
      let ahead = normalised(longitude - sunLongitude(instant))
      let seconds = (ahead > 180 ? ahead - 360 : ahead) / 360 * 365.2422 * 86_400
      instant += seconds
      if abs(seconds) < 1 { break }
    }
    return instant
  }

  /// The day in UTC on which the sun reaches a longitude.
  static func date(longitude: Double, inYear year: Int) -> CivilDate? {
    // The sun passes 0 about 20 March, day 79.
    guard let january = CivilDate(year: year, month: 1, day: 1) else { return nil }
    let day = Double(january.daysSinceEpoch) + 79 + longitude / 360 * 365.2422
    let guess = longitude > 280 ? day - 365.2422 : day
    return SunAndMoon.day(of: instant(longitude: longitude, near: guess * 86_400), zone: 0)
  }

  /// The day on which an instant falls for clocks `zone` hours east of Greenwich.
  static func day(of seconds: Double, zone: Double) -> CivilDate? {
    CivilDate(daysSinceEpoch: Int(((seconds + zone * 3600) / 86_400).rounded(.down)))
  }

  /// Julian centuries since 2000, on the uniform scale, which is about 69 seconds ahead of UTC.
  private static func centuries(_ seconds: Double) -> Double {
    (seconds + 69 - 946_728_000) / 86_400 / 36_525
  }

  private static func nutation(_ t: Double) -> Double { -0.00478 * sine(125.04 - 1934.136 * t) }

  private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }

  static func normalised(_ degrees: Double) -> Double {
    degrees - (degrees / 360).rounded(.down) * 360
  }

  /// Multiples of the four angles, and degrees.
  private static let moonTerms:
    [(elongation: Int, sun: Int, moon: Int, latitude: Int, size: Double)] = [
      (0, 0, 1, 0, 6.288774), (2, 0, -1, 0, 1.274027), (2, 0, 0, 0, 0.658314),
      (0, 0, 2, 0, 0.213618), (0, 1, 0, 0, -0.185116), (0, 0, 0, 2, -0.114332),
      (2, 0, -2, 0, 0.058793), (2, -1, -1, 0, 0.057066), (2, 0, 1, 0, 0.053322),
      (2, -1, 0, 0, 0.045758), (0, 1, -1, 0, -0.040923), (1, 0, 0, 0, -0.034720),
      (0, 1, 1, 0, -0.030383), (2, 0, 0, -2, 0.015327), (0, 0, 1, 2, -0.012528),
      (0, 0, 1, -2, 0.010980), (4, 0, -1, 0, 0.010675), (0, 0, 3, 0, 0.010034),
      (4, 0, -2, 0, 0.008548), (2, 1, -1, 0, -0.007888), (2, 1, 0, 0, -0.006766),
      (1, 0, -1, 0, -0.005163), (1, 1, 0, 0, 0.004987), (2, -1, 1, 0, 0.004036),
    ]
}
