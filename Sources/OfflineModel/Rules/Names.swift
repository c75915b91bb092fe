import ActionItemModel

/// The people of a window, found where a word names them.
struct Names {
  let participants: [Participant]
  /// Whom a word means; nil where it means several.
  private var byHash: [UInt64: Int?] = [:]
  /// How many words each participant's name has, and their hashes.
  private var wordsOfName: [[UInt64]] = []

  init(_ participants: [Participant]) {
    self.participants = participants
    for (index, person) in participants.enumerated() {
      let words = person.name.lowercased().utf8.split { $0 == Self.space || $0 == Self.bar }
      wordsOfName.append(words.map(Lexicon.hash))
      for alias in [person.name] + person.aliases {
        let lower = Array(alias.lowercased().utf8)
        add(lower[...], index)
        if let first = lower.split(separator: Self.space).first { add(first, index) }
        // "anna_", "anna|away"
        let bare = lower.lastIndex {
          $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "`") && $0 != Self.bar
        }
        add(lower[...(bare ?? -1)], index)
      }
    }
  }

  private static let space = UInt8(ascii: " ")
  private static let bar = UInt8(ascii: "|")

  private mutating func add(_ name: ArraySlice<UInt8>, _ index: Int) {
    guard name.count > 1 else { return }
    let hash = Lexicon.hash(name)
    switch byHash[hash] {
    case nil: byHash[hash] = .some(index)
    case .some(index): break
    case .some: byHash[hash] = .some(nil)
    }
  }

  /// Whom the words at a place name, and the word behind the name; nil where they name nobody, or
  /// several.
  func person(at index: Int, in utterance: Utterance) -> (person: Int, end: Int)? {
    guard index < utterance.words.count else { return nil }
    let word = utterance.words[index]
    var hash = word.hash
    if word.form.contains(.mention) {
      // The hash of a mention has its letters only.
      hash = Lexicon.hash(utterance.text(index).dropFirst().lowercased().utf8)
    } else if word.id != 0, !word.form.contains(.capital), !word.after.contains(.colon) {
      // A name that is also a word is meant where it is written as one.
      return nil
    }
    guard case .some(.some(let person)) = byHash[hash] else { return nil }
    let rest = wordsOfName[person].dropFirst()
    var end = index + 1
    for part in rest {
      guard end < utterance.words.count, utterance.words[end - 1].after.isEmpty,
        utterance.words[end].hash == part
      else { break }
      end += 1
    }
    return (person, end)
  }
}
