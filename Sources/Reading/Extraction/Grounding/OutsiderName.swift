import ItemRecords

/// Tells the name of somebody who is not in a conversation from any other word of it.
enum OutsiderName {
  /// Whether words may be a name: not grammar, not a day, nothing that the task itself is about.
  static func mayBe(_ name: FoldedText, of task: String) -> Bool {
    let words = WordList.telling(name)
    guard isNoGrammar(words) else { return false }
    let own = Set(WordList.all(FoldedText(task)))
    return !words.allSatisfy { own.contains($0) }
  }

  private static func isNoGrammar(_ words: [String]) -> Bool {
    !words.isEmpty && words.allSatisfy { !calendar.contains($0) }
  }

  /// Whether somebody is said to do something: "Orie will move it", "ACTION: Orie to move it", but not "send it
  /// to Orie".
  static func isSubject(_ name: FoldedText, in text: FoldedText) -> Bool {
    guard isNoGrammar(WordList.telling(name)) else { return false }
    return text.places(of: name).contains { range in
      let before = text.bytes[..<range.lowerBound].last { $0 != 0x20 && $0 != UInt8(ascii: "@") }
      let begins =
        before.map { !FoldedText.isWordByte($0) && $0 < 0x80 } ?? true
        || beginsSentence(text, at: range)
      return begins && isFollowed(range, by: duties, text)
    }
  }

  private static func isFollowed(
    _ range: Range<Int>, by words: [[UInt8]], _ text: FoldedText
  ) -> Bool {
    words.contains { text.bytes[range.upperBound...].starts(with: $0) }
  }

  /// Whether words stand in a text as a name does: with a capital within a sentence, behind an `@`, or
  /// before what somebody will do.
  static func stands(_ name: FoldedText, in text: FoldedText) -> Bool {
    text.places(of: name).contains { isName($0, text) }
  }

  /// Whether a text names somebody by one word of a longer name: "Jonathan" for Jonathan Markow.
  static func isPartOf(_ name: String, in text: FoldedText) -> Bool {
    let words = name.split(separator: " ")
    // A list of people is no name.
    guard (2...4).contains(words.count), listed(in: name) == [name] else { return false }
    return words.contains { word in
      let word = FoldedText(String(word))
      return !WordList.telling(word).isEmpty && word.bytes.count > 2 && hasCapital(word, in: text)
    }
  }

  /// The names that are listed, as in "Anna, Ben and Carl"; the words of one name with single spaces between them.
  static func listed(in names: String) -> [String] {
    names.split { ",;&/+".contains($0) }.flatMap { piece in
      piece.split(whereSeparator: \.isWhitespace)
        .split { ["and", "und"].contains($0.lowercased()) }.map { $0.joined(separator: " ") }
    }
  }

  /// Whether words stand in a text with a capital, or in a script that has none.
  private static func hasCapital(_ name: FoldedText, in text: FoldedText) -> Bool {
    text.places(of: name).contains { range in
      let first = text.character(at: range.lowerBound).properties
      return first.isUppercase || first.isAlphabetic && !first.isCased
    }
  }

  /// Whether somebody is called by a handle: "@ben", but neither "@benjamin", "@ben_k" nor an address.
  static func isHandle(_ name: FoldedText, in text: FoldedText) -> Bool {
    text.places(of: name).contains { range in
      let at = range.lowerBound - 1
      let next = text.bytes[range.upperBound...].first
      let isWhole =
        next.map { !FoldedText.isWordByte($0) && $0 != UInt8(ascii: "_") && $0 < 0x80 } ?? true
      return isWhole && at >= 0 && text.bytes[at] == UInt8(ascii: "@")
        && (at == 0 || !FoldedText.isWordByte(text.bytes[at - 1]))
    }
  }

  private static func isName(_ range: Range<Int>, _ text: FoldedText) -> Bool {
    if range.lowerBound > 0, text.bytes[range.lowerBound - 1] == UInt8(ascii: "@") { return true }
    let first = text.character(at: range.lowerBound).properties
    // Scripts without capitals say nothing either way.
    if !first.isUppercase {
      return first.isAlphabetic && !first.isCased || isMinuted(range, text)
    }
    return !beginsSentence(text, at: range) || isFollowed(range, by: announcements, text)
  }

  /// Whether words stand between a mark and what is to be done: "action: ben_s to call the hotel".
  private static func isMinuted(_ range: Range<Int>, _ text: FoldedText) -> Bool {
    let before = text.bytes[..<range.lowerBound].reversed().drop { $0 == 0x20 }
    return before.first == UInt8(ascii: ":") && isFollowed(range, by: duties, text)
  }

  private static let duties: [[UInt8]] = [
    " to ", " will ", " should ", " can ", " must ", " has to ", " needs to ", " soll ", " wird ",
    " muss ", " kann ",
  ].map { Array($0.utf8) }

  private static func beginsSentence(_ text: FoldedText, at range: Range<Int>) -> Bool {
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

  /// What stands behind somebody who is spoken to, or of whom something is said.
  private static let announcements: [[UInt8]] = [
    ",", ":", " and ", " und ", " please", " can ", " could ", " bitte", " will ", " should ",
    " must ", " has to ", " needs to ", " wird ", " soll ", " muss ",
  ].map { Array($0.utf8) }

  /// Days and months, and what people begin with.
  private static let calendar = WordList.set(
    """
    ok okay yes no sure thanks thank hi hey hello hallo danke ja nein klar gerne great done sorry
    january february march april may june july august september october november december
    januar februar marz mai juni juli oktober dezember jan feb mar apr jun jul aug sep sept oct
    okt nov dec dez montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag ubermorgen
    monday tuesday wednesday thursday friday saturday sunday
    """)
}
