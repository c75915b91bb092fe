import FoundationEssentials
import OfflineModel
import Testing
import Windowing
import WordFuzz

/// No message may crash a run: each of these once did, or resembles one that did.
@Suite struct MutatedSentenceTests {
  private static let readers = [Chat.reader, Chat.keenReader, Chat.plainReader()]

  @Test(arguments: [
    "Any volunteers? In case nobody does, I'll do it.", "Who can? On Friday I am away.",
    "Would somebody like to? For me it's fine.", "Could somebody please... With that we are done.",
    "Kann jemand bitte? Mit dem Bericht fange ich an.",
  ])
  func `a call that ends where the next sentence begins with a preposition is read`(text: String) {
    let chat = Chat("Anna: \(text)\nBen: Anna, please send the report.")
    for reader in Self.readers {
      #expect(chat.claims(by: reader).allSatisfy(chat.holdsQuote))
    }
    #expect(chat.claims(by: Chat.plainReader()).map(\.line) == [0, 1])
  }

  @Test func `an item stated over two sentences is read and quoted verbatim`() {
    let calls = SentenceStock.calls
    #expect(calls.count > 1000)
    for start in stride(from: 0, to: calls.count, by: 20) {
      let lines = calls[start...].prefix(20).map { "Anna: " + $0.replacing("\n", with: "\\n") }
      let chat = Chat(lines.joined(separator: "\n"), people: ["Anna", "Ben", "Dora Miller"])
      for reader in Self.readers.dropFirst() {
        for claim in chat.claims(by: reader) { #expect(chat.holdsQuote(of: claim), "\(claim)") }
      }
    }
  }

  /// `WORD_FUZZ` sets the number of sentences, each read in all ways; `benchmarks replies words` does the same in a
  /// release build.
  @Test func `sentences that nobody would write are read, each the same way in every run`()
    async throws
  {
    let asked = ProcessInfo.processInfo.environment["WORD_FUZZ"].flatMap { Int($0) }
    let windows = FuzzRun.windows(of: asked ?? 50_000)
    let tally = await FuzzRun.read(windows, try WindowTrial(), inTurn: asked == nil)
    #expect(tally.sentences >= asked ?? 50_000)
    // The sentences reach the code under test.
    #expect(tally.found > 0 && tally.deadlines > 0 && tally.findings > 0)
    #expect(tally.diagnostics > 0 && tally.changes > 0)
  }
}
