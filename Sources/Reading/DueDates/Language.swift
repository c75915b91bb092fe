import CivilTime

/// The words that a language has for deadlines, as entries that `DateLexicon` is built from.
///
/// Each language is a constant in a file of its own. The grammar knows only the roles of words and is the same for all
/// languages. Several languages are read at the same time.
package struct Language: Sendable {
  /// The language's code, as in BCP 47.
  package let code: String
  /// Words common enough to identify the language; they may also follow a date.
  let commonWords: String
  /// Whether nouns are capitalised, so that a lower-case word after a number is not a noun.
  var capitalisesNouns = false
  /// Makes the words and phrases, on demand because most runs do not need them at the start.
  let entries: @Sendable () -> [[Entry]]

  /// Words or phrases with one meaning.
  struct Entry {
    /// Forms separated by `|`; the words within a form are separated by spaces.
    var forms: String
    var meaning: DateWord
    /// Whether the meaning counts only in texts of this language.
    var isAtHomeOnly = false

    /// The same entry, for words that other languages use for something else.
    var atHome: Entry {
      var entry = self
      entry.isAtHomeOnly = true
      return entry
    }
  }

  /// The supported languages, English first.
  package static let all: [Language] = [.english, .german]

  /// All words and phrases of the language; tests make sentences of them.
  package var forms: [String] {
    entries().joined().flatMap { $0.forms.split(separator: "|").map(String.init) }
  }
}

extension Language.Entry {
  static func month(_ number: Int, _ forms: String, _ roles: DateRoles = []) -> Self {
    Self(forms: forms, meaning: DateWord(roles: roles.union(.month), month: number))
  }

  static func weekday(_ weekday: Weekday, _ forms: String, _ roles: DateRoles = []) -> Self {
    Self(forms: forms, meaning: DateWord(roles: roles.union(.weekday), weekday: weekday))
  }

  static func unit(_ unit: SpanUnit, _ forms: String, _ roles: DateRoles = []) -> Self {
    Self(forms: forms, meaning: DateWord(roles: roles.union(.unit), unit: unit))
  }

  static func cardinal(_ number: Int, _ forms: String, _ roles: DateRoles = []) -> Self {
    Self(forms: forms, meaning: DateWord(roles: roles.union(.cardinal), cardinal: number))
  }

  /// Makes a number that, for days from now, includes the first day: German `in acht Tagen`.
  static func cardinal(countingFirstDay number: Int, _ forms: String) -> Self {
    Self(forms: forms, meaning: DateWord(roles: .cardinal, cardinal: number, countsFirstDay: true))
  }

  static func ordinal(_ number: Int, _ forms: String, _ roles: DateRoles = []) -> Self {
    Self(forms: forms, meaning: DateWord(roles: roles.union(.ordinal), ordinal: number))
  }

  static func day(_ shift: Int, _ forms: String, part: DayPart? = nil) -> Self {
    Self(forms: forms, meaning: DateWord(roles: .relativeDay, part: part, shift: shift))
  }

  static func part(_ part: DayPart, _ forms: String, _ roles: DateRoles = []) -> Self {
    Self(forms: forms, meaning: DateWord(roles: roles.union(.dayPart), part: part))
  }

  static func clock(_ hour: Int, _ forms: String) -> Self {
    Self(forms: forms, meaning: DateWord(roles: .clockName, hour: hour))
  }

  static func end(of unit: SpanUnit, _ forms: String) -> Self {
    Self(forms: forms, meaning: DateWord(roles: .periodEnd, unit: unit))
  }

  static func startOfDay(_ forms: String) -> Self {
    Self(forms: forms, meaning: DateWord(roles: [.periodEnd, .start], unit: .day))
  }

  static func zone(_ zone: ZoneName, _ forms: String) -> Self {
    Self(forms: forms, meaning: DateWord(roles: .zonePlace, zone: zone))
  }

  static func words(_ roles: DateRoles, _ forms: String) -> Self {
    Self(forms: forms, meaning: DateWord(roles: roles))
  }
}
