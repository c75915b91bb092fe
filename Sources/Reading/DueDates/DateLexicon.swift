import CivilTime
import Encoding
import Synchronization

/// The date words and phrases of several languages, for fast lookup. `LazyDateLexicon` builds them on first use.
final class DateLexicon: Sendable {
  /// All meanings; the first one stands for unknown words.
  let words: [DateWord]
  /// The index of each word, by its hash.
  private let indexByHash: DigestMap<Int32>
  /// The phrases as a trie: from a node and a word to the next node.
  private let steps: [Step: Int32]
  /// The meaning of the phrase that ends at a node, or 0.
  private let meaningOfNode: [Int32]
  /// Whether each word begins a phrase.
  private let beginsPhrase: [Bool]
  /// Whether each word, or a phrase that it begins, shows that a text may have a date.
  let seeds: [Bool]
  /// The languages, as bits, for which each word is evidence.
  let commonIn: [UInt8]
  private let longestWord: Int
  /// The languages, as bits, that capitalise nouns.
  private let capitalisingNouns: UInt8

  private struct Step: Hashable {
    var node: Int32
    var word: Int32
  }

  init(_ languages: [Language]) {
    var builder = Builder()
    capitalisingNouns = languages.prefix(8).enumerated().reduce(0) { bits, language in
      bits | (language.element.capitalisesNouns ? 1 << UInt8(language.offset) : 0)
    }
    for (index, language) in languages.prefix(8).enumerated() {
      for form in Self.words(of: language.commonWords[...]) {
        builder.add(form, DateWord(roles: .function, commonIn: 1 << UInt8(index)))
      }
      for entry in language.entries().joined() {
        var meaning = entry.meaning
        if entry.isAtHomeOnly {
          meaning.rolesAtHome = meaning.roles
          meaning.home = UInt8(index)
          meaning.roles = []
        }
        for form in entry.forms.utf8.split(separator: UInt8(ascii: "|")) {
          let parts = Self.words(of: Substring(form))
          if parts.count == 1 {
            builder.add(parts[0], meaning)
            if !entry.isAtHomeOnly { builder.note(parts[0], in: index) }
          } else {
            builder.add(parts, meaning)
          }
        }
      }
    }
    builder.markLanguageSigns()
    words = builder.words
    steps = builder.steps
    meaningOfNode = builder.meaningOfNode
    beginsPhrase = builder.words.indices.map {
      builder.steps[Step(node: 0, word: Int32($0))] != nil
    }
    seeds = builder.words.indices.map {
      let word = builder.words[$0]
      // `a` and `one` are very common, and never a time by themselves.
      let roles = word.roles.union(word.rolesAtHome).subtracting(
        word.cardinal == 1 ? .cardinal : [])
      return builder.beginsSeed.contains(Int32($0)) || !roles.isDisjoint(with: .seeds)
    }
    commonIn = builder.words.map(\.commonIn)
    longestWord = builder.longestWord
    indexByHash = builder.indexByHash
  }

  /// Splits a text of a language file at ASCII white space.
  private static func words(of text: Substring) -> [Substring] {
    text.utf8.split { $0 <= 0x20 }.map { Substring($0) }
  }

  /// Returns a word's index, or 0 if it is unknown.
  func find(_ word: WordFolding) -> Int32 {
    word.length <= longestWord ? indexByHash[word.hash] ?? 0 : 0
  }

  /// Whether the text is clearly in a language that capitalises nouns.
  func capitalisesNouns(_ list: TokenList) -> Bool {
    guard capitalisingNouns != 0,
      let most = (0..<8).max(by: { list.evidence[$0] < list.evidence[$1] })
    else { return false }
    let isAlone = (0..<8).allSatisfy { $0 == most || list.evidence[$0] < list.evidence[most] }
    return isAlone && capitalisingNouns & (1 << UInt8(most)) != 0
  }

  /// Whether a word belongs only to languages that capitalise nouns.
  func capitalisesNouns(_ word: Int32) -> Bool {
    let languages = words[Int(word)].commonIn
    return languages != 0 && languages & ~capitalisingNouns == 0
  }

  /// Returns the tokens of a text with phrases joined, and with the roles of their words in this text.
  func meanings(of list: TokenList) -> [Token] {
    var tokens = joinPhrases(list.tokens)
    for index in tokens.indices where tokens[index].word != 0 {
      let word = words[Int(tokens[index].word)]
      tokens[index].roles = word.roles
      guard !word.rolesAtHome.isEmpty else { continue }
      // If the language is unclear, a word that other languages use too does not get the roles of its own language.
      let isShared = word.commonIn & ~(1 << word.home) != 0 || !word.roles.isSubset(of: .function)
      let own = list.evidence[Int(word.home)]
      let others = (0..<8).lazy.filter { $0 != Int(word.home) }.map { list.evidence[$0] }.max() ?? 0
      // Without other evidence, a capital letter is enough for a weekday: `Mo 16.3.`
      let isName =
        own == 0 && others == 0 && tokens[index].isCapitalised
        && word.rolesAtHome.contains(.weekday)
      if isShared && !isName ? own > others : own >= others {
        tokens[index].roles.formUnion(word.rolesAtHome)
      }
    }
    return tokens
  }

