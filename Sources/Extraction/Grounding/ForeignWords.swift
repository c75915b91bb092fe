import ItemRecords

/// Words of the calendar in French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Swedish, Danish, Turkish,
/// Russian, Ukrainian, Chinese, Japanese and Korean; as folding leaves them, without the accents of Latin letters.
enum ForeignWords {
  static let weekdays: [Set<String>] = [
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
  static let near: [Set<String>] = [
    "aujourdhui hoy oggi hoje vandaag dzisiaj dzis dnes idag bugun сегодня сьогодні 今天 今日 오늘",
    "demain manana domani amanha morgen jutro jutra zitra imorgon yarın yarin завтра 明天 明日 내일",
    "apres-demain apresdemain pasado dopodomani overmorgen pojutrze pozitri overmorgon obur послезавтра "
      + "післязавтра 后天 明後日 明后天 모레",
  ].map(set)

  static let months: [Set<String>] = [
    "janvier janv enero ene gennaio gen janeiro januari jan styczen stycznia leden ledna januar ocak января "
      + "янв січня",
    "fevrier fevr febrero feb febbraio fevereiro fev februari luty lutego unor unora februar subat февраля фев "
      + "лютого",
    "mars marzo mar marco maart mrt marzec marca brezen brezna marts mart марта мар березня",
    "avril avr abril abr aprile apr april kwiecien kwietnia duben dubna nisan апреля апр квітня",
    "mai mayo maggio mag maio mei maja maj kveten kvetna mayıs мая травня",
    "juin junio jun giugno giu junho juni czerwiec czerwca cerven cervna haziran июня июн червня",
    "juillet juil julio jul luglio lug julho juli lipiec lipca cervenec cervence temmuz июля июл липня",
    "aout agosto ago augustus aug sierpien sierpnia srpen srpna augusti august agustos августа авг серпня",
    "septembre sept septiembre sep settembre set setembro september wrzesien wrzesnia zari eylul сентября сен "
      + "вересня",
    "octobre oct octubre ottobre ott outubro out oktober okt pazdziernik pazdziernika rijen rijna ekim октября "
      + "окт жовтня",
    "novembre nov noviembre novembro november listopad listopada listopadu kasım ноября ноя листопада",
    "decembre dec diciembre dic dicembre dezembro dez december grudzien grudnia prosinec prosince aralık "
      + "декабря дек грудня",
  ].map(set)

  // MARK: - Lengths and parts

  static let days = set(
    """
    jour jours dia dias giorno giorni dag dagen dagar dage dzien dni den dny gun день дня дней дні днів
    """)
  static let weeks = set(
    """
    semaine semaines semana semanas settimana settimane week weken tydzien tygodniu tygodnie tygodni tyden tydny
    vecka veckor veckan uge uger hafta haftaya неделя неделю неделе недели недель тиждень тижні тижня тижнів
    """)
  /// Months as they are counted, or as something of one is told.
  static let ofMonths = set(
    """
    mois mes meses mese mesi maand maanden miesiac miesiaca miesiace miesiecy mesic mesice mesicu manad manader
    manaden maned maneder maneden ayın месяц месяца месяцев місяць місяця місяці
    """)
  /// Words for none to four.
  static let counts: [Set<String>] = [
    "", "un une una uno um uma een jeden jedna en ett bir один одну",
    "deux dos due dois duas twee dwa dwie dva dve "
      + "tva två to iki два две дві", "trois tres tre drie trzy tri üç uc три",
    "quatre cuatro quattro quatro vier cztery ctyri fyra fire dort четыре чотири",
  ].map(set)
  static let next = set(
    """
    prochaine prochain proxima proximo prossima prossimo viene vem volgende komende przyszłym przyszły nastepnym pristi
    nasta næste naeste kommande kommende gelecek onumuzdeki следующей следующую наступного
    """)
  static let nextWeek = set("下周 下个星期 来週 다음주")
  static let ends = set(
    "fin finales final fine fim einde eind koniec konca koncem konec konce slutet slutningen sonu sonuna конец конца кінця"
  )
  static let monthEnd = set("月底 月末 월말")

  // MARK: - What stands around them

  /// What stands between the parts of a date.
  static let joints = set("de di du den d do del della van der het da la le que av")

  /// What stands before the number of a day.
  static let articles = set("le el il lo al del au o do den de op dia den 号 на до")
  /// What stands before an hour that has no minutes, and behind it.
  static let beforeHours = set(
    "las la los les alle ore a as às à om o ob v ve kl klo klockan klokken saat в о до")
  static let hours = set(
    "h heures heure horas hora ore uur godz hod timmar saat часов часа час годин")

  /// Small words that are common in those languages of Latin letters, also where English or German has them.
  static let grammar = set(
    """
    le la les un une des du et je tu il elle nous vous on que qui pour dans avec avant sur est sont pas ne ce se sa son
    au aux ma mes mon ton te me sil dici
    el los las una uno de del al en por para con antes lo mi mis su es no yo si hay
    gli di da dal della alla entro non ti ci sono per che ho lui dello dei delle
    os as um uma do dos das em na nos com eu ate seu meu foi ele
    het een van op voor met naar ik je we is niet dat tot uiterlijk wij zijn
    we do na sie nie to jest przed po za od przez moj
    ve se si je az pred ze pro
    jag vi det att och ett till senast innan han hon
    jeg og inden senest han til hun
    bir bu kadar icin da ile ve
    """)

  private static func set(_ words: String) -> Set<String> {
    Set(
      words.split(whereSeparator: \.isWhitespace).map {
        String(decoding: FoldedText(String($0)).bytes, as: UTF8.self)
      })
  }
}
