import CivilTime
import DueDates
import OfflineModel
import Testing

@Suite struct TrainerTests {
  private static let deadlines = DueDateReader()

  private static func lines(_ thing: String) -> String {
    """
    Ann: I will post the \(thing) in the folder
    Ben: I admit the \(thing) looked odd to me
    Ben: nice weather out there
    """
  }

  private static func weights() throws -> OfflineWeights {
    let things = [
      "report", "slides", "invoice", "budget", "draft", "minutes", "contract", "poster", "menu",
      "plan",
    ]
    let item = #"""
      {"messageId":"m1","assignee":"Ann","acts":[{"messageId":"m1","act":"promise"}]}
      """#
    let chats = try things.map { thing in
      Trainer.Prepared(try SmallChat.read(lines(thing), items: item), deadlines)
    }
    return Trainer(archives: [], teams: chats, deadlines).weights(digest: 7) { _ in }
  }

  @Test func `the same chats give the same bytes, which find an item of a chat not seen before`()
    throws
  {
    let weights = try Self.weights()
    let bytes = weights.bytes
    #expect(try Self.weights().bytes == bytes)
    let read = try #require(bytes.withUnsafeBufferPointer { OfflineWeights(bytes: $0) })
    #expect(read.digest == 7)
    let talk = Talk(try SmallChat.read(Self.lines("calendar"), items: "").window)
    var reader = TalkReader(talk, read, Self.deadlines, threshold: read.thresholds[1]) { _ in .utc }
    let tasks = reader.tasks(reader.logits())
    #expect(tasks.first?.unit == 0 && tasks.first?.lastAssignee == 0)
    #expect(tasks.first?.closedBy == nil && tasks.first?.day == nil)
  }
}
