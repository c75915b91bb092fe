import ActionItems
import CivilTime
import Extraction
import ItemRecords
import LanguageModel
import Testing
import Windowing

/// How a run treats windows in which nothing looks like an item.
@Suite struct TriageTests {
  /// Sees a sign in texts with `do`; each request would have ten tokens.
  static let prefilter = WindowPrefilter(
    mayContainItem: { window in window.newMessages.contains { $0.text.contains("do") } },
    promptTokens: { _ in 10 })

  /// One conversation for each text, with one message.
  static func chats(_ texts: [String]) -> [(id: String, messages: [Message])] {
    texts.enumerated().map { ("c\($0)", [NumberedChat.message(1000 * ($0 + 1), $1)]) }
  }

  static func run(
    _ chats: [(id: String, messages: [Message])], _ model: any WindowModel,
    _ memory: TransientMemory, triage: Bool = true, concurrency: Int = 4, failureLimit: Int = 10,
    _ set: (inout ExtractionPipeline.Settings) -> Void = { _ in }
  ) async throws -> ExtractionReport {
    try await PipelineRun.run(
      chats, model: model, memory: memory, concurrency: concurrency, failureLimit: failureLimit
    ) {
      if triage { $0.prefilter = prefilter }
      set(&$0)
    }
  }

  static func readLevel(_ id: String, _ digest: UInt64, _ memory: TransientMemory) async
    -> ReadLevel?
  {
    await memory.recall([id])[0].marks.readLevel(of: digest)
  }

  @Test func `a window without a sign is not asked about, and its messages are marked as skipped`()
    async throws
  {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let chats = Self.chats(["do it", "hello", "do that", "how are you"])
    let report = try await Self.run(chats, model, memory)
    #expect(model.newMessages == 2 && report.created.count == 2)
    #expect(report.windowsSkipped == 2 && report.messagesSkipped == 2)
    #expect(report.tokensSkipped == 20 && report.windows == 4 && report.windowsEnded == 4)
    #expect(report.newMessages == 4 && report.failures.isEmpty && report.stopped == nil)
    #expect(await Self.readLevel("c0", 1000, memory) == .endpoint)
    #expect(await Self.readLevel("c1", 2000, memory) == .skipped)
  }

  @Test func `what was skipped is left by a run that skips, and read by one that does not`()
    async throws
  {
    let memory = PipelineRun.memory()
    let model = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let chats = Self.chats(["do it", "hello"])
    _ = try await Self.run(chats, model, memory)
    let again = try await Self.run(chats, model, memory)
    #expect(again.newMessages == 0 && again.windows == 0 && model.newMessages == 1)
    let offline = ScriptedModel(readLevel: .offline) { ScriptedModel.itemPerMessage($0) }
    let rules = try await Self.run(chats, offline, memory, triage: false)
    #expect(rules.newMessages == 0 && offline.newMessages == 0)
    let whole = try await Self.run(chats, model, memory, triage: false)
    #expect(whole.newMessages == 1 && whole.windowsSkipped == 0 && model.newMessages == 2)
    #expect(await Self.readLevel("c1", 2000, memory) == .endpoint)
    #expect(try await Self.run(chats, model, memory).newMessages == 0)
  }

  @Test func `what the offline model read is looked at again, and its items stay`() async throws {
    let memory = PipelineRun.memory()
    let chats = Self.chats(["do it", "hello"])
    let offline = ScriptedModel(readLevel: .offline) { ScriptedModel.itemPerMessage($0) }
    let found = try await Self.run(chats, offline, memory, triage: false)
    #expect(found.created.count == 2)
    let silent = ScriptedModel { _ in "[]" }
    // A full second reading looks up no open items, so only the sign counts.
    let report = try await Self.run(chats, silent, memory) { $0.again = true }
    #expect(silent.newMessages == 1 && report.windowsSkipped == 1)
    // The endpoint withdraws the item of the window it was asked about; the other window was not asked about.
    #expect(report.withdrawn.count == 1 && report.updated.isEmpty)
    #expect(await memory.current.map(\.messageId) == ["2000"])
    #expect(await Self.readLevel("c1", 2000, memory) == .skipped)
  }

  /// A message of a sender at a minute.
  static func said(_ minute: Int, _ sender: String, _ text: String, edited: Bool = false)
    -> Message
  {
    Message(
      id: "\(minute)", sender: sender, timestamp: Timestamp(seconds: minute * 60), text: text,
      digest: UInt64(minute) + (edited ? 500 : 0), isEdited: edited)
  }

