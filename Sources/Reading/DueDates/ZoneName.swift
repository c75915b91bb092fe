import CivilTime

/// A time zone stated after a time of day, by abbreviation, offset or place, and its conversion to a `Zone`.
///
/// Abbreviations for summer or winter time are taken literally: EST is five hours behind UTC in July too. Others follow
/// the clocks of the place: those without a season (ET, PT), and those used all year in Europe (CET, EET, WET). IST is
/// used in India, Israel and Ireland, so it is accepted only if it is the reader's own abbreviation.
enum ZoneName: Equatable, Sendable {
  /// Seconds east of Greenwich.
  case offset(Int)
  case place(Place)
  /// Several zones have this name.
  case ambiguous

  enum Place: String, CaseIterable {
    case newYork = "EST5EDT,M3.2.0,M11.1.0"
    case chicago = "CST6CDT,M3.2.0,M11.1.0"
    case denver = "MST7MDT,M3.2.0,M11.1.0"
    case losAngeles = "PST8PDT,M3.2.0,M11.1.0"
    case london = "GMT0BST,M3.5.0/1,M10.5.0"
    case lisbon = "WET0WEST,M3.5.0/1,M10.5.0"
    case berlin = "CET-1CEST,M3.5.0,M10.5.0/3"
    case helsinki = "EET-2EEST,M3.5.0/3,M10.5.0/4"
    case sydney = "AEST-10AEDT,M10.1.0,M4.1.0/3"
    case auckland = "NZST-12NZDT,M9.5.0,M4.1.0/3"
  }

  /// The zone, or nil for an ambiguous name.
  var zone: Zone? {
    switch self {
    case .offset(let seconds): Zone(offset: seconds)
    case .place(let place): ZoneName.zones[place]
    case .ambiguous: nil
    }
  }

  private static let zones: [Place: Zone] = Dictionary(
    uniqueKeysWithValues: Place.allCases.compactMap { place in
      Zone(posixRule: place.rawValue).map { (place, $0) }
    })

  /// Reads an abbreviation.
  ///
  /// Unless in capitals, abbreviations of fewer than three letters, and those that are also words of a language, are
  /// accepted only if `isSure`. The German `Ist` is never accepted.
  init?(abbreviation text: Substring, isSure: Bool = false) {
    guard let found = ZoneName.abbreviations[text.uppercased()] else { return nil }
    let words = ["ist", "est", "wet", "Ist", "Est", "Wet", "Cet"]
    let mayBeWord = text.utf8.count < 3 || words.contains(String(text))
    guard text == text.uppercased() || (isSure ? text != "Ist" : !mayBeWord) else { return nil }
    self = found
  }

  /// The abbreviations that have one meaning in chats, and IST, which has several.
  private static let abbreviations: [String: ZoneName] = [
    "UTC": .offset(0), "GMT": .offset(0), "Z": .offset(0),
    "BST": .offset(3600), "IST": .ambiguous,
    "CET": .place(.berlin), "CEST": .offset(7200), "MEZ": .place(.berlin), "MESZ": .offset(7200),
    "EET": .place(.helsinki), "EEST": .offset(10_800), "WET": .place(.lisbon),
    "MSK": .offset(10_800),
    "ET": .place(.newYork), "EST": .offset(-18_000), "EDT": .offset(-14_400),
    "CT": .place(.chicago), "CST": .offset(-21_600), "CDT": .offset(-18_000),
    "MT": .place(.denver), "MST": .offset(-25_200), "MDT": .offset(-21_600),
    "PT": .place(.losAngeles), "PST": .offset(-28_800), "PDT": .offset(-25_200),
    "AKST": .offset(-32_400), "AKDT": .offset(-28_800), "HST": .offset(-36_000),
    "BRT": .offset(-10_800), "SAST": .offset(7200), "PKT": .offset(18_000),
    "SGT": .offset(28_800), "HKT": .offset(28_800), "JST": .offset(32_400),
    "KST": .offset(32_400), "AWST": .offset(28_800), "ACST": .offset(34_200),
    "ACDT": .offset(37_800), "AEST": .offset(36_000), "AEDT": .offset(39_600),
    "AET": .place(.sydney), "NZT": .place(.auckland), "NZST": .offset(43_200),
    "NZDT": .offset(46_800),
  ]
}
