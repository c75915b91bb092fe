import OfflineModel
import OfflineTraining
import Testing

@Suite struct TrainerTests {
  /// A conversation a line, in each of which somebody takes something on and somebody does not.
  private static func corpus() throws -> Corpus {
    let things = [
      "report", "slides", "invoice", "budget", "draft", "minutes", "contract", "poster",
    ]
    var chats: [String] = []
    var labels: [String] = []
    for (index, thing) in things.enumerated() {
      let source = index % 2 == 0 ? "a" : "b"
      chats.append(
        """
        {"id":"\(index)","source":"\(source)","participants":["Ann","Ben"],"messages":[\
        {"id":"m1","sender":"Ann","timestamp":"2026-01-05T09:00:00Z",\
        "text":"I will post the \(thing) in the folder"},\
        {"id":"m2","sender":"Ben","timestamp":"2026-01-05T09:01:00Z",\
        "text":"I will admit the \(thing) looked odd"}]}
        """)
      labels.append(
        """
        {"id":"\(index)","items":[{"task":"Post the \(thing)","messageId":"m1",\
        "quote":"I will post the \(thing)"}]}
        """)
    }
    return try Corpus(
      chats: [Array(chats.joined(separator: "\n").utf8)],
      labels: [Array(labels.joined(separator: "\n").utf8)])
  }

  @Test func `what readers marked is learned, and what they did not`() throws {
    let weights = Trainer().weights(from: try Self.corpus())
    func score(_ text: String) -> Double? {
      Sentences.examples(text).first.map { weights.score(of: $0.features) }
    }
    let item = try #require(score("I will post the calendar in the folder"))
    let talk = try #require(score("I will admit the calendar looked odd"))
    #expect(item > 1)
    #expect(talk < -1)
  }

  @Test func `the same labels and chats give the same bytes`() throws {
    var texts: [String] = []
    let bytes = try (0..<2).map { _ in
      let corpus = try Self.corpus()
      var weights = Trainer().weights(from: corpus)
      texts.append(LeaveOneOut(corpus).settle(&weights))
      return weights.bytes
    }
    #expect(bytes[0] == bytes[1])
    #expect(texts[0] == texts[1])
    #expect(texts[0].contains("| a | 4 | 1.00 (1.00 to 1.00) | 1.00 | 1.00 |"), "\(texts[0])")
  }

  @Test func `weights name the labels that they were learned from`() throws {
    let corpus = try Self.corpus()
    let weights = Trainer().weights(from: corpus)
    #expect(weights.digest == corpus.digest)
    #expect(weights.bytes.withUnsafeBufferPointer(LearnedWeights.init)?.digest == corpus.digest)
  }

  @Test func `a label for what nobody has said is refused`() {
    let label = #"{"id":"1","items":[{"task":"x","messageId":"m9"}]}"#
    let chat =
      #"{"id":"1","source":"a","messages":[{"id":"m1","sender":"Ann","timestamp":"2026-01-05T09:00:00Z","text":"hi"}]}"#
    #expect(throws: (any Error).self) {
      try Corpus(chats: [Array(chat.utf8)], labels: [Array(label.utf8)])
    }
  }
}