  /// Joins the words of a phrase into one token, preferring the longest phrase.
  ///
  /// Hyphens and full stops after the words are ignored, as in `end-of-day` and `St. Patrick's`.
  private func joinPhrases(_ tokens: [Token]) -> [Token] {
    guard tokens.contains(where: { $0.word != 0 && beginsPhrase[Int($0.word)] }) else {
      return tokens
    }
    var joined: [Token] = []
    joined.reserveCapacity(tokens.count)
    var index = 0
    while index < tokens.count {
      if let (meaning, end) = phrase(in: tokens, at: index) {
        var token = tokens[index]
        token.end = tokens[end - 1].end
        token.word = meaning
        joined.append(token)
        index = end
      } else {
        joined.append(tokens[index])
        index += 1
      }
    }
    return joined
  }

  private func phrase(in tokens: [Token], at start: Int) -> (meaning: Int32, end: Int)? {
    guard tokens[start].word != 0, beginsPhrase[Int(tokens[start].word)] else { return nil }
    var node: Int32 = 0
    var index = start
    var found: (Int32, Int)?
    while index < tokens.count {
      let token = tokens[index]
      if index > start, token.gap == .none, ["-", ".", "'"].contains(where: token.isMark) {
        index += 1
        continue
      }
      guard token.word != 0, index == start || token.gap != .line,
        let next = steps[Step(node: node, word: token.word)]
      else { break }
      node = next
      index += 1
      if meaningOfNode[Int(node)] != 0 { found = (meaningOfNode[Int(node)], index) }
    }
    return found
  }

  /// Collects the words and phrases of the lexicon.
  private struct Builder {
    var words = [DateWord()]
    var indexByHash = DigestMap<Int32>()
    var steps: [Step: Int32] = [:]
    var meaningOfNode: [Int32] = [0]
    var longestWord = 0
    var beginsSeed: Set<Int32> = []

    private mutating func number(of form: Substring) -> Int32 {
      let folding = WordFolding(form)
      longestWord = max(longestWord, folding.length)
      if let number = indexByHash[folding.hash] { return number }
      words.append(DateWord())
      indexByHash.insert(folding.hash, Int32(words.count - 1))
      return Int32(words.count - 1)
    }

    /// The abbreviations of weekdays so far.
    private var shortWeekdays: [(String, Weekday)] = []

    /// The languages, as bits, that have a word.
    private var languages: [Int32: UInt8] = [:]

    mutating func note(_ form: Substring, in language: Int) {
      languages[number(of: form), default: 0] |= 1 << UInt8(language)
    }

    /// Makes each word of only one language evidence for that language.
    mutating func markLanguageSigns() {
      for (number, bits) in languages where bits.nonzeroBitCount == 1 {
        let word = words[Int(number)]
        if word.commonIn == 0, word.rolesAtHome.isEmpty { words[Int(number)].commonIn = bits }
      }
    }

    mutating func add(_ form: Substring, _ meaning: DateWord) {
      if let weekday = meaning.weekday, meaning.roles.contains(.short) {
        shortWeekdays.append((String(form), weekday))
      }
      words[Int(number(of: form))].merge(meaning)
    }

    mutating func add(_ phrase: [Substring], _ meaning: DateWord) {
      // Adds the phrase with the weekday abbreviated: Maundy Thu for Maundy Thursday.
      if meaning.holiday != nil {
        for (place, form) in phrase.enumerated() {
          guard let weekday = words[Int(number(of: form))].weekday, form.hasSuffix("day") else {
            continue
          }
          for (short, other) in shortWeekdays where other == weekday {
            var shorter = phrase
            shorter[place] = short[...]
            addSteps(shorter, meaning)
          }
        }
      }
      addSteps(phrase, meaning)
    }

    private mutating func addSteps(_ phrase: [Substring], _ meaning: DateWord) {
      var node: Int32 = 0
      for form in phrase {
        let step = Step(node: node, word: number(of: form))
        if let next = steps[step] {
          node = next
        } else {
          meaningOfNode.append(0)
          node = Int32(meaningOfNode.count - 1)
          steps[step] = node
        }
      }
      if meaningOfNode[Int(node)] == 0 {
        words.append(DateWord())
        meaningOfNode[Int(node)] = Int32(words.count - 1)
      }
      words[Int(meaningOfNode[Int(node)])].merge(meaning)
      if !meaning.roles.union(meaning.rolesAtHome).isDisjoint(with: .seeds) {
        beginsSeed.insert(number(of: phrase[0]))
      }
    }
  }
}

/// A lexicon that is built on first use, so that runs without deadlines start faster.
final class LazyDateLexicon: Sendable {
  private let languages: [Language]
  private let known = Mutex<DateLexicon?>(nil)

  init(_ languages: [Language]) { self.languages = languages }

  var value: DateLexicon {
    known.withLock { known in
      let lexicon = known ?? DateLexicon(languages)
      known = lexicon
      return lexicon
    }
  }
}
