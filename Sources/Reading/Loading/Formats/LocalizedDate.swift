import CivilTime

/// Dates as Google writes them in the account's language.
///
/// Examples are `Tuesday, January 5, 2021 at 6:11:17 PM UTC`, `Dienstag, 5. Januar 2021 um 18:11:17 UTC` and
/// `2021年1月5日火曜日 18:11:17 UTC`. The month is a word listed in `months`, or a number before 月 or 월. The year has four
/// digits. A word for the half of the day may stand anywhere.
enum LocalizedDate {
  static func read(_ text: String) -> GenericTimestamp.Reading? {
    if let reading = GenericTimestamp.read(text) { return reading }
    guard text.utf8.count <= 200 else { return nil }
    var parts = Parts()
    var rest = text[...]
    while let first = rest.first {
      if first.isASCII, first.isNumber {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        parts.take(Int(digits) ?? -1, digits: digits.count, next: rest.first)
      } else if first.isLetter {
        // `a. m.` and `p.m.` are one word; `5月` is a number and a word.
        var word = rest.prefix { $0.isLetter }
        rest = rest[word.endIndex...]
        if word.count == 1, let end = rest.endOfHalf(behind: halfMarks) {
          word = "\(word)m"
          rest = rest[end...]
        }
        parts.take(word.lowercased())
      } else {
        rest = rest.dropFirst()
      }
    }
    guard let date = parts.date, let time = parts.time else { return nil }
    let civil = CivilDateTime(date: date, time: time)
    if parts.isZoned {
      return Timestamp(seconds: civil.secondsSinceEpoch()).map(GenericTimestamp.Reading.instant)
    }
    return .civil(civil)
  }

  /// The characters between the letters of `a. m.`.
  private static let halfMarks: [Character] = [".", " ", "\u{A0}", "\u{202F}"]

  private struct Parts {
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var clock: [Int] = []
    private var isAfternoon: Bool?
    /// Whether the time is in UTC.
    private(set) var isZoned = false

    mutating func take(_ number: Int, digits: Int, next: Character?) {
      if isZoned { return }
      if digits == 4 {
        year = number
      } else if next == "月" || next == "월" {
        month = number
      } else if next == ":" || clock.count == 1 || clock.count == 2 && next != "日" {
        clock.append(number)
      } else if day == nil {
        day = number
      }
    }

    mutating func take(_ word: String) {
      if let number = LocalizedDate.months[word] {
        month = month ?? number
      } else if let afternoon = LocalizedDate.halves[word] {
        isAfternoon = afternoon
      } else if word == "utc" || word == "gmt" {
        isZoned = true
      }
    }

    var date: CivilDate? {
      guard let year, let month, let day else { return nil }
      return CivilDate(year: year, month: month, day: day)
    }

    var time: TimeOfDay? {
      guard clock.count >= 2 else { return nil }
      var hour = clock[0]
      if let isAfternoon {
        guard (1...12).contains(hour) else { return nil }
        hour = hour % 12 + (isAfternoon ? 12 : 0)
      }
      return TimeOfDay(hour: hour, minute: clock[1], second: clock.count > 2 ? clock[2] : 0)
    }
  }

  private static let halves: [String: Bool] = [
    "am": false, "pm": true, "πμ": false, "μμ": true, "午前": false, "午後": true, "上午": false,
    "下午": true, "오전": false, "오후": true, "صباحًا": false, "مساءً": true, "ص": false, "م": true,
  ]

  /// The twelve months of each language, in the form used in dates.
  private static let languages = """
    january february march april may june july august september october november december
    jan feb mar apr may jun jul aug sep oct nov dec
    januar februar märz april mai juni juli august september oktober november dezember
    jänner februar märz april mai juni juli august september oktober november dezember
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    januari februari maart april mei juni juli augustus september oktober november december
    januari februari mars april maj juni juli augusti september oktober november december
    januar februar marts april maj juni juli august september oktober november december
    januar februar mars april mai juni juli august september oktober november desember
    tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta \
    syyskuuta lokakuuta marraskuuta joulukuuta
    stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada \
    grudnia
    ledna února března dubna května června července srpna září října listopadu prosince
    január február március április május június július augusztus szeptember október november \
    december
    ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie \
    decembrie
    ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня
    ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου \
    οκτωβρίου νοεμβρίου δεκεμβρίου
    januari februari maret april mei juni juli agustus september oktober november desember
    """

  fileprivate static let months: [String: Int] = {
    var table: [String: Int] = [:]
    for language in languages.split(separator: "\n") {
      for (number, name) in language.split(separator: " ").enumerated() {
        table[String(name)] = number + 1
      }
    }
    return table
  }()
}

extension Substring {
  /// Returns the place after `marks` and an `m`, or nil if the text continues in another way.
  fileprivate func endOfHalf(behind marks: [Character]) -> Index? {
    let rest = drop { marks.contains($0) }
    guard rest.startIndex > startIndex, let first = rest.first, first == "m" || first == "M",
      rest.dropFirst().first.map({ !$0.isLetter }) ?? true
    else { return nil }
    return rest.index(after: rest.startIndex)
  }
}