  @Test(arguments: [
    ("done", said(9, "Ann", "Done, sent it"), true),
    ("ticked off", said(9, "Ann", "✅"), true),
    ("put off", said(9, "Ann", "moved to next week"), true),
    ("whoever asked says so", said(9, "Ben", "got the report, thanks"), true),
    ("what it is about", said(9, "Ann", "the report is on the drive"), true),
    ("all that it is about", said(9, "Eve", "Zoe has the report"), true),
    ("somebody else's", said(9, "Eve", "paid for lunch"), false),
    ("one word of somebody else", said(9, "Eve", "what a report"), false),
    ("nothing of it", said(9, "Ann", "good morning"), false),
    ("before it was stated", said(1, "Ann", "sent it"), false),
    ("edited", said(5, "Ben", "Ann, forget about the rest", edited: true), true),
  ])
  func `a message that may refer to an open item is asked about without a sign`(
    name: String, message: Message, isAsked: Bool
  ) async throws {
    let memory = PipelineRun.memory()
    let request = Self.said(5, "Ben", "Ann, can you do the report for Zoe")
    let model = ReplayModel { window, _ in
      WindowReply(
        text: window.newMessages.contains { $0.digest == 5 }
          ? #"[{"task":"Send Zoe the report","assignee":"Ann","messageId":"m1","quote":"can you do the report"}]"#
          : "[]")
    }
    let first = try await Self.run([("c", [request, Self.said(6, "Ann", "do")])], model, memory)
    #expect(first.created.count == 1)
    let report = try await Self.run([("c", [message])], model, memory)
    #expect(report.newMessages == 1 && report.windowsSkipped == (isAsked ? 0 : 1), "\(name)")
    #expect(model.asked.count == (isAsked ? 2 : 1))
  }

  @Test func `a long message is asked about in all of its parts`() async throws {
    let memory = PipelineRun.memory()
    let text = (1...40).map { "Sentence number \($0) of the minutes." }.joined(separator: " ")
    let model = ScriptedModel { _ in "[]" }
    let report = try await Self.run([("c", [NumberedChat.message(1, text)])], model, memory)
    #expect(report.windows > 3 && report.windowsSkipped == 0 && model.newMessages == report.windows)
    #expect(await Self.readLevel("c", 1, memory) == .endpoint)
  }

  // MARK: - Windows that prove nothing about the endpoint

  @Test(arguments: [
    ("[]", "the model found nothing in"),
    (#"[{"task":"Do it","messageId":"m1"}]"#, "items of the model in"),
  ])
  func `an endpoint that is silent on all that it is asked, or proves nothing, is found out`(
    reply: String, sentence: String
  ) async throws {
    let memory = PipelineRun.memory()
    let chats = Self.chats((0..<120).map { $0 % 3 == 0 ? "do \($0)" : "hello \($0)" })
    let silent = ScriptedModel { _ in reply }
    let report = try await Self.run(chats, silent, memory) {
      $0.omissionRetry = OmissionRetry(silentWindows: 10) { _ in [] }
    }
    guard case .endpoint(let why)? = report.stopped else {
      Issue.record("the run went on")
      return
    }
    #expect(why.contains(sentence), "\(why)")
    #expect((report.rejected > 0) == (reply != "[]"))
    // Silence marks nothing; skipped messages stay skipped.
    #expect(await Self.readLevel("c0", 1000, memory) == nil)
    #expect(await Self.readLevel("c1", 2000, memory) == .skipped)
  }

  @Test func `skipped windows do not stand for an endpoint that answers`() async throws {
    let memory = PipelineRun.memory()
    let chats = Self.chats((0..<60).map { $0 % 2 == 0 ? "do \($0)" : "hello \($0)" })
    let down = ScriptedModel { _ throws(ModelFailure) in
      throw ModelFailure(.endpoint, "down")
    }
    let report = try await Self.run(chats, down, memory, concurrency: 1, failureLimit: 3)
    guard case .endpoint(let why)? = report.stopped else {
      Issue.record("the run went on")
      return
    }
    #expect(why.contains("3 windows failed in a row: down"))
    #expect(report.windowsSkipped > 1)
    #expect(report.endpointFailures == report.windowsEnded - report.windowsSkipped)
  }

  @Test func `a run goes on where thousands are skipped behind a window that is held`()
    async throws
  {
    let memory = PipelineRun.memory()
    let messages =
      [NumberedChat.message(1, "do")] + (2...17_000).map { NumberedChat.message($0, "hello") }
    let silent = ScriptedModel { _ in "[]" }
    let report = try await Self.run([("c", messages)], silent, memory) {
      $0.windows.tokens = 40
      $0.windows.contextBefore = 0
      $0.omissionRetry = OmissionRetry(silentWindows: 10) { _ in [] }
    }
    #expect(report.windowsSkipped > 4096 && report.windowsEnded == report.windows)
    #expect(report.newMessages == 17_000 && report.stopped == nil)
    #expect(await Self.readLevel("c", 1, memory) == .endpoint)
  }
}
