import ItemRecords

/// Recognises names of people who are in no list, by how a message uses the words, for `AssigneeProof`. Also splits
/// lists of names.
enum OutsiderName {
  /// Returns whether words may be a name: no function words, no days, and no words of the task itself.
  static func mayBe(_ name: NormalisedText, of task: String) -> Bool {
    let words = WordList.contentWords(of: name)
    guard mayBeNames(words) else { return false }
    let own = Set(WordList.all(NormalisedText(task)))
    return !words.allSatisfy { own.contains($0) }
  }

  private static func mayBeNames(_ words: [String]) -> Bool {
    !words.isEmpty && words.allSatisfy { !calendar.contains($0) }
  }

  /// Returns whether a name is the subject of a sentence: "Orie will move it", "ACTION: Orie to move it", but not "send
  /// it to Orie".
  static func isSubject(_ name: NormalisedText, in text: NormalisedText) -> Bool {
    guard mayBeNames(WordList.contentWords(of: name)) else { return false }
    return text.places(of: name).contains { range in
      let before = text.bytes[..<range.lowerBound].last { $0 != 0x20 && $0 != UInt8(ascii: "@") }
      let begins =
        before.map { !NormalisedText.isWordByte($0) && $0 < 0x80 } ?? true
        || beginsSentence(text, at: range)
      return begins && isFollowed(range, by: duties, text)
    }
  }

  private static func isFollowed(
    _ range: Range<Int>, by words: [[UInt8]], _ text: NormalisedText
  ) -> Bool {
    words.contains { text.bytes[range.upperBound...].starts(with: $0) }
  }

  /// Returns whether words are used as a name: capitalised within a sentence, after an `@`, or before an announced
  /// action.
  static func isUsedAsName(_ name: NormalisedText, in text: NormalisedText) -> Bool {
    text.places(of: name).contains { isName($0, text) }
  }

  /// Returns whether a text contains one word of a longer name: "Jonathan" for Jonathan Markow.
  static func isPartOf(_ name: String, in text: NormalisedText) -> Bool {
    let words = name.split(separator: " ")
    // A list of people is not one name.
    guard (2...4).contains(words.count), listed(in: name) == [name] else { return false }
    return words.contains { word in
      let word = NormalisedText(String(word))
      return !WordList.contentWords(of: word).isEmpty && word.bytes.count > 2
        && hasCapital(word, in: text)
    }
  }

  /// Splits a list of names such as "Anna, Ben and Carl". Joins the words of each name with single spaces.
  static func listed(in names: String) -> [String] {
    names.split { ",;&/+".contains($0) }.flatMap { piece in
      piece.split(whereSeparator: \.isWhitespace)
        .split { ["and", "und"].contains($0.lowercased()) }.map { $0.joined(separator: " ") }
    }
  }

  /// Returns whether a text contains the words with a capital letter, or in a script without capitals.
  private static func hasCapital(_ name: NormalisedText, in text: NormalisedText) -> Bool {
    text.places(of: name).contains { range in
      let first = text.character(at: range.lowerBound).properties
      return first.isUppercase || first.isAlphabetic && !first.isCased
    }
  }

  /// Returns whether a text mentions a handle: "@ben", but not "@benjamin", "@ben_k" or an email address.
  static func isHandle(_ name: NormalisedText, in text: NormalisedText) -> Bool {
    text.places(of: name).contains { range in
      let at = range.lowerBound - 1
      let next = text.bytes[range.upperBound...].first
      let isWhole =
        next.map { !NormalisedText.isWordByte($0) && $0 != UInt8(ascii: "_") && $0 < 0x80 } ?? true
      return isWhole && at >= 0 && text.bytes[at] == UInt8(ascii: "@")
        && (at == 0 || !NormalisedText.isWordByte(text.bytes[at - 1]))
    }
  }

  private static func isName(_ range: Range<Int>, _ text: NormalisedText) -> Bool {
    if range.lowerBound > 0, text.bytes[range.lowerBound - 1] == UInt8(ascii: "@") { return true }
    let first = text.character(at: range.lowerBound).properties
    // A script without capitals gives no evidence either way.
    if !first.isUppercase {
      return first.isAlphabetic && !first.isCased || isMinuted(range, text)
    }
    return !beginsSentence(text, at: range) || isFollowed(range, by: announcements, text)
  }

  /// Returns whether words are between a colon and an action: "action: ben_s to call the hotel".
  private static func isMinuted(_ range: Range<Int>, _ text: NormalisedText) -> Bool {
    let before = text.bytes[..<range.lowerBound].reversed().drop { $0 == 0x20 }
    return before.first == UInt8(ascii: ":") && isFollowed(range, by: duties, text)
  }

  private static let duties: [[UInt8]] = [
    " to ", " will ", " should ", " can ", " must ", " has to ", " needs to ", " soll ", " wird ",
    " muss ", " kann ",
  ].map { Array($0.utf8) }

  private static func beginsSentence(_ text: NormalisedText, at range: Range<Int>) -> Bool {
    for byte in text.original(before: range).reversed() {
      switch byte {
      case 0x0A, 0x0D: return true
      case UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ";"): return true
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: "*"),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ">"):
        continue
      default: return false
      }
    }
    return true
  }

  /// Text that follows a person who is addressed or described.
  private static let announcements: [[UInt8]] = [
    ",", ":", " and ", " und ", " please", " can ", " could ", " bitte", " will ", " should ",
    " must ", " has to ", " needs to ", " wird ", " soll ", " muss ",
  ].map { Array($0.utf8) }

  /// Days, months, and words that often begin a message.
  private static let calendar = WordList.set(
    """
    ok okay yes no sure thanks thank hi hey hello hallo danke ja nein klar gerne great done sorry
    january february march april may june july august september october november december
    januar februar marz mai juni juli oktober dezember jan feb mar apr jun jul aug sep sept oct
    okt nov dec dez montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag ubermorgen
    monday tuesday wednesday thursday friday saturday sunday
    """)
}
