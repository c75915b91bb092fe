/// Tells whether text is in a language that the offline model reads, so that it can say of it that it holds
/// nothing.
///
/// Every text in English or German is full of a few words that are rare elsewhere.
struct KnownLanguage {
  /// Words that have to be there for a judgement on a text in Latin letters.
  private static let fewestWords = 12
  /// One word in so many is a common one at the least; in talk it is one in four.
  private static let share = 12
  /// Of longer texts the beginning has to do.
  private static let mostWords = 2000

  private var words = 0
  private var common = 0
  /// Letters of Latin script, and of others.
  private var latin = 0
  private var others = 0

  /// Whether the texts are, as a whole, in another language.
  static func isOther(in texts: some Sequence<String>) -> Bool {
    var known = KnownLanguage()
    for text in texts where known.words < mostWords { known.add(text) }
    if known.others > known.latin { return true }
    return known.words >= fewestWords && known.common * share < known.words
  }

  private mutating func add(_ text: String) {
    var word = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.properties.isAlphabetic {
        // Latin letters end where Greek ones begin.
        if scalar.value < 0x370 { latin += 1 } else { others += 1 }
        word.unicodeScalars.append(scalar)
      } else if scalar != "'" && scalar != "’" {
        end(&word)
      }
    }
    end(&word)
  }

  private mutating func end(_ word: inout String) {
    if word.isEmpty { return }
    words += 1
    if Self.commonWords.contains(word) { common += 1 }
    word = ""
  }

  private static let commonWords = Set(
    """
    the to and it that you i for this with be are have not but your what can will if they just from about when
    how would like get there think know which been were has our my out then now any only could should did
    dont im its thats ill ive cant were well see need want some more here all by
    und der das ist nicht ich wir sie ein eine mit auf für dass auch noch dem von zu zum zur wenn aber oder kann
    können hat haben wird werden wurde schon bei nach wie ja nein mal bitte heute morgen jetzt nur hier es ihr
    uns euch dir mir mich dich im ins als sind habe einen einem dann
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
