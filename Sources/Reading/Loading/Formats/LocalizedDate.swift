import CivilTime

/// Reads a date with a time in any language of Google's interface, for Google Chat and transcripts.
///
/// Examples are `Tuesday, January 5, 2021 at 6:11:17 PM UTC`, `Dienstag, 5. Januar 2021 um 18:11:17 UTC` and
/// `2021年1月5日火曜日 18:11:17 UTC`. The month is a word listed in `months`, or a number before 月 or 월 or after `tháng`. The
/// year has four digits. The half of the day stands next to the clock, the zone anywhere.
enum LocalizedDate {
  static func read(_ text: String) -> GenericTimestamp.Reading? {
    if let reading = GenericTimestamp.read(text) { return reading }
    guard text.utf8.count <= 200 else { return nil }
    var parts = Parts()
    var rest = text[...]
    while let first = rest.first {
      if first.digit != nil {
        let digits = rest.prefix { $0.digit != nil }
        rest = rest[digits.endIndex...]
        // A number in a date has at most four digits.
        guard digits.count <= 4 else { return nil }
        parts.take(digits.reduce(0) { $0 * 10 + ($1.digit ?? 0) }, digits.count, rest)
      } else if first.isLetter {
        // `a. m.` and `π.μ.` are one word; `5月` is a number and a word.
        var word = rest.prefix { $0.isLetter }
        rest = rest[word.endIndex...]
        var letters = String(word)
        while word.count == 1 {
          let more = rest.drop { halfMarks.contains($0) }
          word = more.prefix { $0.isLetter }
          guard word.count == 1, more.startIndex > rest.startIndex else { break }
          letters += word
          rest = rest[word.endIndex...]
        }
        parts.take(word: letters.lowercased())
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
    private var isDayDotted = false
    private var clock: [Int] = []
    private var half: Meridiem?
    private var lastWord = ""
    /// Whether another number of the clock follows.
    private var isInClock = false
    /// Whether the last thing read was a number of the clock or a sign after it.
    private var isAfterClock = false
    /// Whether the time is in UTC.
    private(set) var isZoned = false

    mutating func take(_ number: Int, _ digits: Int, _ rest: Substring) {
      defer { lastWord = "" }
      let next = rest.first
      let second = rest.dropFirst().first
      let joins =
        next == ":" || next == "." && digits < 4 && second?.digit != nil
        || next.map { "時时시時分분".contains($0) } ?? false
      if isInClock || joins && clock.isEmpty {
        // Words such as `de` join a date and a time.
        if clock.isEmpty, lastWord.utf8.allSatisfy({ $0 >= 0x80 }) { half = Self.half(lastWord) }
        clock.append(number)
        (isInClock, isAfterClock) = (joins && clock.count < 3, true)
        return
      }
      isAfterClock = false
      if digits == 4 {
        // Thai years are Buddhist.
        year = (2400...2700).contains(number) ? number - 543 : number
      } else if next == "月" || next == "월" || lastWord == "tháng" {
        month = number
      } else if day == nil {
        (day, isDayDotted) = (number, next == ".")
      }
    }

    mutating func take(word: String) {
      lastWord = word
      if isAfterClock, half == nil { half = Self.half(word) }
      if word != "時", word != "分", word != "시", word != "분" { isAfterClock = false }
      if word == "utc" || word == "gmt" { isZoned = true }
      guard month == nil else { return }
      // A Croatian day has a dot, and Hebrew writes `in` as the first letter.
      month =
        (isDayDotted ? LocalizedDate.months[word + "."] : nil) ?? LocalizedDate.months[word]
        ?? (word.first == "ב" ? LocalizedDate.months[String(word.dropFirst())] : nil)
    }

    private static func half(_ word: String) -> Meridiem? {
      var word = word
      return word.withUTF8 { Meridiem($0) }
    }

    var date: CivilDate? {
      guard let year, let month, let day else { return nil }
      return CivilDate(year: year, month: month, day: day)
    }

    var time: TimeOfDay? {
      guard clock.count >= 2, half == nil || (1...12).contains(clock[0]) else { return nil }
      return TimeOfDay(
        hour: half?.hour(clock[0]) ?? clock[0], minute: clock[1],
        second: clock.count > 2 ? clock[2] : 0)
    }
  }

  /// The words for a month in each line, in the form used in dates, in the languages of Google's interface.
  private static let names = """
    january jan januar jänner januarie janvier enero xaneiro gener janeiro gennaio januari janúar tammikuuta \
    jaanuar stycznia ledna januára január siječnja јануар ianuarie sausio janvāris ocak января януари січня \
    ιανουαρίου ינואר يناير ژانویهٔ ژانویه جنوری जनवरी जानेवारी জানুয়ারী જાન્યુઆરી ஜனவரி జనవరి ಜನವರಿ ജനുവരി \
    มกราคม
    february feb februar februarie février febrero pebrero febreiro febrer fevereiro febbraio februari febrúar \
    helmikuuta veebruar lutego února februára február veljače фебруар vasario februāris şubat февраля февруари \
    лютого φεβρουαρίου פברואר فبراير فوریهٔ فوریه فروری फ़रवरी फेब्रुवारी ফেব্রুয়ারী ફેબ્રુઆરી பிப்ரவரி \
    ఫిబ్రవరి ಫೆಬ್ರವರಿ ഫെബ്രുവരി กุมภาพันธ์
    march mar märz maart mars marzo marso març março marts maaliskuuta märts marca března március marec ožujka \
    mart март martie kovo марта березня μαρτίου maret mac machi מרץ مارس مارچ मार्च মার্চ માર્ચ மார்ச் మార్చి \
    ಮಾರ್ಚ್ മാർച്ച് มีนาคม
    april apr avril abril aprile apríl huhtikuuta aprill kwietnia dubna apríla április travnja април aprilie \
    balandžio aprīlis nisan апреля квітня απριλίου aprili אפריל أبريل آوریل اپریل अप्रैल एप्रिल এপ্রিল એપ્રિલ \
    ஏப்ரல் ఏప్రిల్ ಏಪ್ರಿಲ್ ഏപ്രിൽ เมษายน
    may mai mei mayo maio maig maggio maj maí toukokuuta maja května mája május svibnja мај gegužės maijs \
    mayıs мая май травня μαΐου מאי مايو مهٔ مه مئی मई मे মে મે மே మే ಮೇ മേയ് พฤษภาคม
    june jun juni junie juin junio hunyo xuño juny junho giugno júní kesäkuuta juuni czerwca června júna \
    június junij lipnja јун iunie birželio jūnijs haziran июня юни червня ιουνίου יוני يونيو ژوئن جون जून জুন \
    જૂન ஜூன் జూన్ ಜೂನ್ ജൂൺ มิถุนายน
    july jul juli julie juillet julio hulyo xullo juliol julho luglio júlí heinäkuuta juuli lipca července \
    júla július julij srpnja јул iulie liepos jūlijs temmuz июля юли липня ιουλίου julai יולי يوليو ژوئیهٔ \
    ژوئیه جولائی जुलाई जुलै জুলাই જુલાઈ ஜூலை జులై ಜುಲೈ ജൂലൈ กรกฎาคม
    august aug augustus août agosto agost augusti ágúst elokuuta sierpnia srpna augusta augusztus avgust \
    kolovoza август rugpjūčio augusts ağustos августа серпня αυγούστου agustus ogos agosti אוגוסט أغسطس اوت \
    اگست अगस्त ऑगस्ट আগস্ট ઑગસ્ટ ஆகஸ்ட் ఆగస్టు ಆಗಸ್ಟ್ ഓഗസ്റ്റ് สิงหาคม
    september sep septembre septiembre setyembre setembro setembre settembre syyskuuta września září septembra \
    szeptember rujna septembar септембар septembrie rugsėjo septembris eylül сентября септември вересня \
    σεπτεμβρίου septemba ספטמבר سبتمبر سپتامبر ستمبر सितंबर सप्टेंबर সেপ্টেম্বর સપ્ટેમ્બર செப்டம்பர் \
    సెప్టెంబర్ ಸೆಪ್ಟೆಂಬರ್ സെപ്റ്റംബർ กันยายน
    october oct oktober octobre octubre oktubre outubro ottobre október lokakuuta oktoober października října \
    októbra listopada. oktobar октобар octombrie spalio oktobris ekim октября октомври жовтня οκτωβρίου oktoba \
    אוקטובר أكتوبر اکتبر اکتوبر अक्टूबर ऑक्टोबर অক্টোবর ઑક્ટોબર அக்டோபர் అక్టోబర్ ಅಕ್ಟೋಬರ್ ഒക്ടോബർ ตุลาคม
    november nov novembre noviembre nobyembre novembro nóvember marraskuuta listopada listopadu novembra \
    studenoga novembar новембар noiembrie lapkričio novembris kasım ноября ноември листопада νοεμβρίου novemba \
    נובמבר نوفمبر نوامبر نومبر नवंबर नोव्हेंबर নভেম্বর નવેમ્બર நவம்பர் నవంబర్ ನವೆಂಬರ್ നവംബർ พฤศจิกายน
    december dec dezember desember décembre diciembre disyembre decembro desembre dezembro dicembre joulukuuta \
    detsember grudnia prosince decembra prosinca decembar децембар decembrie gruodžio decembris aralık декабря \
    декември грудня δεκεμβρίου disember desemba דצמבר ديسمبر دسامبر دسمبر दिसंबर डिसेंबर ডিসেম্বর ડિસેમ્બર \
    டிசம்பர் డిసెంబర్ ಡಿಸೆಂಬರ್ ഡിസംബർ ธันวาคม
    """

  fileprivate static let months: [String: Int] = {
    var table: [String: Int] = [:]
    for (number, words) in names.split(separator: "\n").enumerated() {
      for word in words.split(separator: " ") { table[String(word)] = number + 1 }
    }
    return table
  }()
}

extension Character {
  /// The value of a decimal digit of any script. The numerals of Chinese weekdays are not digits.
  fileprivate var digit: Int? {
    unicodeScalars.first?.properties.numericType == .decimal ? wholeNumberValue : nil
  }
}
