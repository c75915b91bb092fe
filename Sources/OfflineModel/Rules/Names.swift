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
        add(Array(alias.lowercased().utf8)[...], index)
      }
    }
    // Whoever comes back as "ben_" does not take "ben" away from the one who is called so.
    let whole = byHash
    for (index, person) in participants.enumerated() {
      for alias in [person.name] + person.aliases {
        for short in Self.shortened(Array(alias.lowercased().utf8))
        where whole[Lexicon.hash(short)] == nil {
          add(short, index)
        }
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

  /// What a name in small letters is shortened to: the first of several words, and a nick without
  /// what marks a second connection or an absence (`ben_`, `ben|away`, `ben-afk`, `benjamin2`).
  private static func shortened(_ name: [UInt8]) -> [ArraySlice<UInt8>] {
    var short = name.split(separator: space, maxSplits: 1).prefix(1)
    guard !name.contains(space) else { return Array(short) }
    var bare = name.prefix { $0 != bar && $0 != UInt8(ascii: "[") }
    for absence in absences where bare.count > absence.count + 2 {
      let (mark, word) = (bare.dropLast(absence.count).last, bare.suffix(absence.count))
      if mark == UInt8(ascii: "-") || mark == UInt8(ascii: "_"), word.elementsEqual(absence) {
        bare.removeLast(absence.count)
      }
    }
    while let last = bare.last, marks.contains(last) { bare.removeLast() }
    short.append(bare)
    while let last = bare.last, last &- UInt8(ascii: "0") < 10 { bare.removeLast() }
    // So few letters are no name that somebody is called by.
    if bare.count > 3 { short.append(bare) }
    return Array(short)
  }

  private static let marks = Array("_`^-".utf8)
  private static let absences = ["away", "afk", "gone", "lunch", "home", "work", "mobile", "phone"]
    .map { Array($0.utf8) }

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
