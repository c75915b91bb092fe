import ActionItems
import LanguageModel
import Synchronization
import Testing
import Windowing

@testable import Extraction
@testable import ItemRecords

/// Runs whose answers came beforehand: nothing can be asked beyond them.
@Suite struct AnsweredRunTests {
  /// A model whose answers came beforehand.
  struct Answered: WindowModel {
    let name = "m"
    var readLevel: ReadLevel { .endpoint }
    var isAskedOnce: Bool { true }
    let answer: @Sendable (Window) throws(ModelFailure) -> WindowReply

    func reply(to window: Window) async throws(ModelFailure) -> WindowReply {
      try answer(window)
    }
  }

  /// Remembers what is committed, and knows the windows of a batch.
  final class Memory: ExtractionMemory {
    let outcomes = Mutex<[WindowOutcome]>([])
    let failed = Mutex<[FailedWindow]>([])
    let marks: ReadMarkers
    let windows: [BatchWindow]?

    init(_ windows: [BatchWindow]? = nil, read: [UInt64] = []) {
      (self.windows, marks) = (windows, ReadMarkers([.endpoint: read]))
    }

    func conversation(holding digests: [UInt64], platform: String) async throws -> String? { nil }
    func openItems(forConversation id: String) async throws -> [ActionItem] { [] }
    func recall(_ ids: [String]) async throws -> [ConversationState] {
      ids.map { _ in
        var known = ConversationState(marks: marks, hasItems: false)
        known.batch = windows.map { ($0, []) }
        return known
      }
    }
    func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
      self.outcomes.withLock { $0 += outcomes }
      return outcomes.map { _ in [] }
    }
    func settle(run: Int) async throws -> [ItemChange] { [] }

    func note(_ failures: [FailedWindow], run: Int) async throws {
      failed.withLock { $0 += failures }
    }

