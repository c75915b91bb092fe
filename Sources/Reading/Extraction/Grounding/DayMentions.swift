import CivilTime
import DueDates

/// Finds the days that a message mentions in any way: "Thursday yes", "by the 18th promise". They can confirm a
/// deadline that the model gives, but they do not state one.
enum DayMentions {
  /// Maximum words of a message that are read, and of a mention.
  private static let mostWords = 300
  private static let longest = 3
  private static let forms: Set<DueDate.Form> = [
    .calendarDate, .dayOfMonth, .weekday, .relativeDay, .holiday,
  ]

  /// Returns the days that phrases of up to three words of a text may mean.
  static func days(
    in text: String, reference: Timestamp, zone: Zone, _ reader: DueDateReader
  ) -> [AdmissibleDays] {
    let words = words(of: text)
    var found: [AdmissibleDays] = []
    for start in words.indices {
      for count in 1...min(longest, words.count - start) {
        // A short word is more likely something else: "do", "so", "am".
        if count == 1, words[start].utf8.count < 3 { continue }
        let phrase = words[start..<start + count].joined(separator: " ")
        for days in reader.readings(in: phrase, reference: reference, zone: zone)
        where days.preferred.map({ forms.contains($0.form) }) ?? false {
          found.append(days)
        }
      }
    }
    return found
  }

  private static func words(of text: String) -> [String] {
    text.split(maxSplits: mostWords, whereSeparator: \.isWhitespace).prefix(mostWords).map { word in
      String(word.drop { !isPart($0) }.reversed().drop { !isPart($0) }.reversed())
    }.filter { !$0.isEmpty && $0.utf8.count <= 20 }
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
