import OfflineTraining
import Testing

@Suite struct ReplayTests {
  /// Conversations of two sources, each with something taken on, and one message that is labelled in the first few
  /// of source b alone: to source a it is a false find.
  private static func corpus(_ count: Int, labelled: Int) throws -> Corpus {
    var (chats, labels): ([String], [String]) = ([], [])
    for number in 0..<count * 2 {
      let source = number < count ? "a" : "b"
      func item(_ message: String, _ quote: String) -> String {
        #"{"task":"\#(quote)","messageId":"\#(message)","quote":"\#(quote)"}"#
      }
      let (post, ping) = ("I will post the draft in the folder", "I will ping the server again")
      chats.append(
        """
        {"id":"\(number)","source":"\(source)","participants":["Ann","Ben"],"messages":[\
        {"id":"m1","sender":"Ann","timestamp":"2026-01-05T09:00:00Z","text":"\(post)"},\
        {"id":"m2","sender":"Ben","timestamp":"2026-01-05T09:01:00Z","text":"\(ping)"},\
        {"id":"m3","sender":"Ben","timestamp":"2026-01-05T09:02:00Z","text":"nice weather today"}]}
        """)
      let isLabelled = source == "b" && number - count < labelled
      let items = [item("m1", post)] + (isLabelled ? [item("m2", ping)] : [])
      labels.append(#"{"id":"\#(number)","items":[\#(items.joined(separator: ","))]}"#)
    }
    return try Corpus(
      chats: [Array(chats.joined(separator: "\n").utf8)],
      labels: [Array(labels.joined(separator: "\n").utf8)])
  }

  private static func table(_ count: Int, labelled: Int = 24) throws -> String {
    let corpus = try corpus(count, labelled: labelled)
    return Replay(corpus, settled: Trainer().weights(from: corpus)).table()
  }

  @Test func `verdicts come from the first half, and do not turn round what is certain`() throws {
    let table = try Self.table(24)
    let line = try #require(table.split(separator: "\n").first { $0.hasPrefix("| a |") })
    #expect(line.hasPrefix("| a | 12 + 12 | 0.667 to 0.667 | 0.500 to 0.500 |"), "\(table)")
    #expect(table.contains("over 2 sources"))
    #expect(try Self.table(24) == table)
  }

  @Test func `a false find that was nearly none goes, and the table tells by what shift`() throws {
    let table = try Self.table(24, labelled: 5)
    let line = try #require(table.split(separator: "\n").first { $0.hasPrefix("| a |") })
    #expect(line.hasPrefix("| a | 12 + 12 | 0.667 to 1.000 | 0.500 to 1.000 |"), "\(table)")
    let shift = try #require(line.split(separator: " ").dropLast().last.flatMap { Double($0) })
    #expect(shift < 0 && shift > -0.1, "\(table)")
    #expect(table.contains("over 2 sources: +0.167"), "\(table)")
  }

  @Test func `a source with few stretches is left out`() throws {
    #expect(try Self.table(19).contains("over 0 sources"))
  }
}
