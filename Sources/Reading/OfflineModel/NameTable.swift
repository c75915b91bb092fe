package import ActionItems
import Windowing

/// The people of a window, indexed by the words that name them.
package struct NameTable: Sendable {
  /// The participants, then people who are only mentioned.
  package private(set) var people: [Participant]
  /// The number of participants.
  let participants: Int
  /// The person for the hash of a first, last or only name in lower case; -2 if it is ambiguous.
  private var byWord: [UInt64: Int16] = [:]
  private var byName: [String: Int] = [:]
  private var byId: [String: Int] = [:]
  /// Whether any name contains a digit.
  private var hasDigits = false

  /// Maximum people in the table.
  private static let mostPeople = 2000

  init(_ people: [Participant]) {
    self.people = Array(people.prefix(Self.mostPeople))
    participants = self.people.count
    for (index, person) in self.people.enumerated() {
      byName[person.name] = byName[person.name] ?? index
      byId[person.id] = byId[person.id] ?? index
      for (place, name) in ([person.name] + person.aliases.prefix(4)).enumerated() {
        hasDigits = hasDigits || name.utf8.contains { $0 &- 0x30 < 10 }
        let parts = Self.parts(of: name)
        for (number, part) in parts.enumerated() where number == 0 || place == 0 {
          add(part, index)
        }
        if parts.count > 1 {
          add(Self.word(name.lowercased().utf8.filter { !Self.isGap($0) }), index)
        }
      }
    }
  }

  /// Adds a person who is only mentioned. Returns the index.
  mutating func addMentioned(_ name: String) -> Int {
    let person = Participant(id: "", name: name)
    byName[name] = byName[name] ?? people.count
    people.append(person)
    return people.count - 1
  }

  private mutating func add(_ hash: UInt64, _ index: Int) {
    guard hash != 0 else { return }
    let index = Int16(index)
    byWord[hash] = byWord[hash, default: index] == index ? index : -2
  }

  /// Returns the hashes of a name's words by which a person may be addressed; zero for titles and single letters.
  private static func parts(of name: String) -> [UInt64] {
    let lower = Array(name.lowercased().utf8)
    return lower.split { isGap($0) }.prefix(4).map { part in
      let word = word(part)
      return part.count < 2 || titles.contains(word) ? 0 : word
    }
  }

  /// Returns the hash of a part of a name; zero for a number, which names nobody.
  private static func word(_ part: some Collection<UInt8>) -> UInt64 {
    part.allSatisfy { $0 &- 0x30 < 10 } ? 0 : TokenScanner.hash(part)
  }

  /// Returns the hash of a word with its digits, since the token's own hash treats all numbers alike.
  private func hash(of token: ChatToken, in bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    guard hasDigits else { return token.hash }
    let word = bytes[Int(token.start)..<Int(token.end)]
    guard word.contains(where: { $0 &- 0x30 < 10 }) else { return token.hash }
    return TokenScanner.hash(String(decoding: word, as: UTF8.self).lowercased().utf8)
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    !(byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte >= 0x80)
  }

  private static let titles = CommonWords.hashes(
    "dr mr mrs ms prof frau herr the van von de bot team")

  /// Returns the person with an id, or else with a display name. Two people may share a name.
  package func person(withId id: String? = nil, named name: String?) -> Int? {
    id.flatMap { byId[$0] } ?? name.flatMap { byName[$0] }
  }

  /// Marks a word that names a person. In a line, whose tokens begin at `first`, it is merged into the name before it.
  func mark(
    _ token: inout ChatToken, in bytes: UnsafeBufferPointer<UInt8>,
    after tokens: inout [ChatToken], from first: Int
  ) {
    guard let person = byWord[hash(of: token, in: bytes)], person >= 0 else { return }
    let last = tokens[first...].last
    let isMention = last?.hash == Talk.at && last?.end == token.start
    // A short name that is also a common word counts only if it is written as a name.
    guard
      token.isCapital || isMention || token.end - token.start > 3 || bytes[Int(token.start)] >= 0x80
    else { return }
    if let last, last.kind == .name, last.person == person, token.start - last.end <= 1 {
      tokens.removeLast()
      token.start = last.start
    }
    token.setName(of: Int(person))
  }
}
