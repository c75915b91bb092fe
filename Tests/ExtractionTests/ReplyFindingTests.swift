import ActionItemModel
import CivilTime
import Testing

@testable import Extraction
@testable import ItemRecords

/// What a message says of an item that another message states.
@Suite struct ReplyFindingTests {
  private static func reply(_ message: String, to stated: String, isDone: Bool = false) -> Finding {
    var finding = MergingScene.finding("Send the report", message, assignee: "Ben", at: 200)
    finding.statedIn = stated
    finding.isDone = isDone
    return finding
  }

  private static func stated(_ message: String = "1") -> [KnownItem] {
    MergingScene.read(
      [MergingScene.finding("Send the report", message, at: 100)], messages: [message]
    ).items
  }

  @Test func `a reply changes the item that its message states`() {
    let (items, changes) = MergingScene.read(
      [Self.reply("2", to: "1")], messages: ["2"], into: Self.stated())
    #expect(items.map(\.item.assignee) == ["Ben"] && changes == ["updated Send the report"])
  }

  @Test(
    arguments: [("is not there", nil, "9"), ("was removed", .person, "1")]
      as [(String, KnownItem.Removal?, String)])
  func `a reply to an item makes none where that`(
    name: String, removal: KnownItem.Removal?, message: String
  ) {
    var known = Self.stated()
    known[0].setRemoval(removal)
    for isDone in [false, true] {
      let (items, changes) = MergingScene.read(
        [Self.reply("2", to: message, isDone: isDone)], messages: ["2"], into: known)
      #expect(items == known && changes.isEmpty, "\(name)")
    }
  }

  @Test func `a reply does not open again what is done`() {
    let done = MergingScene.read(
      [Self.reply("2", to: "1", isDone: true)], messages: ["2"], into: Self.stated()
    ).items
    #expect(done.map(\.item.isComplete) == [true])
    let (items, changes) = MergingScene.read(
      [Self.reply("3", to: "1")], messages: ["3"], into: done)
    #expect(items == done && changes.isEmpty)
  }

  @Test func `what may have finished an item is told until it is spoken of again`() throws {
    var perhaps = Self.reply("2", to: "1")
    (perhaps.said.isPerhapsDone, perhaps.said.assignee) = (true, nil)
    let marked = MergingScene.read([perhaps], messages: ["2"], into: Self.stated()).items
    #expect(marked.map(\.perhapsClosedBy?.messageId) == ["2"])
    #expect(marked.map(\.item.isComplete) == [false] && marked[0].closedBy == nil)
    var later = Self.reply("3", to: "1")
    later.said.source.timestamp = .init(seconds: 300)
    let again = MergingScene.read([later], messages: ["3"], into: marked).items
    #expect(again.map(\.perhapsClosedBy) == [nil])
  }

  @Test func `what is refused is nobody's`() {
    var refused = Self.reply("2", to: "1")
    (refused.said.assignee, refused.said.handsOver) = (nil, true)
    let items = MergingScene.read([refused], messages: ["2"], into: MergingScene.carls()).items
    #expect(items.map(\.item.assignee) == [nil])
  }
}
