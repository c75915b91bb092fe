import CivilTime
import Store
import Testing

@testable import Sync

@Suite struct InboxTests {
  @Test func `a message that was applied in part is refused as a whole`() throws {
    var inbox = Inbox()
    inbox.isCaughtUp = true
    func item(_ number: Int) throws -> IncomingItem {
      try IncomingItem(
        SyncFrame(
          parsing: Array(
            #"{"type":"item.created","payload":{"id":"i\#(number)","title":"x"}}"#.utf8)),
        defaults: .init(now: .epoch, device: "d", origin: "o", conversationId: "c"))
    }
    for number in 0..<Inbox.batch + 1 { inbox.add(try item(number)) }
    inbox.add(message: "long")
    inbox.add(try item(0))
    inbox.add(message: "short")
    #expect(inbox.takeDue(.zero, gathering: .zero)?.count == Inbox.batch)
    #expect(inbox.takeApplied("no room").messages.isEmpty)
    #expect(inbox.takeDue(.zero, gathering: .zero)?.count == 2)
    let done = inbox.takeApplied(nil).messages
    #expect(done.map(\.id) == ["long", "short"] && done.map(\.obstacle) == ["no room", nil])
  }
}
