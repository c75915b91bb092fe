import ActionItemModel
import Digests

/// Those whom an export lists, who need not have spoken: whom of them a text names.
///
/// Some lists have thousands of members who are looked for in every message: the list is gone through once, and a
/// text by its bytes.
struct ListedPeople {
  /// Everybody, where that is a roomful at most.
  let everybody: [Participant]
  /// The others, whom the words of their names find.
  private let many: [Participant]
  private var byFirstWord = DigestMap<Int32>()
  private var byOnlyWord = DigestMap<Int32>()
  private var byTwoWords = DigestMap<Int32>()

  /// In a conversation of so few people, all belong to each of its windows: their names cost a prompt what two or
  /// three messages do, and a handful call each other by short names that no list has.
  static let roomful = 20
  /// A longer name is none that anybody is called by.
  private static let nameLimit = 240
  /// Stands for several people whom a word means alike.
  private static let several: Int32 = -1

  init(_ participants: [Participant]) {
    let people = participants.filter { !$0.isBot && $0.name.utf8.count <= Self.nameLimit }
    let isRoomful = participants.count <= Self.roomful
    everybody = isRoomful ? people : []
    many = isRoomful ? [] : people
    for (place, person) in many.enumerated() {
      for name in [person.name] + person.aliases where !name.utf8.contains(UInt8(ascii: "@")) {
        note(name, place: Int32(place))
      }
    }
  }

  private mutating func note(_ name: String, place: Int32) {
    var name = name
    name.withUTF8 { bytes in
      var words = NameWords(bytes)
      guard let first = words.next(), first.count > 1 else { return }
      Self.note(words.hash(first), place, in: &byFirstWord)
      if let second = words.next() {
        Self.note(words.hash(first, second), place, in: &byTwoWords)
      } else {
        Self.note(words.hash(first), place, in: &byOnlyWord)
      }
    }
  }

  private static func note(_ hash: UInt64, _ place: Int32, in table: inout DigestMap<Int32>) {
    table.update(hash, from: place) { if $0 != place { $0 = several } }
  }

  func isAnybodyNamed(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if many.isEmpty { return false }
    var words = NameWords(text)
    while let word = words.nextMarked() {
      if place(of: word, in: text) != nil { return true }
    }
    return false
  }

  /// Those whom a text names. A name at the beginning of a sentence may be any word.
  func named(in text: UnsafeBufferPointer<UInt8>) -> [Participant] {
    var named: [Participant] = []
    var words = NameWords(text)
    while let word = words.nextMarked() {
      if let place = place(of: word, in: text) { named.append(many[place]) }
    }
    return named
  }

  /// Whom a word means with the next one, as all of a name, or as the first word of nobody else's.
  private func place(of word: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var rest = NameWords(text, from: word.upperBound)
    let hash = rest.hash(word)
    guard let first = byFirstWord[hash] else { return nil }
    let both = rest.next().flatMap { byTwoWords[rest.hash(word, $0)] }
    return [both, byOnlyWord[hash], first].lazy.compactMap(\.self).first { $0 != Self.several }
      .map { Int($0) }
  }
}
