import ActionItems
import CivilTime
import Extraction
import ItemRecords
import LanguageModel
import Testing
import Windowing

/// Look-ups of what is known of conversations, and messages that occur several times in the input.
@Suite struct RecallTests {
  static var silent: ReplayModel { ReplayModel { _, _ in WindowReply(text: "[]") } }

  @Test(arguments: [
    ("all at once", Int.max, false, 1), ("a few at a time", 7, false, 6),
    ("with made ids", Int.max, true, 1), ("with made ids, a few at a time", 7, true, 6),
  ])
  func `what is known of conversations is looked up together`(
    name: String, most: Int, hasSyntheticIds: Bool, lookUps: Int
  ) async throws {
    let memory = NotingMemory(most: most)
    let chats = NumberedChat.conversations(40, messages: 3)
    let report = try await PipelineRun.atOnce(
      chats, memory, Self.silent, hasSyntheticIds: hasSyntheticIds)
    #expect(report.newMessages == 120 && report.conversations == 40)
    #expect(memory.lookUps.count == lookUps, "\(name)")
    #expect(memory.lookUps.first == chats.map(\.id))
    let again = try await PipelineRun.atOnce(
      chats, memory, Self.silent, hasSyntheticIds: hasSyntheticIds)
    #expect(again.newMessages == 0 && again.messages == 120)
  }

  @Test func `a conversation that goes on after others is looked up anew`() async throws {
    let memory = NotingMemory()
    let model = Self.silent
    let begun = NumberedChat.conversations(3, messages: 3)
    // The first conversation comes once more as a whole, with an added message.
    let first = ("c0", begun[0].messages + [NumberedChat.message(9)])
    let report = try await PipelineRun.atOnce(begun + [first] + begun, memory, model)
    #expect(report.newMessages == 10 && report.messages == 22)
    let asked = model.asked.joined()
    #expect(asked.count == 10 && Set(asked).count == 10)
  }

  @Test(arguments: [1, 4])
  func `a message that stands in several exports fails once in a run`(concurrency: Int) async throws
  {
    let memory = NotingMemory()
    let model = ReplayModel { window, _ throws(ModelFailure) in
      if window.conversation.id == "c0" { throw ModelFailure(.endpoint, "out of order") }
      return WindowReply(text: "[]")
    }
    let chats = NumberedChat.conversations(4, messages: 3)
    // Three weeks, each with the same conversation, among others that are answered.
    _ = try await PipelineRun.atOnce(
      [chats[1], chats[0], chats[2], chats[0], chats[3], chats[0], chats[1]]
        + NumberedChat.conversations(8, messages: 3).suffix(4), memory, model
    ) { $0.concurrency = concurrency }
    let failed = memory.failed
    #expect(failed.map(\.conversationId) == ["c0"] && failed.first?.digests.count == 3)
  }

  @Test func `a message that stands twice in an export parts nothing`() async throws {
    let model = Self.silent
    let chat = NumberedChat.conversations(1, messages: 4)[0]
    let twice = (chat.id, chat.messages.flatMap { [$0, $0] })
    let report = try await PipelineRun.atOnce([twice], NotingMemory(), model) {
      $0.windows.tokens = 4000
    }
    #expect(report.windows == 1 && report.newMessages == 4 && report.messages == 8)
    #expect(model.asked == [chat.messages.map(\.id)])
  }
}
