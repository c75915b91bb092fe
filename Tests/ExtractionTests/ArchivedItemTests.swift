import ActionItems
import CivilTime
import ItemRecords
import Testing

@testable import Extraction

/// How a run treats items that a person archived.
@Suite struct ArchivedItemTests {
  /// An item of a message from second 60, archived by a person at second 500.
  private static func archived() -> [ItemRecord] {
    var items = MergingFixture.read(
      [MergingFixture.finding("Send the report", "1", at: 60)], messages: ["1"], times: ["1": 60]
    ).items
    let before = items[0]
    items[0].setRemoval(.archived, at: Timestamp(seconds: 500))
    items[0].touch(at: Timestamp(seconds: 500) ?? .epoch)
    items[0].noteSettings(by: .person, since: before)
    return items
  }

  private static func read(
    _ message: String, at seconds: Int
  ) -> (items: [ItemRecord], changes: [String]) {
    MergingFixture.read(
      [MergingFixture.finding("Send the report", message, at: seconds)], messages: [message],
      times: [message: seconds], into: archived(), run: 2)
  }

  @Test func `an archived item stays away when its messages are read again`() {
    let (items, changes) = Self.read("1", at: 60)
    #expect(changes.isEmpty && items.map(\.removal) == [.archived])
    // Silence about the item does not withdraw it either.
    let silent = MergingFixture.read(
      [], messages: ["1"], times: ["1": 60], into: Self.archived(), run: 2)
    #expect(silent.changes.isEmpty && silent.items.map(\.removal) == [.archived])
  }

  @Test func `an archived item stays away when an older message about it comes in`() {
    let (items, changes) = Self.read("0", at: 30)
    #expect(changes.isEmpty && items.map(\.removal) == [.archived])
  }

  @Test func `an archived item stays away when what is read only now was written before it went`() {
    let (items, changes) = Self.read("2", at: 120)
    #expect(changes.isEmpty && items.map(\.removal) == [.archived])
  }

  @Test func `an archived item comes back with a newer message, by the person's own rule`() throws {
    let (items, changes) = Self.read("2", at: 620)
    #expect(changes == ["created Send the report"] && items.count == 1)
    let known = items[0]
    #expect(known.removal == nil && known.item.archivedAt == nil && known.item.isOpen)
    #expect(known.item.evidence.map(\.messageId) == ["1", "2"])
    // On other devices this change competes with the change of the person who archived the item.
    let presence = try #require(known.settings[.presence])
    #expect(presence.standing.isByRule && presence.standing.stamp.author == .person)
    #expect(presence.standing.value.text == ItemRecord.present && presence.rivals.isEmpty)
    #expect(known.isTouched && !known.isJudged, "nobody has said that it is an item")
  }

  @Test func `that an item is archived, and since when, is one value that can be taken over`() {
    let known = Self.archived()[0]
    var other = known
    other.setRemoval(nil)
    #expect(other.item.archivedAt == nil)
    other.take(known.value(of: .presence), of: .presence)
    #expect(other.removal == .archived && other.item.archivedAt == Timestamp(seconds: 500))
    #expect(other.removalReason == nil)
    other.take(.init(ItemRecord.Removal.person.rawValue, "not ours"), of: .presence)
    #expect(other.removalReason == "not ours" && other.item.archivedAt == nil)
  }
}
