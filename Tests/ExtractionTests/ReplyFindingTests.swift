import ActionItems
import CivilTime
import Testing

@testable import Extraction
@testable import ItemRecords

/// Statements of a message about an item that another message states.
@Suite struct ReplyFindingTests {
  private static func reply(_ message: String, to stated: String, isDone: Bool = false) -> Finding {
    var finding = MergingFixture.finding("Send the report", message, assignee: "Ben", at: 200)
    finding.subject = .statedIn(message: stated, quote: "send the report")
    finding.isDone = isDone
    return finding
  }

  private static func stated(_ message: String = "1") -> [ItemRecord] {
    MergingFixture.read(
      [MergingFixture.finding("Send the report", message, at: 100)], messages: [message]
    ).items
  }

  @Test func `a reply changes the item that its message states`() {
    let (items, changes) = MergingFixture.read(
      [Self.reply("2", to: "1")], messages: ["2"], into: Self.stated())
    #expect(items.map(\.item.assignee) == ["Ben"] && changes == ["updated Send the report"])
  }

  @Test(
    arguments: [("was removed", .person, "1"), ("was withdrawn", .withdrawn, "1")]
      as [(String, ItemRecord.Removal?, String)])
  func `a reply to an item makes none where that`(
    name: String, removal: ItemRecord.Removal?, message: String
  ) {
    var known = Self.stated()
    known[0].setRemoval(removal)
    for isDone in [false, true] {
      let (items, changes) = MergingFixture.read(
        [Self.reply("2", to: message, isDone: isDone)], messages: ["2"], into: known)
      #expect(items == known && changes.isEmpty, "\(name)")
    }
  }

  @Test func `of two items that a message words alike, a reply changes the quoted one`() {
    let people = ["Anna", "Ben"].map { name in
      var finding = MergingFixture.finding("Send the report", "1", assignee: name, at: 100)
      finding.quote = "\(name), send the report"
      return finding
    }
    let known = MergingFixture.read(people, messages: ["1"]).items
    #expect(known.map(\.item.assignee) == ["Anna", "Ben"])
    for (name, other) in [("Anna", "Ben"), ("Ben", "Anna")] {
      var done = MergingFixture.finding("Send the report", "2", at: 200)
      done.subject = .statedIn(message: "1", quote: "\(name), send the report")
      done.isDone = true
      let items = MergingFixture.read([done], messages: ["2"], into: known).items
      #expect(items.filter(\.item.isComplete).map(\.item.assignee) == [name])
      #expect(items.filter { !$0.item.isComplete }.map(\.item.assignee) == [other])
    }
  }

  @Test func `a reply about another task than the message's only item changes nothing`() {
    var done = MergingFixture.finding("Call the bank", "2", at: 200)
    done.subject = .statedIn(message: "1", quote: "Ben please call the bank")
    done.isDone = true
    let known = Self.stated()
    #expect(MergingFixture.read([done], messages: ["2"], into: known).items == known)
  }

  @Test func `a reply to what was taken for no item makes one`() {
    let (items, _) = MergingFixture.read([Self.reply("2", to: "9")], messages: ["2"])
    #expect(items.map(\.item.messageId) == ["2"])
    let none = MergingFixture.read([Self.reply("2", to: "9", isDone: true)], messages: ["2"])
    #expect(none.items.isEmpty)
  }

  @Test func `a reply names its item by id, and opens it no more than one by its message`() {
    let done = MergingFixture.read(
      [Self.reply("2", to: "1", isDone: true)], messages: ["2"], into: Self.stated()
    ).items
    var reply = MergingFixture.finding("Send it", "3", assignee: "Carla", at: 300)
    reply.subject = .item(id: done[0].item.id)
    #expect(MergingFixture.read([reply], messages: ["3"], into: done).items == done)
    reply.subject = .item(id: "another")
    #expect(MergingFixture.read([reply], messages: ["3"], into: done).items == done)
  }

  @Test func `what was said before an item was done counts, whenever it is read`() {
    let done = MergingFixture.read(
      [Self.reply("3", to: "1", isDone: true)], messages: ["3"], into: Self.stated()
    ).items
    var before = Self.reply("2", to: "1")
    before.mention.source.timestamp = Timestamp(seconds: 150)
    before.mention.assignee = "Carla"
    let items = MergingFixture.read([before], messages: ["2"], into: done).items
    #expect(items.map(\.item.isComplete) == [true] && items[0].statements.count == 3)
  }

  @Test func `what may have finished an item undoes nothing`() {
    let done = MergingFixture.read(
      [Self.reply("3", to: "1", isDone: true)], messages: ["3"], into: Self.stated()
    ).items
    var perhaps = Self.reply("4", to: "1")
    perhaps.mention.isPerhapsDone = true
    perhaps.mention.source.timestamp = Timestamp(seconds: 150)
    let items = MergingFixture.read([perhaps], messages: ["4"], into: done).items
    #expect(items.map(\.item.isComplete) == [true])
  }

  @Test func `a reply does not open again what is done`() {
    let done = MergingFixture.read(
      [Self.reply("2", to: "1", isDone: true)], messages: ["2"], into: Self.stated()
    ).items
    #expect(done.map(\.item.isComplete) == [true])
    let (items, changes) = MergingFixture.read(
      [Self.reply("3", to: "1")], messages: ["3"], into: done)
    #expect(items == done && changes.isEmpty)
  }

  @Test func `what may have finished an item is told until it is spoken of again`() throws {
    var perhaps = Self.reply("2", to: "1")
    (perhaps.mention.isPerhapsDone, perhaps.mention.assignee) = (true, nil)
    let marked = MergingFixture.read([perhaps], messages: ["2"], into: Self.stated()).items
    #expect(marked.map(\.perhapsClosedBy?.messageId) == ["2"])
    #expect(marked.map(\.item.isComplete) == [false] && marked[0].closedBy == nil)
    var later = Self.reply("3", to: "1")
    later.mention.source.timestamp = .init(seconds: 300)
    let again = MergingFixture.read([later], messages: ["3"], into: marked).items
    #expect(again.map(\.perhapsClosedBy) == [nil])
  }

  @Test func `a refused task has no assignee`() {
    var refused = Self.reply("2", to: "1")
    (refused.mention.assignee, refused.mention.isReleased) = (nil, true)
    let items = MergingFixture.read([refused], messages: ["2"], into: MergingFixture.carls()).items
    #expect(items.map(\.item.assignee) == [nil])
  }
}
