import ActionItems
import ItemRecords
import LanguageModel
import Synchronization
import TestSupport
import Testing
import Windowing

@testable import Extraction

/// Windows whose prompt an endpoint reads only in part, while it counts the tokens that it read.
@Suite struct CutPromptTests {
  /// The count of an endpoint that has room for fourteen messages after the rules.
  private static func fourteenMessages(of window: Window) -> PromptCount {
    let least = 1000 + window.lines.count * 40
    return PromptCount(counted: min(least, 1560), least: least, leastOfRules: 1000)
  }

  /// The count of an endpoint that cannot read one certain message.
  private static func all(of window: Window, but id: String) -> PromptCount {
    window.newMessages.contains { $0.id == id }
      ? PromptCount(counted: 1150, least: 2000, leastOfRules: 1000)
      : PromptCount(counted: 1200, least: 1190, leastOfRules: 1000)
  }

  @Test func `an endpoint that reads only part of a prompt gets smaller windows`() async throws {
    let memory = PipelineRun.memory()
    let model = ReplayModel { window, _ in
      WindowReply(text: ReplayModel.items(window), prompt: Self.fourteenMessages(of: window))
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(30, messages: 20), model: model, memory: memory, tokens: 400)
    #expect(report.failures.isEmpty && report.created.count == 600, "\(report.failures.count)")
    let tokens = try #require(report.windowTokens)
    #expect((100..<1000).contains(tokens) && report.windowsEnded == report.windows)
    // Windows cut to that size from the start are read at once.
    let again = try await PipelineRun.run(
      NumberedChat.conversations(30, messages: 20), model: model, memory: PipelineRun.memory(),
      tokens: tokens)
    #expect(again.windowTokens == nil && again.created.count == 600)
  }

  @Test func `a message that is longer than what the endpoint reads fails alone`() async throws {
    let memory = PipelineRun.memory()
    let model = ReplayModel { window, _ in
      WindowReply(text: ReplayModel.items(window), prompt: Self.all(of: window, but: "1003"))
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(3), model: model, memory: memory, tokens: 2000)
    #expect(report.failures.count == 1 && report.stopped == nil)
    #expect(report.failures.first?.why.contains("its context is too small") == true)
    // One long message says nothing about the size of other windows.
    #expect(report.windowTokens == nil)
    let good = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let again = try await PipelineRun.run(
      NumberedChat.conversations(3), model: good, memory: memory)
    #expect(again.newMessages == 1)
  }

  @Test func `a window that was first read in part has not failed`() async throws {
    let memory = NotingMemory()
    let model = ReplayModel { window, _ in
      let count = Self.fourteenMessages(of: window)
      // An endpoint leaves out the start of the prompt.
      return WindowReply(text: count.isShort ? "[]" : ReplayModel.items(window), prompt: count)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(3, messages: 20), model: model, memory: memory, tokens: 2000
    ) {
      $0.omissionRetry = OmissionRetry(silentWindows: nil) { window in
        window.lines.indices.filter { window.lines[$0].isNew }
      }
    }
    #expect(report.failures.isEmpty && memory.failed.isEmpty && report.created.count == 60)
  }

  /// The first window waits for two others before it is read again; both reach the limit.
  @Test(.timeLimit(.minutes(10)))
  func `what is behind a window that was to be read again is kept when the run ends`() async throws
  {
    // The trial's messages are numbered from 1.
    let conversations = NumberedChat.conversations(2, messages: 600).suffix(1).map { $0 }
    let memory = PipelineRun.memory()
    let behind = Atomic(0)
    let allUnderWay = Occasion()
    let isDiscarded = Occasion()
    let answered = Mutex<Set<String>>([])
    let model = ReplayModel { window, _ throws(ModelFailure) in
      let count = Self.all(of: window, but: "1001")
      if window.conversation.id == "trial" {
        await allUnderWay.wait()
      } else if !count.isShort {
        let number = behind.add(1, ordering: .relaxed).newValue
        if number == 3 { allUnderWay.come() }
        if number > 1 {
          await isDiscarded.wait()
          throw ModelFailure(.limit, "the limit of requests is reached")
        }
        answered.withLock { $0.formUnion(window.newMessages.map(\.id)) }
      }
      return WindowReply(text: ReplayModel.items(window), prompt: count)
    } onDiscard: { window in
      if window.newMessages.contains(where: { $0.id == "1001" }) { isDiscarded.come() }
    }
    let report = try await PipelineRun.run(
      conversations, model: model, memory: memory, concurrency: 2)
    #expect(report.stopped != nil && report.windowsEnded < report.windows)
    let kept = await memory.current.map(\.messageId)
    #expect(!kept.isEmpty && Set(kept) == answered.withLock { $0 })
    let good = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let again = try await PipelineRun.run(
      conversations, model: good, memory: memory)
    #expect(again.newMessages == 600 - kept.count && again.failures.isEmpty)
  }
}
