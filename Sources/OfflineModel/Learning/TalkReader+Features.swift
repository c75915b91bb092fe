import ActionItemModel
import Glibc
import Windowing

/// What is learned from around a sentence: what is said next, what the same one says later, what kind of talk it is.
extension TalkReader {
  /// So many words of the next message are looked at.
  private static let reply = 12
  /// How much they have to say beside the sentence's own.
  private static let replyLength = 1.5
  /// Lines within which somebody may tell that what the sentence says is done, and how many such tales count.
  private static let reach = 40
  private static let mostReports = 8
  private static let mostWords = 120

  /// The features of a sentence and what stands around it; `evidence` is that of an act in it, if there is one.
  func features(
    of sentence: Range<Int>, in line: Int, _ utterance: Utterance, _ evidence: EvidenceSet?,
    isSpeakers: Bool
  ) -> Features {
    var features = SentenceFeatures(utterance: utterance, names: names)
      .features(of: sentence, evidence)
    features.add(answer(to: line), length: Self.replyLength)
    features.add(
      later(than: line, words: content(of: sentence, utterance), isSpeakers: isSpeakers) + talk)
    return features
  }

  /// The first words of the next message.
  private func answer(to line: Int) -> [UInt32] {
    guard let next = neighbours(after: line, 3).first(where: { _ in true }) else { return [] }
    let who: UInt64 = sender(next) == sender(line) ? 1 : 0
    let utterance = self.utterance(next)
    let words = SentenceFeatures(utterance: utterance, names: names)
      .stands(for: utterance.words.indices, most: Self.reply)
    guard let first = words.first else { return [] }
    return words.map { Features.hash(.nextWord, who, $0) }
      + [Features.hash(.nextStart, who, first, words.count > 1 ? words[1] : 0)]
  }

  /// How often the sentence's sender comes back, and whether to tell that something like it is done.
  private func later(than line: Int, words: Set<UInt64>, isSpeakers: Bool) -> [UInt32] {
    let own = neighbours(after: line, Self.reach).filter { self.sender($0) == self.sender(line) }
    var returns = 0
    var reports = 0
    var shared = -1
    for later in own {
      returns += 1
      guard shows(.report, later), reports < Self.mostReports else { continue }
      reports += 1
      let utterance = self.utterance(later)
      let told = content(of: utterance.words.indices.prefix(Self.mostWords), utterance)
      shared = max(shared, words.intersection(told).count)
    }
    return [
      Features.hash(.returns, UInt64(min(5, returns / 2))),
      Features.hash(.reports, UInt64(min(3, shared + 1)), isSpeakers ? 1 : 0),
    ]
  }

  /// The words that tell what a sentence is about.
  private func content(of sentence: Range<Int>, _ utterance: Utterance) -> Set<UInt64> {
    Set(sentence.filter { isTelling($0, utterance) }.map { utterance.words[$0].hash })
  }

  /// The kind of talk: how long messages are, how many people speak, how much is asked.
  func findTalk() -> [UInt32] {
    var (count, bytes, questions) = (0, 0, 0)
    for line in window.lines where line.message.kind == .message {
      count += 1
      line.message.withText { text in
        bytes += text.count
        if let base = text.baseAddress, memchr(base, 0x3F, text.count) != nil { questions += 1 }
      }
    }
    if count == 0 { return [] }
    return [
      Features.hash(.lengths, UInt64(min(6, bytes / count / 40))),
      Features.hash(.people, UInt64(min(6, names.speakers / 2))),
      Features.hash(.questions, UInt64(questions * 8 / count)),
    ]
  }
}
