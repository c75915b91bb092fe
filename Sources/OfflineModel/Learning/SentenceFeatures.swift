import Digests

/// What the learned part of the model sees of a sentence: its words, pairs and triples of them, pairs
/// with one or two words between, how it begins and ends, its length and place.
///
/// Each is a number, its hash. Names are all alike, and so are links, pieces of code and numbers, so that
/// nothing is learned about one person or one ticket.
package enum SentenceFeatures {
  /// Behind so many words nothing is learned from a sentence.
  private static let mostWords = 60

  /// Each kind of feature starts its hash elsewhere.
  private enum Kind: UInt8 {
    case words, gapOfOne, gapOfTwo, start, first, end, length, question, sentences, place, pair
  }

  private enum Stand {
    static let name = FNV1a.hash("NAME".utf8)
    static let link = FNV1a.hash("LINK".utf8)
    static let code = FNV1a.hash("CODE".utf8)
    static let number = FNV1a.hash("0".utf8)
    static let mixed = FNV1a.hash("A0".utf8)
    static let question = FNV1a.hash("?".utf8)
    static let colon = FNV1a.hash(":".utf8)
  }

  /// The features of a sentence, each once, in rising order.
  static func all(
    of sentence: Range<Int>, in utterance: Utterance, _ names: Names, _ evidence: EvidenceSet
  ) -> [UInt32] {
    let words = stands(sentence, utterance, names)
    var found: [UInt32] = []
    found.reserveCapacity(words.count * 5 + 8)
    func note(_ kind: Kind, _ parts: UInt64...) {
      var hash = FNV1a.adding(kind.rawValue, to: FNV1a.start)
      for part in parts {
        hash = (hash ^ part) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
      }
      found.append(UInt32(truncatingIfNeeded: hash >> 20))
    }
    for index in words.indices {
      note(.words, words[index])
      if index + 1 < words.count { note(.words, words[index], words[index + 1]) }
      if index + 2 < words.count {
        note(.words, words[index], words[index + 1], words[index + 2])
        note(.gapOfOne, words[index], words[index + 2])
      }
      if index + 3 < words.count { note(.gapOfTwo, words[index], words[index + 3]) }
    }
    if let first = words.first, let last = words.last {
      note(.first, first)
      note(.start, first, words.count > 1 ? words[1] : 0)
      note(.end, words.count > 1 ? words[words.count - 2] : 0, last)
    }
    note(.length, UInt64(min(6, words.count / 4)))
    note(.question, utterance.isQuestion(sentence) ? 1 : 0)
    note(.sentences, UInt64(min(4, utterance.sentences.count)))
    let place = utterance.sentences.firstIndex { $0.lowerBound >= sentence.lowerBound } ?? 0
    note(.place, UInt64(min(3, place)))
    let kinds = Evidence.allCases.filter(evidence.contains)
    for (index, kind) in kinds.enumerated() {
      for other in kinds[(index + 1)...] {
        note(.pair, UInt64(kind.rawValue), UInt64(other.rawValue))
      }
    }
    found.sort()
    return found.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// What stands for each word.
  private static func stands(
    _ sentence: Range<Int>, _ utterance: Utterance, _ names: Names
  ) -> [UInt64] {
    var stands: [UInt64] = []
    var index = sentence.lowerBound
    while index < sentence.upperBound, stands.count < mostWords {
      let word = utterance.words[index]
      if word.form.contains(.link) {
        stands.append(Stand.link)
      } else if word.form.contains(.opaque) {
        stands.append(Stand.code)
      } else if word.form.contains(.mention) {
        stands.append(Stand.name)
      } else if let (_, end) = names.person(at: index, in: utterance) {
        stands.append(Stand.name)
        index = end - 1
      } else if word.form.contains(.digit) {
        let isNumber = utterance.bytes[Int(word.start)..<Int(word.end)]
          .allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        stands.append(isNumber ? Stand.number : Stand.mixed)
      } else {
        stands.append(word.hash)
      }
      let after = utterance.words[index].after
      if after.contains(.colon) { stands.append(Stand.colon) }
      if after.contains(.question) { stands.append(Stand.question) }
      index += 1
    }
    return stands
  }
}
