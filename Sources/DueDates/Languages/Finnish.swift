extension Language {
  /// Finnish, as far as dates are written with names: days of the week and months.
  package static let finnish = Language(
    code: "fi",
    commonWords: """
      että mutta kun niin myös sitten minä sinä hän olen olet onko ei ole ehkä kiitos pitää voi voin \
      voitko täytyy viimeistään mennessä klo
      """,
    entries: {
      [
        .weekdays(
          """
          maanantai|maanantaina|maanantaihin tiistai|tiistaina|tiistaihin \
          keskiviikko|keskiviikkona|keskiviikkoon torstai|torstaina|torstaihin \
          perjantai|perjantaina|perjantaihin lauantai|lauantaina|lauantaihin \
          sunnuntai|sunnuntaina|sunnuntaihin
          """),
        .months(
          """
          tammikuu|tammikuuta|tammikuun helmikuu|helmikuuta|helmikuun maaliskuu|maaliskuuta|maaliskuun \
          huhtikuu|huhtikuuta|huhtikuun toukokuu|toukokuuta|toukokuun kesäkuu|kesäkuuta|kesäkuun \
          heinäkuu|heinäkuuta|heinäkuun elokuu|elokuuta|elokuun syyskuu|syyskuuta|syyskuun \
          lokakuu|lokakuuta|lokakuun marraskuu|marraskuuta|marraskuun joulukuu|joulukuuta|joulukuun
          """),
        .months("tammi helmi maalis huhti touko kesä heinä - syys loka marras joulu", .short),
        [.month(8, "elo", [.short, .doubtful]).atHome],
      ]
    })
}
