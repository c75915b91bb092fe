package import ActionItems

/// The people of a window, found where a word names them.
package struct NameTable: Sendable {
  package let people: [Participant]
  /// Whom a word means: by the hash of a first, last or only name in lower case; -2 where it means several.
  private var byWord: [UInt64: Int16] = [:]
  private var byName: [String: Int] = [:]
  private var byId: [String: Int] = [:]
  /// Whether any name has a digit.
  private var hasDigits = false

  /// A person's names beyond these are not looked for, nor are people beyond so many.
  private static let mostPeople = 2000

  init(_ people: [Participant]) {
    self.people = Array(people.prefix(Self.mostPeople))
    for (index, person) in self.people.enumerated() {
      byName[person.name] = byName[person.name] ?? index
      byId[person.id] = byId[person.id] ?? index
      for (place, name) in ([person.name] + person.aliases.prefix(4)).enumerated() {
        hasDigits = hasDigits || name.utf8.contains { $0 &- 0x30 < 10 }
        let parts = Self.parts(of: name)
        for (number, part) in parts.enumerated() where number == 0 || place == 0 {
          add(part, index)
        }
        if parts.count > 1 { add(Self.joined(name), index) }
      }
    }
  }

  private mutating func add(_ hash: UInt64, _ index: Int) {
    guard hash != 0 else { return }
    if let known = byWord[hash] {
      if known != Int16(index) { byWord[hash] = -2 }
    } else {
      byWord[hash] = Int16(index)
    }
  }

  /// The words of a name that somebody may be called by, as hashes; zero for what is too short.
  private static func parts(of name: String) -> [UInt64] {
    let lower = Array(name.lowercased().utf8)
    return lower.split { isGap($0) }.prefix(4).map { part in
      let word = word(part)
      return part.count < 2 || titles.contains(word) ? 0 : word
    }
  }

  private static func joined(_ name: String) -> UInt64 {
    word(name.lowercased().utf8.filter { !isGap($0) })
  }

  /// The hash of a part of a name; zero for a number, which names nobody.
  private static func word(_ part: some Collection<UInt8>) -> UInt64 {
    part.allSatisfy { $0 &- 0x30 < 10 } ? 0 : TokenScanner.hash(part)
  }

  /// The hash of a word as names have it: with its digits, which are all alike to what is learned.
  private func hash(
    of token: ChatText.Token, in bytes: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    guard hasDigits else { return token.hash }
    let word = bytes[Int(token.start)..<Int(token.end)]
    guard word.contains(where: { $0 &- 0x30 < 10 }) else { return token.hash }
    return TokenScanner.hash(String(decoding: word, as: UTF8.self).lowercased().utf8)
  }

  private static func isGap(_ byte: UInt8) -> Bool {
    !(byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte >= 0x80)
  }

  private static let titles = Set(
    ["dr", "mr", "mrs", "ms", "prof", "frau", "herr", "the", "van", "von", "de", "bot", "team"].map
    {
      TokenScanner.hash($0.utf8)
    })

  /// The person of an id, or else of a name as displayed: two people may have one name.
  package func person(withId id: String? = nil, named name: String?) -> Int? {
    id.flatMap { byId[$0] } ?? name.flatMap { byName[$0] }
  }

  /// Marks a word that names somebody. A word that goes on with the name before it is a part of that name, if both
  /// stand in the line whose tokens begin at `first`.
  func mark(
    _ token: inout ChatText.Token, in bytes: UnsafeBufferPointer<UInt8>,
    after tokens: inout [ChatText.Token], from first: Int
  ) {
    guard let person = byWord[hash(of: token, in: bytes)], person >= 0 else { return }
    let isMention =
      tokens[first...].last.map {
        $0.kind == .mark && $0.end == token.start && bytes[Int($0.start)] == 0x40
      }
      ?? false
    // A name that is also a word is meant where it is written as one.
    guard
      token.isCapital || isMention || token.end - token.start > 3 || bytes[Int(token.start)] >= 0x80
    else { return }
    if let last = tokens[first...].last, last.kind == .name, last.person == person,
      token.start - last.end <= 1
    {
      tokens.removeLast()
      token.start = last.start
    }
    token.kind = .name
    token.person = person
    token.hash = TokenScanner.Stand.name
    token.stem = 0
  }
}
