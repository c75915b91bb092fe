import ActionItems
import Windowing

/// The people who are assigned or addressed in a window, but do not take part in it.
///
/// A capital letter is no sign of a name: before a colon stands a topic far more often. So a word is a name only in
/// places where nothing else stands.
extension Talk {
  /// Maximum people found in this way, and maximum bytes of a name.
  private static let mostMentioned = 40
  private static let longestName = 40

  /// Returns their names by the hash of the word.
  func mentionedPeople() -> [UInt64: String] {
    var found: [UInt64: String] = [:]
    for unit in units {
      for place in unit.tokens where found.count < Self.mostMentioned {
        let token = text.tokens[place]
        guard token.kind == .word, token.isCapital, found[token.hash] == nil,
          (2...Self.longestName).contains(Int(token.end - token.start)),
          !CommonWords.read.contains(token.hash), !Self.labels.contains(token.hash),
          !Self.groups.contains(token.hash), isMentioned(place, in: unit.tokens)
        else { continue }
        found[token.hash] = window.lines[unit.line].message.withText { bytes in
          let end = min(Int(token.end), bytes.count)
          let word = String(decoding: bytes[min(Int(token.start), end)..<end], as: UTF8.self)
          return String(word.prefix { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" })
        }
      }
    }
    return found
  }

  /// Returns whether a word stands after an @, between a label and its task, or before a request.
  private func isMentioned(_ place: Int, in unit: Range<Int>) -> Bool {
    let tokens = text.tokens
    if place > unit.lowerBound {
      let previous = tokens[place - 1]
      if previous.hash == Self.at, previous.end == tokens[place].start { return true }
    }
    guard place + 1 < unit.upperBound else { return false }
    let next = tokens[place + 1].hash
    if place == unit.lowerBound {
      return next == Self.comma && place + 2 < unit.upperBound
        && Self.requests.contains(tokens[place + 2].hash)
    }
    let before = tokens[unit.lowerBound..<place]
    return Self.afterName.contains(next) && before.count <= 5
      && before.allSatisfy { $0.kind == .mark || Self.labels.contains($0.hash) }
      && before.contains { $0.kind == .word }
  }

  static let at = TokenScanner.hash("@".utf8)
  private static let comma = TokenScanner.hash(",".utf8)
  private static let afterName = CommonWords.hashes(": - to")
  private static let requests = CommonWords.hashes(
    "please pls plz can could bitte kannst könntest kannste")
  /// Words for everyone, and greetings.
  private static let groups = CommonWords.hashes(
    """
    everybody team folks guys channel morning evening thanks yep yup cool great perfect super prima perfekt leute oh ah
    uh um alright cheers
    """)
  private static let labels = CommonWords.hashes(
    """
    todo todos to do to-do action actions item items task tasks ai owner next step steps follow up follow-up followup
    reminder aufgabe aufgaben erinnerung offen
    """)
}
