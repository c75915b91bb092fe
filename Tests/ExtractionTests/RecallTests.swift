import ActionItemModel
import CivilTime
import Dispatch
import Extraction
import Synchronization
import Testing
import Windowing

@Suite struct RecallTests {
  /// A memory that notes what is looked up together.
  final class NotingMemory: ExtractionMemory {
    private let memory = TransientMemory(now: { .epoch })
    private let noted = Mutex<[[String]]>([])
    /// Of so many conversations it tells in one go.
    private let most: Int

    init(most: Int = .max) {
      self.most = most
    }

    var lookUps: [[String]] { noted.withLock { $0 } }

    func recall(_ ids: [String]) async throws -> [Recollection] {
      noted.withLock { $0.append(ids) }
      return await memory.recall(Array(ids.prefix(most)))
    }

    func conversation(holding digests: [UInt64], platform: String) async throws -> String? { nil }

    func openItems(forConversation id: String) async throws -> [ActionItem] {
      await memory.openItems(forConversation: id)
    }

    /// How many outcomes came together.
    let committed = Mutex<[Int]>([])

    func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
      committed.withLock { $0.append(outcomes.count) }
      return await memory.commit(outcomes)
    }

    func note(_ failures: [FailedWindow], run: Int) async throws {
      failed.withLock { $0 += failures }
    }

    let failed = Mutex<[FailedWindow]>([])
  }

  /// Reads conversations that have all come before the first is looked at.
  static func run(
    _ conversations: [(id: String, messages: [Message])], _ memory: NotingMemory,
    _ model: ReplayModel, hasMadeIds: Bool = false,
    _ set: (inout ExtractionPipeline.Settings) -> Void = { _ in }
  ) async throws -> ExtractionReport {
    let feed = MessageFeed(capacity: .max)
    for (id, messages) in conversations {
      var conversation = Conversation(id: id, title: id, platform: "json")
      conversation.hasMadeId = hasMadeIds
      try feed.push(
        .conversation(conversation, opening: hasMadeIds ? messages.map(\.digest) : []))
      try feed.push(.messages(messages))
      try feed.push(.end)
    }
    feed.finish()
    var settings = ExtractionPipeline.Settings(
      run: 1, concurrency: 4, windows: WindowBuilder.Settings(tokens: 60, contextBefore: 2))
    set(&settings)
    let pipeline = ExtractionPipeline(
      settings: settings, model: model, memory: memory,
      grounder: ExtractionPipelineTests.grounder)
    return try await pipeline.run(feed)
  }

  static var silent: ReplayModel { ReplayModel { _, _ in WindowReply(text: "[]") } }

  @Test(arguments: [
    ("all at once", Int.max, false, 1), ("a few at a time", 7, false, 6),
    ("with made ids", Int.max, true, 1), ("with made ids, a few at a time", 7, true, 6),
  ])
  func `what is known of conversations is looked up together`(
    name: String, most: Int, hasMadeIds: Bool, lookUps: Int
  ) async throws {
    let memory = NotingMemory(most: most)
    let chats = ExtractionPipelineTests.conversations(40, messages: 3)
    let report = try await Self.run(chats, memory, Self.silent, hasMadeIds: hasMadeIds)
    #expect(report.newMessages == 120 && report.conversations == 40)
    #expect(memory.lookUps.count == lookUps, "\(name)")
    #expect(memory.lookUps.first == chats.map(\.id))
    let again = try await Self.run(chats, memory, Self.silent, hasMadeIds: hasMadeIds)
    #expect(again.newMessages == 0 && again.messages == 120)
  }

  @Test func `a conversation that goes on after others is looked up anew`() async throws {
    let memory = NotingMemory()
    let model = Self.silent
    let begun = ExtractionPipelineTests.conversations(3, messages: 3)
    // The whole of the first comes once more, with a message behind it.
    let first = ("c0", begun[0].messages + [ExtractionPipelineTests.message(9)])
    let report = try await Self.run(begun + [first] + begun, memory, model)
    #expect(report.newMessages == 10 && report.messages == 22)
    let asked = model.asked.joined()
    #expect(asked.count == 10 && Set(asked).count == 10)
  }

  @Test(arguments: [1, 4])
  func `a message that stands in several exports fails once in a run`(concurrency: Int) async throws
  {
    let memory = NotingMemory()
    let model = ReplayModel { window, _ throws(WindowFailure) in
      if window.conversation.id == "c0" { throw WindowFailure("out of order", reach: .endpoint) }
      return WindowReply(text: "[]")
    }
    let chats = ExtractionPipelineTests.conversations(4, messages: 3)
    // Three weeks, each with the same conversation, between others that are answered.
    _ = try await Self.run(
      [chats[1], chats[0], chats[2], chats[0], chats[3], chats[0], chats[1]]
        + ExtractionPipelineTests.conversations(8, messages: 3).suffix(4), memory, model
    ) { $0.concurrency = concurrency }
    let failed = memory.failed.withLock { $0 }
    #expect(failed.map(\.conversationId) == ["c0"] && failed.first?.digests.count == 3)
  }

  @Test func `a message that stands twice in an export parts nothing`() async throws {
    let model = Self.silent
    let chat = ExtractionPipelineTests.conversations(1, messages: 4)[0]
    let twice = (chat.id, chat.messages.flatMap { [$0, $0] })
    let report = try await Self.run([twice], NotingMemory(), model) { $0.windows.tokens = 4000 }
    #expect(report.windows == 1 && report.newMessages == 4 && report.messages == 8)
    #expect(model.asked == [chat.messages.map(\.id)])
  }

  @Test func `the tasks of a run go where they are sent`() async throws {
    let executor = QueueExecutor()
    let isThere = Mutex<[Bool]>([])
    let model = ReplayModel { _, _ in
      isThere.withLock { $0.append(executor.isCurrent) }
      return WindowReply(text: "[]")
    }
    let chats = ExtractionPipelineTests.conversations(5)
    _ = try await Self.run(chats, NotingMemory(), model) { $0.executor = executor }
    #expect(isThere.withLock { !$0.isEmpty && $0.allSatisfy { $0 } })
    isThere.withLock { $0 = [] }
    _ = try await Self.run(chats, NotingMemory(), model)
    #expect(isThere.withLock { !$0.isEmpty && !$0.contains(true) })
  }

  @Test func `what receives replies is not held up by one that holds something`() async throws {
    let executor = QueueExecutor()
    let isThere = Mutex<[Bool]>([])
    let model = ReplayModel { window, mistake in
      isThere.withLock { $0.append(executor.isCurrent) }
      return WindowReply(text: ReplayModel.items(window))
    }
    let report = try await Self.run(
      ExtractionPipelineTests.conversations(3), NotingMemory(), model
    ) {
      $0.executor = executor
      $0.secondLook = SecondLook(silentWindows: nil) { _ in
        isThere.withLock { $0.append(executor.isCurrent) }
        return []
      }
    }
    #expect(report.created.count == 21)
    // Asked there, and held against the chat elsewhere.
    #expect(isThere.withLock { $0.contains(true) && $0.contains(false) })
  }

  /// Runs tasks on a queue that can be told from others.
  private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks")
    private static let key = DispatchSpecificKey<Bool>()

    init() {
      queue.setSpecific(key: Self.key, value: true)
    }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) ?? false }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}