    var digests: [UInt64] { outcomes.withLock { $0.flatMap(\.digests).sorted() } }
    var found: [String] {
      outcomes.withLock { $0.flatMap { $0.reading.findings.map(\.messageId) } }
    }
  }

  /// Reads windows of six messages, as many chats as are said.
  static func run(
    _ memory: Memory = Memory(), chats: [ClosedRange<Int>] = [1...6], tokens: Int = 1000,
    silentWindows: Int? = 20, certain: [Int] = [],
    _ answer: @escaping @Sendable (Window) throws(ModelFailure) -> WindowReply
  ) async throws -> (report: ExtractionReport, memory: Memory) {
    let chats = chats.enumerated().map { number, range in
      (id: "c\(number)", messages: range.map { NumberedChat.message($0) })
    }
    let report = try await PipelineRun.run(
      chats, model: Answered(answer: answer), memory: memory, failureLimit: 1 << 30, tokens: tokens
    ) {
      $0.windows.contextBefore = 0
      $0.omissionRetry = OmissionRetry(silentWindows: silentWindows) { _ in certain }
    }
    return (report, memory)
  }

  static func reply(_ text: String, isCut: Bool = false) -> WindowReply {
    WindowReply(text: text, usage: ModelUsage(requests: 1), isCut: isCut)
  }

  // MARK: - What answers leave open

  @Test func `a whole reply is kept as a run keeps it`() async throws {
    let (report, memory) = try await Self.run { window throws(ModelFailure) in
      Self.reply(ReplayModel.items(window))
    }
    #expect(memory.found == NumberedChat.ids(1...6) && memory.digests == [1, 2, 3, 4, 5, 6])
    #expect(report.leftToNextRun == 0 && report.failures.isEmpty && report.usage.requests == 1)
    #expect(report.newMessages == 6 && report.windows == 1)
  }

  @Test func `what is behind a cut is kept and left`() async throws {
    let (report, memory) = try await Self.run { window throws(ModelFailure) in
      Self.reply(String(ReplayModel.items(window, upTo: 4).dropLast(2)), isCut: true)
    }
    #expect(memory.found == NumberedChat.ids(1...4) && memory.digests == [1, 2, 3])
    #expect(report.leftToNextRun == 3 && report.failures.isEmpty)
    // If nobody ever asks in another way, it is set aside some day.
    #expect(memory.failed.withLock { $0.map(\.digests) } == [[4, 5, 6]])
  }

  @Test func `items out of order before a cut are kept, and all is left`() async throws {
    let cut =
      #"{"items":[{"task":"Handle message 3","messageId":"m3","quote":"message 3"},{"task":"Handle message 1","messageId":"m1","quote":"message 1"},{"task"#
    let (report, memory) = try await Self.run { _ throws(ModelFailure) in
      Self.reply(cut, isCut: true)
    }
    #expect(Set(memory.found) == ["1", "3"] && memory.digests == [] && report.leftToNextRun == 6)
  }

  @Test(arguments: ["Sure!", ""])
  func `what cannot be read is left`(text: String) async throws {
    let (report, memory) = try await Self.run { _ throws(ModelFailure) in Self.reply(text) }
    #expect(memory.found == [] && memory.digests == [] && report.leftToNextRun == 6)
    #expect(report.failures.isEmpty && report.stopped == nil)
  }

  @Test
  func `a message that all but certainly holds an item is left where the reply passes over it`()
    async throws
  {
    let (report, memory) = try await Self.run(certain: [0, 2]) { window throws(ModelFailure) in
      Self.reply(ReplayModel.items(window, upTo: 2))
    }
    #expect(
      memory.found == ["1", "2"] && memory.digests == [1, 2, 4, 5, 6] && report.leftToNextRun == 1)
    // One that was alone in its question has had it.
    let (alone, own) = try await Self.run(chats: [1...1], certain: [0]) {
      _ throws(ModelFailure) in Self.reply("[]")
    }
    #expect(alone.leftToNextRun == 0 && own.digests == [1])
  }

  @Test(arguments: [
    (FailureScope.window, 1), (.tooLong, 1), (.refused, 1), (.endpoint, 0), (.busy, 0),
  ])
  func `an error fails the window, and counts against it where it is its own`(
    scope: FailureScope, own: Int
  ) async throws {
    let (report, memory) = try await Self.run { _ throws(ModelFailure) in
      throw ModelFailure(scope, "why", ModelUsage(requests: 1))
    }
    #expect(report.failures.count == 1 && report.usage.requests == 1 && memory.digests == [])
    #expect(memory.failed.withLock { $0.count } == own && report.stopped == nil)
  }

  @Test func `many errors end no run`() async throws {
    let chats = (0..<60).map { $0 * 10 + 1...$0 * 10 + 3 }
    let (report, memory) = try await Self.run(chats: chats) { window throws(ModelFailure) in
      if window.conversation.id != "c59" { throw ModelFailure(.endpoint, "no") }
      return Self.reply(ReplayModel.items(window))
    }
    #expect(report.failures.count == 59 && report.stopped == nil && memory.digests.count == 3)
    #expect(report.endpointFailures == 0 && memory.failed.withLock { $0.isEmpty })
  }

  @Test(arguments: [nil, 1, 2])
  func `a long message counts as read only when all of its parts were`(missing: Int?) async throws {
    let text = (1...60).map { "word\($0)" }.joined(separator: " ")
    let memory = Memory()
    let answer: @Sendable (Window) throws(ModelFailure) -> WindowReply = {
      window throws(ModelFailure) in
      if window.lines.first(where: \.isNew)?.part?.number == missing {
        throw ModelFailure(.unasked, "no")
      }
      return Self.reply("[]")
    }
    let report = try await PipelineRun.run(
      [("c", [NumberedChat.message(9, text)])], model: Answered(answer: answer), memory: memory)
    #expect(report.windows > 2 && report.failures.isEmpty && report.leftToNextRun == 0)
    #expect(memory.digests == (missing == nil ? [9] : []))
  }

  // MARK: - Silence

  @Test(arguments: [(25, false), (3, false), (25, true)])
  func `silence about many windows is believed only where something is found`(
    count: Int, finds: Bool
  ) async throws {
    let chats = (1...count).map { $0 * 10...$0 * 10 }
    let (report, memory) = try await Self.run(chats: chats) { window throws(ModelFailure) in
      let isLast = window.conversation.id == "c\(count - 1)"
      return Self.reply(finds && isLast ? ReplayModel.items(window) : "[]")
    }
    let isBelieved = count < 20 || finds
    #expect(memory.digests.count == (isBelieved ? count : 0))
    #expect((report.stopped == nil) == isBelieved)
  }

  // MARK: - The windows of a batch

  /// Collects the answers to two questions: about messages 1 to 3, and about 4 to 6 with 3 as context.
  static func again(
    _ chats: [[Int]], _ windows: [BatchWindow] = AnsweredRunTests.batch, read: [UInt64] = [],
    tokens: Int = 1000
  ) async throws -> (windows: [[String]], report: ExtractionReport, memory: Memory) {
    let memory = Memory(windows, read: read)
    let seen = Mutex<[[String]]>([])
    let answer: @Sendable (Window) throws(ModelFailure) -> WindowReply = {
      window throws(ModelFailure) in
      seen.withLock { windows in
        windows.append(
          ["\(window.number)"]
            + window.lines.map { ($0.isNew ? "" : "-") + $0.message.text }
            + window.openItems.map(\.id))
      }
      return Self.reply(ReplayModel.items(window))
    }
    let report = try await PipelineRun.run(
      chats.map { ("c", $0.map { NumberedChat.message($0) }) }, model: Answered(answer: answer),
      memory: memory, concurrency: 1, tokens: tokens)
    return (seen.withLock { $0 }, report, memory)
  }

  static let batch = [
    BatchWindow(id: "a", place: 7, conversation: "c", lines: [.init(1), .init(2), .init(3)]),
    BatchWindow(
      id: "b", place: 9, conversation: "c",
      lines: [.init(3, isNew: false), .init(4), .init(5), .init(6)], openItems: ["gone"]),
  ]
  static let first = ["7", "message 1", "message 2", "message 3"]
  static let second = ["9", "-message 3", "message 4", "message 5", "message 6", "gone"]

  @Test(arguments: [[1, 2, 9, 3, 4, 5, 6, 7, 8], [8, 1, 2, 3, 1, 2, 3, 4, 5, 6]])
  func `the windows are those of the questions, whatever else is in the chat`(chat: [Int])
    async throws
  {
    let (windows, report, memory) = try await Self.again([chat], read: [8])
    #expect(windows == [Self.first, Self.second])
    #expect(report.newMessages == 6 && report.windows == 2)
    #expect(memory.digests == [1, 2, 3, 4, 5, 6])
  }

  @Test func `a window that was read or lacks a message is not asked about`() async throws {
    let late = try await Self.again([Array(1...6)], read: [1, 2, 3])
    #expect(late.windows == [Self.second] && late.report.newMessages == 3)
    let partly = try await Self.again([Array(1...6)], read: [1, 2])
    #expect(partly.windows == [Self.first, Self.second])
  }

  /// A chat when it is loaded again: its messages, the windows that are asked, and those that count as changed.
  struct Reload: Sendable {
    var name: String
    var chat: [Int]
    var windows: [[String]]
    var changed: Set<Int>

    init(_ name: String, _ chat: [Int], _ windows: [[String]], _ changed: Set<Int> = []) {
      (self.name, self.chat, self.windows, self.changed) = (name, chat, windows, changed)
    }
  }

  static let blank: [String] = ["9", "-"] + second[2...]
  static let reloads: [Reload] = [
    Reload("edited inside", [1, 3, 4, 5, 6], [second], [7]),
    Reload("edited behind context", [1, 2, 3, 5, 6], [first], [9]),
    Reload("both edited", [1, 3, 5, 6], [], [7, 9]),
    Reload("missing", [8], []),
    Reload("cut in a window", [1, 2], []),
    Reload("cut in a later window", [1, 2, 3, 4, 5], [first]),
    Reload("cut behind a window", [1, 2, 3], [first]),
    Reload("without its beginning", [2, 3, 4, 5, 6], [second]),
    Reload("with nothing but context", [3], []),
    Reload("without context", [4, 5, 6], [blank]),
  ]

  @Test(arguments: reloads)
  func `only windows with a gap in them count as changed`(_ reload: Reload) async throws {
    let found = try await Self.again([reload.chat])
    #expect(found.windows == reload.windows, "\(reload.name)")
    #expect(found.report.changedWindows == reload.changed, "\(reload.name)")
  }

  @Test func `a window does not join the parts of a chat in two exports`() async throws {
    let (windows, _, _) = try await Self.again([[1, 2, 3, 4], [3, 4, 5, 6]])
    #expect(windows == [Self.first, Self.second])
    let apart = try await Self.again([[1, 2], [3, 4, 5, 6]])
    #expect(apart.windows == [Self.second])
  }

  @Test func `the parts of a long message are cut as before`() async throws {
    let text = (1...60).map { "word\($0)" }.joined(separator: " ")
    let message = NumberedChat.message(9, text)
    let asked = Mutex<[Window]>([])
    let answer: @Sendable (Window) throws(ModelFailure) -> WindowReply = {
      window throws(ModelFailure) in
      asked.withLock { $0.append(window) }
      return Self.reply("[]")
    }
    func run(_ memory: Memory) async throws {
      _ = try await PipelineRun.run(
        [("c", [message])], model: Answered(answer: answer), memory: memory, concurrency: 1)
    }
    try await run(Memory())
    let windows = asked.withLock { windows in
      defer { windows = [] }
      return windows
    }
    #expect(windows.count > 2)
    let batch = windows.enumerated().map { number, window in
      BatchWindow(
        id: "w", place: number + 1, conversation: "c",
        lines: window.lines.map { line in
          .init(
            line.message.digest, isNew: line.isNew,
            part: line.part.map { .init(number: $0.number, count: $0.count) })
        })
    }
    let memory = Memory(batch)
    try await run(memory)
    let texts = windows.map { $0.lines.map(\.message.text) }
    #expect(asked.withLock { $0.map { $0.lines.map(\.message.text) } } == texts)
    #expect(memory.digests == [9])
  }
}
