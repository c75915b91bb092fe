import ActionItems
import CivilTime
import Synchronization
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

@Suite struct ReplyCollectionTests {
  /// Remembers its commits.
  final class Memory: ExtractionMemory {
    let outcomes = Mutex<[WindowOutcome]>([])
    let failed = Mutex<[FailedWindow]>([])

    func conversation(holding digests: [UInt64], platform: String) async throws -> String? { nil }
    func openItems(forConversation id: String) async throws -> [ActionItem] { [] }
    func recall(_ ids: [String]) async throws -> [Recollection] {
      ids.map { _ in Recollection(marks: ReadMarkers(), hasItems: false) }
    }
    func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
      self.outcomes.withLock { $0 += outcomes }
      return outcomes.map { _ in [] }
    }
    func settle(run: Int) async throws -> [ItemChange] { [] }

    func note(_ failures: [FailedWindow], run: Int) async throws {
      failed.withLock { $0 += failures }
    }

    var digests: [UInt64] { outcomes.withLock { $0.flatMap(\.digests) } }
    var found: [String] {
      outcomes.withLock { $0.flatMap { $0.reading.findings.map(\.messageId) } }
    }
  }

  static func settings(
    certain: @escaping @Sendable (Window) -> [Int] = { _ in [] }
  ) -> ReplyCollection.Settings {
    ReplyCollection.Settings(
      run: 7, model: "m",
      grounder: GroundingFixture.grounder(strictness: .lenient),
      omissionRetry: OmissionRetry(silentWindows: 20, certain: certain))
  }

  static func reply(_ text: String, isCut: Bool = false) -> Result<WindowReply, WindowFailure> {
    .success(WindowReply(text: text, usage: Usage(requests: 1), isCut: isCut))
  }

  static func collect(
    _ answer: Result<WindowReply, WindowFailure>, _ window: Window = NumberedChat.window(6),
    certain: @escaping @Sendable (Window) -> [Int] = { _ in [] }
  ) async throws -> (ExtractionReport, Memory) {
    let memory = Memory()
    var collection = ReplyCollection(memory: memory)
    try await collection.take(answer, to: window, People(), settings(certain: certain))
    return (try await collection.finish(run: 7), memory)
  }

  @Test func `a whole reply is kept as a run keeps it`() async throws {
    let window = NumberedChat.window(6)
    let (report, memory) = try await Self.collect(Self.reply(ReplayModel.items(window)))
    #expect(memory.found == NumberedChat.ids(1...6) && memory.digests == [1, 2, 3, 4, 5, 6])
    #expect(report.left == 0 && report.failures.isEmpty && report.usage.requests == 1)
    #expect(report.newMessages == 6 && report.windows == 1)
    #expect(memory.outcomes.withLock { $0[0].readLevel } == .endpoint)
  }

  @Test func `items before a cut are kept, and messages after it are left`() async throws {
    let window = NumberedChat.window(6)
    let items = ReplayModel.items(window, upTo: 4).dropLast(2)
    let (report, memory) = try await Self.collect(Self.reply(String(items), isCut: true))
    #expect(memory.found == NumberedChat.ids(1...4) && memory.digests == [1, 2, 3])
    #expect(report.left == 3 && report.failures.isEmpty)
    // Without another kind of request, the window is eventually set aside.
    #expect(memory.failed.withLock { $0.map(\.digests) } == [[4, 5, 6]])
  }

  @Test func `items out of order before a cut are kept, and all messages are left`() async throws {
    let cut =
      #"{"items":[{"task":"Handle message 3","messageId":"m5","quote":"message 3"},{"task":"Handle message 1","messageId":"m3","quote":"message 1"},{"task"#
    let (report, memory) = try await Self.collect(Self.reply(cut, isCut: true))
    #expect(Set(memory.found) == ["1", "3"] && memory.digests == [] && report.left == 6)
  }

  @Test(arguments: ["Sure!", ""])
  func `an unreadable reply leaves all messages`(text: String) async throws {
    let (report, memory) = try await Self.collect(Self.reply(text))
    #expect(memory.found == [] && memory.digests == [] && report.left == 6)
    #expect(report.failures.isEmpty)
  }

  @Test
  func `a message that all but certainly holds an item is left where the reply passes over it`()
    async throws
  {
    let window = NumberedChat.window(6)
    let (report, memory) = try await Self.collect(
      Self.reply(ReplayModel.items(window, upTo: 2))
    ) { _ in [2, 4] }
    #expect(memory.found == ["1", "2"] && memory.digests == [1, 2, 4, 5, 6] && report.left == 1)
    // A message that was alone in its request has already had its chance.
    let (alone, own) = try await Self.collect(Self.reply("[]"), NumberedChat.window(1)) { _ in
      [2]
    }
    #expect(alone.left == 0 && own.digests == [1])
  }

  @Test(arguments: [
    (WindowFailure.Reach.window, 1), (.tooLong, 1), (.refused, 1), (.endpoint, 0), (.busy, 0),
  ])
  func `an error fails the window, and counts against it only if caused by it`(
    reach: WindowFailure.Reach, own: Int
  ) async throws {
    let (report, memory) = try await Self.collect(
      .failure(WindowFailure("why", reach: reach, usage: Usage(requests: 1))))
    #expect(report.failures.count == 1 && report.usage.requests == 1 && memory.digests == [])
    #expect(memory.failed.withLock { $0.count } == own)
  }

  @Test func `a single message that a filter refuses is noted as refused by the batch's model`()
    async throws
  {
    let (report, memory) = try await Self.collect(
      .failure(WindowFailure("no", reach: .refused)), NumberedChat.window(1))
    #expect(report.refusals == 1 && report.failures.count == 1 && memory.digests == [])
    #expect(memory.failed.withLock { $0.map(\.refusedBy) } == ["m"])
  }

  /// A window with one part of a long message.
  static func part(_ number: Int, of count: Int) -> Window {
    Window(
      conversation: Conversation(id: "c", title: nil, platform: "json"), number: number,
      lines: [
        Window.Line(
          Message(id: "1", sender: "Ann", timestamp: nil, text: "part \(number)", digest: 9),
          isNew: true, part: .init(number: number, count: count))
      ], participants: [])
  }

  @Test(arguments: [nil, 1, 2])
  func `a long message counts as read only when all of its parts were`(missing: Int?) async throws {
    let memory = Memory()
    var collection = ReplyCollection(memory: memory)
    for number in 1...3 {
      let window = Self.part(number, of: 3)
      if number == missing {
        collection.pass(window)
      } else {
        try await collection.take(
          Self.reply(ReplayModel.items(window)), to: window, People(), Self.settings())
      }
    }
    _ = try await collection.finish(run: 7)
    #expect(memory.digests == (missing == nil ? [9] : []))
    #expect(memory.found.count == (missing == nil ? 3 : 2))
  }
}
