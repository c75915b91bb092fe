import Digests

/// The features of a sentence by itself: its words and pairs of them, how it begins and ends, its length and
/// place, and the evidence of the act that stands in it.
///
/// Names are all alike, and so are links, pieces of code and numbers, so that nothing is learned about one
/// person or one ticket.
struct SentenceFeatures {
  let utterance: Utterance
  let names: Names

  /// Behind so many words nothing is learned from a sentence.
  private static let mostWords = 60
  /// How much the words have to say beside the evidence.
  private static let length = 3.0

  private enum Stand {
    static let name = FNV1a.hash("NAME".utf8)
    static let link = FNV1a.hash("LINK".utf8)
    static let code = FNV1a.hash("CODE".utf8)
    static let number = FNV1a.hash("0".utf8)
    static let mixed = FNV1a.hash("A0".utf8)
    static let question = FNV1a.hash("?".utf8)
    static let colon = FNV1a.hash(":".utf8)
  }

  /// The features of a sentence with the evidence of an act, nil where none stands in it.
  func features(of sentence: Range<Int>, _ evidence: EvidenceSet?) -> Features {
    var features = Features()
    features.add(words(of: sentence), length: Self.length)
    features.add(form(of: sentence) + pairs(of: evidence))
    return features
  }

  private func words(of sentence: Range<Int>) -> [UInt32] {
    let words = stands(for: sentence, most: Self.mostWords)
    var found: [UInt32] = []
    found.reserveCapacity(words.count * 4 + 3)
    for index in words.indices {
      found.append(Features.hash(.words, words[index]))
      if index + 1 < words.count {
        found.append(Features.hash(.words, words[index], words[index + 1]))
      }
      if index + 2 < words.count {
        found.append(Features.hash(.gapOfOne, words[index], words[index + 2]))
      }
      if index + 3 < words.count {
        found.append(Features.hash(.gapOfTwo, words[index], words[index + 3]))
      }
    }
    if let first = words.first, let last = words.last {
      found.append(Features.hash(.first, first))
      found.append(Features.hash(.start, first, words.count > 1 ? words[1] : 0))
      found.append(Features.hash(.end, words.count > 1 ? words[words.count - 2] : 0, last))
    }
    return found
  }

  private func form(of sentence: Range<Int>) -> [UInt32] {
    let place = utterance.sentences.firstIndex { $0.lowerBound >= sentence.lowerBound } ?? 0
    return [
      Features.hash(.length, UInt64(min(6, sentence.count / 4))),
      Features.hash(.question, utterance.isQuestion(sentence) ? 1 : 0),
      Features.hash(.sentences, UInt64(min(4, utterance.sentences.count))),
      Features.hash(.place, UInt64(min(3, place))),
    ]
  }

  /// Each piece of evidence, and each two of them.
  private func pairs(of evidence: EvidenceSet?) -> [UInt32] {
    guard let evidence else { return [Features.hash(.noAct)] }
    let kinds = Evidence.allCases.filter(evidence.contains).map { UInt64($0.rawValue) }
    return kinds.indices.flatMap { index in
      [Features.hash(.evidence, kinds[index])]
        + kinds[(index + 1)...].map { Features.hash(.pair, kinds[index], $0) }
    }
  }

  /// What stands for each word, up to so many.
  func stands(for sentence: Range<Int>, most: Int) -> [UInt64] {
    var stands: [UInt64] = []
    var index = sentence.lowerBound
    while index < sentence.upperBound, stands.count < most {
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
        let isNumber = utterance.bytes(of: word)
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
