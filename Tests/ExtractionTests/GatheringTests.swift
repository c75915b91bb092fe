import ActionItems
import Extraction
import ItemRecords
import Synchronization
import Testing
import Windowing

/// Outcomes that wait briefly to be committed together. Also: the look-ups of a conversation's items.
@Suite struct GatheringTests {
  /// A memory that counts its commits and claims to hold items or not.
  private final class CountingMemory: ExtractionMemory {
    let memory: TransientMemory
    let commits = Mutex<[Int]>([])
    let lookUps = Atomic(0)
    let hasItems: Bool
    /// Called with the number of outcomes so far.
    let onCommit: @Sendable (Int) -> Void

    init(
      _ memory: TransientMemory, hasItems: Bool = true,
      onCommit: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
      self.memory = memory
      self.hasItems = hasItems
      self.onCommit = onCommit
    }

    func recall(_ ids: [String]) async throws -> [ConversationState] {
      var found = await memory.recall(ids)
      for place in found.indices { found[place].hasItems = hasItems }
      return found
    }

    func conversation(holding digests: [UInt64], platform: String) async throws -> String? { nil }

    func openItems(forConversation id: String) async throws -> [ActionItem] {
      lookUps.add(1, ordering: .relaxed)
      return await memory.openItems(forConversation: id)
    }

    func commit(_ outcomes: [WindowOutcome]) async throws -> [[ItemChange]] {
      onCommit(
        commits.withLock {
          $0.append(outcomes.count)
          return $0.reduce(0, +)
        })
      return await memory.commit(outcomes)
    }

    func settle(run: Int) async throws -> [ItemChange] { [] }

    func note(_ failures: [FailedWindow], run: Int) async throws {}
  }

  /// Only the end of the run ends the wait; the last request is answered after all others.
  @Test(.timeLimit(.minutes(10)))
  func `outcomes that arrive during requests are committed together`() async throws {
    let memory = CountingMemory(PipelineRun.memory())
    let answered = Atomic(0)
    let asked = Atomic(0)
    let allAreAsked = Occasion()
    let othersAreAnswered = Occasion()
    let model = ScriptedModel { window in
      if asked.add(1, ordering: .relaxed).newValue == 4 { allAreAsked.come() }
      await allAreAsked.wait()
      if window.conversation.id == "c3" { await othersAreAnswered.wait() }
      if answered.add(1, ordering: .relaxed).newValue == 3 { othersAreAnswered.come() }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(4), model: model, memory: memory, tokens: 2000
    ) {
      $0.gathering = { await Occasion().wait() }
    }
    #expect(report.created.count == 28 && memory.commits.withLock { $0 } == [4])
  }

  /// The last request is answered when the others' outcomes are committed.
  @Test(.timeLimit(.minutes(10)))
  func `outcomes that waited long enough are committed during a request`() async throws {
    let othersAreKept = Occasion()
    let memory = CountingMemory(PipelineRun.memory()) { if $0 == 3 { othersAreKept.come() } }
    let model = ScriptedModel { window in
      if window.conversation.id == "c3" { await othersAreKept.wait() }
      return ScriptedModel.itemPerMessage(window)
    }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(4), model: model, memory: memory, tokens: 2000
    ) {
      $0.gathering = {}
    }
    #expect(report.created.count == 28 && memory.commits.withLock { $0.last } == 1)
  }

  /// With one request at a time, nothing is under way when an outcome is ready.
  @Test(.timeLimit(.minutes(10)))
  func `what is ready waits a little also where nothing is under way and more may come`()
    async throws
  {
    let memory = CountingMemory(PipelineRun.memory())
    let model = ScriptedModel { ScriptedModel.itemPerMessage($0) }
    let waits = Atomic(0)
    let report = try await PipelineRun.run(
      NumberedChat.conversations(4), model: model, memory: memory, concurrency: 1, tokens: 2000
    ) {
      $0.gathering = {
        waits.add(1, ordering: .relaxed)
        await Occasion().wait()
      }
    }
    #expect(report.created.count == 28 && waits.load(ordering: .relaxed) == 1)
    #expect(memory.commits.withLock { $0 } == [4])
  }

  @Test(arguments: [("the conversation has items", true), ("it has none", false)])
  func `items are looked up only for conversations that have some`(name: String, hasItems: Bool)
    async throws
  {
    let memory = CountingMemory(PipelineRun.memory(), hasItems: hasItems)
    let model = ReplayModel { window, _ in WindowReply(text: ReplayModel.items(window)) }
    let report = try await PipelineRun.run(
      NumberedChat.conversations(3), model: model, memory: memory)
    #expect(report.created.count == 21, "\(name)")
    #expect(memory.lookUps.load(ordering: .relaxed) == (hasItems ? 3 : 0), "\(name)")
  }
}
