import ActionItemModel

/// The people of a window, found where a word names them.
struct Names {
  let participants: [Participant]
  /// Which of them say something in the window.
  private var isSpeaking: [Bool]
  /// Whom a word means; nil where it means several.
  private var byHash: [UInt64: Int?] = [:]
  /// How many words each participant's name has, and their hashes.
  private var wordsOfName: [[UInt64]] = []
  /// The names of several words by the first of them, and whose each is.
  private var longNames: [UInt64: [(words: ArraySlice<UInt64>, person: Int)]] = [:]

  init(_ participants: [Participant], speakers: Set<String>) {
    self.participants = participants
    isSpeaking = participants.map { speakers.contains($0.name) }
    for (index, person) in participants.enumerated() {
      wordsOfName.append(Self.words(of: person.name))
      for words in [wordsOfName[index]] + person.aliases.map(Self.words) where words.count > 1 {
        longNames[words[0], default: []].append((words.dropFirst(), index))
      }
    }
    add(participants.indices.filter { isSpeaking[$0] })
    // Whoever is merely listed takes no name away from somebody who speaks.
    add(participants.indices.filter { !isSpeaking[$0] })
  }

  private static func words(of name: String) -> [UInt64] {
    name.lowercased().utf8.split { $0 == space || $0 == bar }.map(Lexicon.hash)
  }

  /// How many of the participants speak.
  var speakers: Int { isSpeaking.count { $0 } }

  /// Adds people under the names that nobody has yet.
  private mutating func add(_ people: [Int]) {
    let taken = byHash
    for index in people {
      for name in names(of: index) where taken[Lexicon.hash(name)] == nil { add(name[...], index) }
    }
    // Whoever comes back as "ben_" does not take "ben" away from the one who is called so.
    let whole = byHash
    for index in people {
      for name in names(of: index) {
        for short in Self.shortened(name) where whole[Lexicon.hash(short)] == nil {
          add(short, index)
        }
      }
    }
  }

  private func names(of index: Int) -> [[UInt8]] {
    ([participants[index].name] + participants[index].aliases).map { Array($0.lowercased().utf8) }
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

  /// Whom the words at a place name, and the word behind the name; nil where they name nobody, or several.
  func person(at index: Int, in utterance: Utterance) -> (person: Int, end: Int)? {
    guard index < utterance.words.count else { return nil }
    let word = utterance.words[index]
    var hash = word.hash
    if word.form.contains(.mention) {
      if Self.meansAll(word) { return nil }
      // The hash of a mention has its letters only.
      hash = Lexicon.hash(utterance.text(index).dropFirst().lowercased().utf8)
    } else if word.id != 0, !word.form.contains(.capital), !word.after.contains(.colon) {
      // A name that is also a word is meant where it is written as one.
      return nil
    }
    if let (who, end) = writtenOut(at: index, first: hash, in: utterance) {
      return who.map { ($0, end) }
    }
    guard case .some(.some(let person)) = byHash[hash] else { return nil }
    let end = self.end(of: wordsOfName[person].dropFirst(), behind: index, in: utterance)
    if !isSpeaking[person], !stands(at: index..<end, in: utterance) { return nil }
    return (person, end)
  }

  /// Whether a word is a mention by which programs tell all: no name, whoever bears it.
  static func meansAll(_ word: Word) -> Bool {
    word.form.contains(.mention) && mentionsOfAll.contains(word.hash)
  }

  private static let mentionsOfAll = hashes("here channel everyone all alle team")

  /// Whether a word is a name by which several are called.
  func isShared(at index: Int, in utterance: Utterance) -> Bool {
    let word = utterance.words[index]
    let hash =
      word.form.contains(.mention)
      ? Lexicon.hash(utterance.text(index).dropFirst().lowercased().utf8) : word.hash
    guard case .some(.none) = byHash[hash] else { return false }
    return person(at: index, in: utterance) == nil
  }

  /// Whom more than the first word of a name means: "Ben Miller" is no other Ben, whoever of them speaks. Nobody
  /// where it is the beginning of several names; nil where no more than a first word is written.
  private func writtenOut(
    at index: Int, first: UInt64, in utterance: Utterance
  ) -> (person: Int?, end: Int)? {
    guard let names = longNames[first] else { return nil }
    var best: (person: Int?, end: Int, rank: Int)?
    for (rest, person) in names {
      let end = end(of: rest, behind: index, in: utterance)
      // The longest counts; of these a whole name, rather than what begins a longer one.
      let rank = end * 2 + (end == index + 1 + rest.count ? 1 : 0)
      guard end > index + 1, rank >= best?.rank ?? 0 else { continue }
      let isAnothers = best.map { $0.rank == rank && $0.person != person } ?? false
      best = (isAnothers ? nil : person, end, rank)
    }
    return best.map { ($0.person, $0.end) }
  }

  /// Behind how many words of a name that follow its first one the next word stands.
  private func end(of rest: ArraySlice<UInt64>, behind index: Int, in utterance: Utterance) -> Int {
    var end = index + 1
    for part in rest {
      guard end < utterance.words.count, utterance.words[end - 1].after.isEmpty,
        utterance.words[end].hash == part
      else { break }
      end += 1
    }
    return end
  }

  // MARK: - A name, or a word that is spelled alike

  /// Whether words stand as the name of somebody who is silent: "Will", "Mark" and "Rose" begin sentences that
  /// call nobody, and "bill" and "page" are things.
  ///
  /// They do where they stand by themselves ("Ben, …", "… , ben?"), before a question ("ben can you …"), in a
  /// sentence with a capital, or at the beginning of what somebody is to do.
  func stands(at name: Range<Int>, in utterance: Utterance) -> Bool {
    let words = utterance.words
    let first = words[name.lowerBound]
    if first.form.contains(.mention) || name.count > 1 { return true }
    let begins = name.lowerBound == 0 || words[name.lowerBound - 1].after.endsPhrase
    let ends = name.upperBound == words.count || words[name.upperBound - 1].after.endsPhrase
    if begins && ends { return true }
    let isCapital = first.form.contains(.capital)
    // "In May can you send it?"
    if isCapital, !begins, Self.months.contains(first.hash) { return false }
    let next = words[name.upperBound..<name.upperBound + 2].map(\.hash)
    if !ends, next.count == 2, Self.modals.contains(next[0]), Self.listeners.contains(next[1]) {
      return true
    }
    guard begins else { return isCapital }
    guard let next = next.first else { return false }
    return Self.requests.contains(next) || isCapital && first.id == 0 && Self.duties.contains(next)
  }

  private static let modals = hashes("can could would will kannst kannste könntest würdest magst")
  private static let listeners = hashes("you u ya du")
  private static let requests = hashes("can could please pls plz bitte")
  private static let duties = hashes("and und to will should must has needs soll sollte muss wird")
  /// Months by which people are called.
  private static let months = hashes("april may june august mai juni")

  private static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.split(separator: " ").map { Lexicon.hash($0.utf8) })
  }
}
