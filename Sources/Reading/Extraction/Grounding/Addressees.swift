import ActionItems
import ItemRecords

/// The people whom a message addresses, found by its words: "Ben, can you …", "@Ben please …", "Ben: …", "… , Ben?".
struct Addressees {
  /// The people addressed, in text order.
  private(set) var people: [String] = []
  /// The addressed people who are clearly asked to do something.
  private(set) var asked: [String] = []

  /// Maximum bytes of a message that are searched; people are addressed near its beginning.
  private static let limit = 4096

  init(_ text: String, people known: People, by sender: String?) {
    let text = text.utf8.count > Self.limit ? String(text.prefix(Self.limit)) : text
    for sentence in text.split(whereSeparator: { ".!?\n;".contains($0) }) {
      let words = sentence.split(whereSeparator: \.isWhitespace)
      var start = 0
      while start < words.count, Self.greetings.contains(Self.plain(words[start])) { start += 1 }
      guard start < words.count else { continue }
      if let (name, count) = Self.name(words[start...], known), name != sender {
        take(name, words, start: start, count: count)
      } else if let last = words.last, words.count > 1, words[words.count - 2].last == ",",
        let person = known.person(mentionedAs: String(last)), person.name != sender
      {
        add(person.name, isAsked: false)
      }
    }
  }

  private mutating func take(_ name: String, _ words: [Substring], start: Int, count: Int) {
    let end = words[start + count - 1].last
    let next = start + count < words.count ? Self.plain(words[start + count]) : ""
    let isHandle = words[start].first == "@"
    let isCalled =
      isHandle || end == "," || end == ":"
      || Self.requests.contains(next)
        && (count > 1 || !Self.isQuestion(Self.plain(words[start]), next))
    guard isCalled, next != "and", next != "und" else { return }
    add(name, isAsked: end == ":" || Self.requests.contains(next))
  }

  private mutating func add(_ name: String, isAsked: Bool) {
    if !people.contains(name) { people.append(name) }
    if isAsked, !asked.contains(name) { asked.append(name) }
  }

  /// Returns the person named by the first two words, or by the first one, and the number of words used.
  private static func name(
    _ words: ArraySlice<Substring>, _ known: People
  ) -> (name: String, count: Int)? {
    for count in [2, 1] where words.count >= count {
      let written = words.prefix(count).joined(separator: " ")
      // A comma or colon separates the two words, so they are not one name.
      if count == 2, words[words.startIndex].last == "," || words[words.startIndex].last == ":" {
        continue
      }
      if let person = known.person(mentionedAs: written) { return (person.name, count) }
    }
    return nil
  }

  /// Returns whether two words begin a question, even if the first is also a name: "Will you send it?" addresses no
  /// Will.
  static func isQuestion(_ first: String, _ second: String) -> Bool {
    second == "you" && requests.contains(first)
  }

  private static func plain(_ word: Substring) -> String {
    word.lowercased().filter { $0.isLetter }
  }

  private static let greetings = Set(
    words: "hi hey hello hallo ok okay so and und also dear liebe lieber")
  private static let requests = Set(
    words: """
        please pls can could will would you bitte kannst konntest könntest könnten kannste wirst
        magst to should must needs soll muss wird
      """)
}
