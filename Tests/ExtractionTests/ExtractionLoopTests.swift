import ActionItems
import Testing
import Windowing

@testable import Extraction

@Suite struct ExtractionLoopTests {
  /// Runs conversations through a loop; returns the highest number of window orders kept at once, and the remaining
  /// ones.
  static func orders(
    _ conversations: [(id: String, messages: [Message])], memory: TransientMemory
  ) async throws -> (most: Int, left: Int) {
    let pipeline = ExtractionPipeline(
      settings: .init(run: 1, concurrency: 2),
      model: ScriptedModel { ScriptedModel.itemPerMessage($0) }, memory: memory,
      grounder: GroundingFixture.grounder())
    return try await withThrowingTaskGroup(of: ExtractionLoop.Step.self) { group in
      var loop = ExtractionLoop(pipeline, PipelineRun.feed(conversations))
      var most = 0
      loop.start(&group)
      while !loop.isDone, let step = try await group.next() {
        try await loop.take(step, &group)
        most = max(most, loop.orders.count)
      }
      group.cancelAll()
      return (most, loop.orders.count)
    }
  }

  @Test func `nothing is kept of conversations without windows, or whose windows have ended`()
    async throws
  {
    let memory = PipelineRun.memory()
    let conversations = NumberedChat.conversations(60)
    let first = try await Self.orders(conversations, memory: memory)
    #expect(first.left == 0)
    // The next night none of them has anything new.
    let second = try await Self.orders(conversations, memory: memory)
    #expect(second.most <= 1 && second.left == 0, "\(second)")
  }
}
