import CivilTime

/// The words of a language in which deadlines are said.
///
/// A language is one file that fills this in. The grammar knows no words, only their roles, and is the
/// same for all; several languages are read side by side.
package struct Language: Sendable {
  /// The language's code, as in BCP 47.
  package let code: String
  /// Words so common that they tell the language; also those that may follow a date.
  let commonWords: String
  /// Whether nouns are written with a capital letter, so that a small word after a number is none.
  var capitalisesNouns = false
  /// Made when they are asked for: most runs begin without.
  let entries: @Sendable () -> [[Entry]]

  /// Words, or phrases of several, with one meaning.
  struct Entry {
    /// Separated by `|`; within one form, words are separated by spaces.
    var forms: String
    var meaning: DateWord
    /// Whether the meaning counts only where this language is spoken.
    var isAtHomeOnly = false

    /// The same forms, but as words that other languages use for something else.
    var atHome: Entry {
      var entry = self
      entry.isAtHomeOnly = true
      return entry
    }
  }

  /// The languages that can be read, English first.
  package static let all: [Language] = [.english, .german]

  /// The words and phrases that it knows; tests make sentences of them.
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

  /// A number of which so many days, counted from now, have the first one counted in.
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
