/// The half of the day on a 12-hour clock (am or pm), and the words for it in many languages.
enum Meridiem: UInt8 {
  case am, pm
  /// Around noon, as in Chinese: 11 is before noon, 12 and 1 are at or after it.
  case noon
  /// A word that is not in the table. Only the WhatsApp reader uses this case.
  case unknown

  /// The hour on a 24-hour clock. Hours above 12 are unchanged.
  func hour(_ hour: Int) -> Int {
    switch self {
    case .am: hour == 12 ? 0 : hour
    case .pm: hour < 12 ? hour + 12 : hour
    case .noon: hour < 10 ? hour + 12 : hour
    case .unknown: hour
    }
  }

  /// Reads a word such as `pm` or `下午`; nil if it is not in the table. Most words are am, a.m., a. m. and the like.
  init?(_ word: Bytes) {
    guard let first = word.first else { return nil }
    if first < 0x80 {
      let letters = word.lazy.filter { $0.isASCIILetter }
      if letters.count == 2, let half = letters.first, letters.last.map({ $0 | 0x20 }) == 0x6D,
        case let half = half | 0x20, half == UInt8(ascii: "a") || half == UInt8(ascii: "p")
      {
        self = half == UInt8(ascii: "a") ? .am : .pm
        return
      }
    }
    guard let known = Self.words[Self.plain(word)] else { return nil }
    self = known
  }

  /// The word in lower case, without dots, spaces, quotation marks and invisible characters.
  private static func plain(_ word: Bytes) -> String {
    var plain = String.UnicodeScalarView()
    for scalar in String(decoding: word, as: UTF8.self).lowercased().unicodeScalars {
      switch scalar {
      case ".", " ", "_", "\u{A0}", "\u{202F}", "\u{200E}", "\u{200F}", "\u{61C}", "\"", "'", "״":
        continue
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// The words of the Unicode CLDR languages as phones write them, without dots.
  private static let words: [String: Meridiem] = {
    let am =
      "a am vm fm ap sa pg rn dop de öö πμ дп пр прем претпл проб препладне 上午 凌晨 清晨 早上 "
      + "午前 오전 ص صباحا قظ לפנהצ पूर्वाह्न मपू सुबह পূর্বাহ্ণ পূর্বাহ্ন "
      + "முற்பகல் ಪೂರ್ವಾಹ್ನ ก่อนเที่ยง ກ່ອນທ່ຽງ နံနက် ព្រឹក ጥዋት eparadites paradite pd asubuhi fh "
      + "priešpiet priekšp damanhã පෙව үө পূৰ্বাহ্ন таңкы بن غم ਪੂਦੁ կա gh sn to قبلدوپہر"
    let pm =
      "p pm nm em ip ch ptg in odp pop du ös μμ пп сл поп попл слоб попладне 下午 晚上 午後 오후 م مساء "
      + "بظ אחהצ अपराह्न मउ शाम অপরাহ্ণ অপরাহ্ন பிற்பகல் ಅಪರಾಹ್ನ หลังเที่ยง ຫຼັງທ່ຽງ ညနေ "
      + "ល្ងាច ከሰዓት ከሰዓትበኋላ epasdites pasdite md alasiri eh popiet pēcp datarde danoite පව үх "
      + "অপৰাহ্ন түштөнкийинки دن غو ਬਾਦੁ կհ gd gn tk mchana بعددوپہر"
    var words: [String: Meridiem] = ["中午": .noon]
    for word in am.split(separator: " ") { words[String(word)] = .am }
    for word in pm.split(separator: " ") { words[String(word)] = .pm }
    return words
  }()
}
