import ActionItems
import Extraction
import ItemRecords
import LanguageModel
import Synchronization
import Testing
import Windowing

/// The end of a run that is cancelled.
@Suite(.timeLimit(.minutes(10))) struct EndingTests {
  @Test func `a run that is cancelled keeps bit by bit what waited for one window`() async throws {
    let memory = NotingMemory()
    let answered = Mutex(0)
    let model = ReplayModel { window, _ throws(ModelFailure) in
      if window.number == 0 {
        while !Task.isCancelled { await Task.yield() }
        throw ModelFailure(.cancelled, "interrupted")
      }
      answered.withLock { $0 += 1 }
      return WindowReply(text: ReplayModel.items(window))
    }
    let chats = NumberedChat.conversations(1, messages: 300)
    let run = Task {
      try await PipelineRun.atOnce(chats, memory, model) { $0.windows.tokens = 60 }
    }
    while answered.withLock({ $0 }) < 60 { await Task.yield() }
    run.cancel()
    let report = try await run.value
    let sizes = memory.committed
    #expect(sizes.reduce(0, +) >= 60 && sizes.allSatisfy { $0 <= 16 }, "\(sizes)")
    #expect(report.created.count >= 60)
  }
}
