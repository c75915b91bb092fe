import ActionItemModel
import CivilTime
import TextSearch

/// Recognises, in languages whose deadlines are not read otherwise, that words carry a day: its weekday, its
/// number in its month, or how near it is.
///
/// This only tells that a day which a model worked out may be meant; it never makes one.
enum ForeignDays {
  /// Whether a text, written on some day, may mean another one.
  static func mayMean(_ day: CivilDate, in text: FoldedText, writtenOn today: CivilDate) -> Bool {
    let distance = day.daysSinceEpoch - today.daysSinceEpoch
    guard (0...400).contains(distance) else { return false }
    let words = FoldedText.words(of: text.bytes)
    if distance < 14, holds(weekdays[day.weekday.rawValue - 1], words) { return true }
    if distance < near.count, holds(near[distance], words) { return true }
    if isNamed(day, words) { return true }
    // 1月9日, 1월 9일
    let joined = text.bytes.filter { $0 != 0x20 }
    return [("月", "日"), ("월", "일")].contains { month, mark in
      joined.holds("\(day.month)\(month)\(day.day)\(mark)".utf8)
    }
  }

  /// Whether one of some words stands among others; in scripts without spaces, within one.
  private static func holds(_ wanted: Set<String>, _ words: [String]) -> Bool {
    words.contains { word in
      wanted.contains(word)
        || word.utf8.contains { $0 >= 0xE2 } && wanted.contains { isWide($0) && word.shows($0) }
    }
  }

  private static func isWide(_ word: String) -> Bool {
    word.unicodeScalars.first.map { $0.value >= 0x2E80 } ?? false
  }

  /// Whether the number of a day and the name of its month stand side by side, as in "9 de enero".
  private static func isNamed(_ day: CivilDate, _ words: [String]) -> Bool {
    let plain = words.filter { !["de", "di", "du", "den", "of", "d"].contains($0) }
    return zip(plain, plain.dropFirst()).contains { first, second in
      let digits = first.prefix { $0.isASCII && $0.isNumber }
      return Int(digits) == day.day && first.count - digits.count <= 2
        && months[day.month - 1].contains { second.hasPrefix($0) }
    }
  }

  // French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Swedish, Danish, Turkish, Russian,
  // Ukrainian, Chinese, Japanese, Korean; as folding leaves them, without the accents of Latin letters.
  private static let weekdays: [Set<String>] = [
    "lundi lunes lunedi segunda segunda-feira maandag poniedziałek poniedziałku poniedziałkiem pondeli "
      + "pondelka mandag pazartesi понедельник понедельника понедельнику понеділок понеділка 周一 星期一 "
      + "礼拜一 月曜 월요일",
    "mardi martes martedi terca dinsdag wtorek wtorku wtorkiem utery uterka tisdag tirsdag salı вторник "
      + "вторника вторнику вівторок вівторка 周二 星期二 礼拜二 火曜 화요일",
    "mercredi miercoles mercoledi quarta woensdag sroda srode srody streda stredu stredy onsdag çarsamba "
      + "среда среду среды среде середа середу середи 周三 星期三 礼拜三 水曜 수요일",
    "jeudi jueves giovedi quinta donderdag czwartek czwartku czwartkiem ctvrtek ctvrtka torsdag persembe "
      + "четверг четверга четвергу четвер четверга 周四 星期四 礼拜四 木曜 목요일",
    "vendredi viernes venerdi sexta vrijdag piatek piatku piatkiem patek patku fredag cuma пятница пятницу "
      + "пятницы пятнице п'ятниця пятниця пятницю пятниці 周五 星期五 礼拜五 金曜 금요일",
    "samedi sabado sabato zaterdag sobota sobote soboty sobotu lordag lørdag cumartesi суббота субботу "
      + "субботы субботе субота суботу суботи 周六 星期六 礼拜六 土曜 토요일",
    "dimanche domingo domenica zondag niedziela niedziele niedzieli nedele nedeli sondag søndag pazar "
      + "воскресенье воскресенья воскресенью неділя неділю неділі 周日 星期日 星期天 周天 礼拜天 日曜 일요일",
  ].map(set)

  /// Words for today, tomorrow and the day after.
  private static let near: [Set<String>] = [
    "aujourdhui hoy oggi hoje vandaag dzisiaj dzis dnes idag bugun сегодня сьогодні 今天 今日 오늘",
    "demain manana domani amanha morgen jutro jutra zitra imorgon yarın yarin завтра 明天 明日 내일",
    "apres-demain apresdemain pasado dopodomani overmorgen pojutrze pozitri overmorgon obur послезавтра "
      + "післязавтра 后天 明後日 明后天 모레",
  ].map(set)

  /// How the months begin.
  private static let months: [Set<String>] = [
    "jan ene gen sty led oca янв січ", "fev feb lut uno sub фев лют", "mar mrt maart brez мар бер",
    "avr abr apr kwi dub nis апр кві", "mai may mag mei maj kvet мая май трав",
    "juin jun giu cze cerv haz июн чер", "juil jul lug lip cervenec tem июл лип",
    "aou ago aug sie srp agu авг сер", "sep set wrz zar eyl сен вер",
    "oct out ott okt paz rij eki окт жов",
    "nov lis kas ноя лис", "dec dic dez gru pros ara дек гру",
  ].map(set)

  private static func set(_ words: String) -> Set<String> {
    Set(
      words.split(whereSeparator: \.isWhitespace).map {
        String(decoding: FoldedText(String($0)).bytes, as: UTF8.self)
      })
  }
}
