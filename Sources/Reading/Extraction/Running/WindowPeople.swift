import ActionItems
import Windowing

/// Finds the people of a window for its prompt: those who speak in it and those who are mentioned. In a small
/// conversation, all people in the export's list belong to each window.
struct WindowPeople {
  /// All participants, if there are at most `roomful`.
  private let everybody: [Participant]
  /// The names of a longer list, and their first words in lower case.
  private let listed: Set<String>
  private let beginnings: Set<String>

  /// The size of a small conversation, in which everybody belongs to each window. Their names cost as much of a
  /// prompt as two or three messages. In small groups, people use short names that no list has.
  static let roomful = 20
  /// The longest name in bytes; no real name is longer.
  private static let nameLimit = 240
  /// The most people that are mentioned in one window.
  private static let namedLimit = 50

  init(_ conversation: Conversation) {
    let people = conversation.participants.filter {
      !$0.isBot && $0.name.utf8.count <= Self.nameLimit
    }
    let isRoomful = conversation.participants.count <= Self.roomful
    everybody = isRoomful ? people : []
    let many = isRoomful ? [] : people
    listed = Set(many.map(\.name))
    beginnings = Set(
      many.flatMap { [$0.name] + $0.aliases }.compactMap { Self.words(of: $0).first }
        .map { String($0).lowercased() })
  }

  /// The people of a window, those who speak in it first.
  func participants(of window: Window, known people: People) -> [Participant] {
    var names = window.lines.compactMap(\.message.sender)
    var named = 0
    for line in window.lines {
      names += Self.called(in: line.message.text, people)
      if beginnings.isEmpty || named >= Self.namedLimit { continue }
      let found = self.named(in: line.message.text, people).prefix(Self.namedLimit - named)
      named += found.count
      names += found
    }
    var seen: Set<String> = []
    return (names + everybody.map(\.name)).filter { seen.insert($0).inserted }
      .compactMap { people.match($0) }
  }

  /// The people that a text mentions with an `@`.
  private static func called(in text: String, _ people: People) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
    return text.split(separator: "@", omittingEmptySubsequences: false).dropFirst()
      .compactMap { piece in
        // Names have spaces: the longest match counts.
        let words = piece.prefix(nameLimit).split(separator: " ", maxSplits: 3).prefix(3)
        return (0..<words.count).lazy
          .compactMap {
            people.person(mentionedAs: words.dropLast($0).joined(separator: " "))?.name
          }.first
      }
  }

  /// The people of a long list that a text names. A word may be a name in three cases: it begins with a capital or
  /// with a character outside ASCII, or a comma or colon follows.
  private func named(in text: String, _ people: People) -> [String] {
    let words = Self.words(of: text)
    let scalars = text.unicodeScalars
    var named: [String] = []
    for (place, word) in words.enumerated() where word.count > 1 {
      guard let first = word.first,
        first.properties.isUppercase || !first.isASCII
          || word.endIndex < scalars.endIndex && [",", ":"].contains(scalars[word.endIndex]),
        beginnings.contains(String(word).lowercased())
      else { continue }
      let both = words.dropFirst(place).prefix(2).map { String($0) }.joined(separator: " ")
      if let person = people.person(mentionedAs: both) ?? people.person(mentionedAs: String(word)),
        listed.contains(person.name), !named.contains(person.name)
      {
        named.append(person.name)
      }
    }
    return named
  }

  private static func words(of text: String) -> [Substring.UnicodeScalarView] {
    text.unicodeScalars.split { scalar in
      !(scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == "_" || scalar == "-")
    }
  }
}
