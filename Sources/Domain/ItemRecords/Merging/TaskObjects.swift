/// The words of a task without its verb (`TaskWording` compares whole tasks), and the words for days and months.
package enum TaskObjects {
  /// The significant words without the verb; all of them if there are no others.
  package static func objects(of task: String) -> Set<String> {
    let text = NormalisedText(task)
    let contentWords = WordList.contentWords(of: text)
    var rest = contentWords[...]
    // "Send the report", "Bericht schicken".
    if let last = contentWords.last, WordList.isVerb(last), isInfinitive(text) {
      rest = rest.dropLast()
    } else if contentWords.first == WordList.all(text).first {
      // A task may have no words at all, such as "???".
      rest = rest.dropFirst()
    }
    let verb = Set(contentWords).subtracting(rest)
    let objects = Set(rest).subtracting(verb)
    return objects.isEmpty ? Set(contentWords) : objects
  }

  /// The significant words of a text without numbers and days: another day does not make another task.
  package static func things(in text: String) -> Set<String> {
    Set(
      WordList.contentWords(of: NormalisedText(text)).filter { word in
        !CalendarWords.all.contains(word) && !word.utf8.contains { $0 &- UInt8(ascii: "0") < 10 }
      })
  }

  /// Returns whether the last word has the ending of a German infinitive.
  private static func isInfinitive(_ text: NormalisedText) -> Bool {
    let word = text.bytes.reversed().drop { !NormalisedText.isWordByte($0) }
    return word.starts(with: "ne".utf8)
  }
}

/// Days, months and related words in due dates, normalised.
package enum CalendarWords {
  package static let weekdays = Set(
    words: """
      monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat
      sun mondays tuesdays wednesdays thursdays fridays saturdays sundays
      montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
      """)
  package static let months = Set(
    words: """
      january february march april may june july august september october november december
      jan feb mar apr jun jul aug sep sept oct nov dec
      januar februar marz mai juni juli oktober dezember okt dez
      """)
  /// Days relative to today.
  package static let relative = Set(
    words: "today tomorrow tonight yesterday heute morgen ubermorgen gestern weekend noon midnight")

  package static let all = weekdays.union(months).union(relative)
}
