import CivilTime

extension Language {
  /// Finnish, as far as dates are written with names: days of the week and months.
  public static let finnish = Language(
    code: "fi",
    commonWords: """
      että mutta kun niin myös sitten minä sinä hän olen olet onko ei ole ehkä kiitos pitää voi voin \
      voitko täytyy viimeistään mennessä klo
      """,
    entries: [
      .weekday(.monday, "maanantai|maanantaina|maanantaihin"),
      .weekday(.tuesday, "tiistai|tiistaina|tiistaihin"),
      .weekday(.wednesday, "keskiviikko|keskiviikkona|keskiviikkoon"),
      .weekday(.thursday, "torstai|torstaina|torstaihin"),
      .weekday(.friday, "perjantai|perjantaina|perjantaihin"),
      .weekday(.saturday, "lauantai|lauantaina|lauantaihin"),
      .weekday(.sunday, "sunnuntai|sunnuntaina|sunnuntaihin"),

      .month(1, "tammikuu|tammikuuta|tammikuun"), .month(1, "tammi", .short),
      .month(2, "helmikuu|helmikuuta|helmikuun"), .month(2, "helmi", .short),
      .month(3, "maaliskuu|maaliskuuta|maaliskuun"), .month(3, "maalis", .short),
      .month(4, "huhtikuu|huhtikuuta|huhtikuun"), .month(4, "huhti", .short),
      .month(5, "toukokuu|toukokuuta|toukokuun"), .month(5, "touko", .short),
      .month(6, "kesäkuu|kesäkuuta|kesäkuun"), .month(6, "kesä", .short),
      .month(7, "heinäkuu|heinäkuuta|heinäkuun"), .month(7, "heinä", .short),
      .month(8, "elokuu|elokuuta|elokuun"), .month(8, "elo", [.short, .doubtful]).atHome,
      .month(9, "syyskuu|syyskuuta|syyskuun"), .month(9, "syys", .short),
      .month(10, "lokakuu|lokakuuta|lokakuun"), .month(10, "loka", .short),
      .month(11, "marraskuu|marraskuuta|marraskuun"), .month(11, "marras", .short),
      .month(12, "joulukuu|joulukuuta|joulukuun"), .month(12, "joulu", .short),
    ])
}
