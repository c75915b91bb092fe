import ActionItems
import CivilTime
import Testing

@testable import Extraction
@testable import ItemRecords

/// How later messages and edits change an item: by the order in which they were written, in whatever order they are read.
@Suite struct ChangeOfMindTests {
  @Test func `an older message that is edited after a change of mind undoes nothing`() {
    let later = ReportFixture.said(2, for: "Carl", due: "1970-01-08") {
      $0.handsOver = true
      $0.priority = .high
    }
    let items = ReportFixture.read(ReportFixture.said(1, for: "Anna", due: "1970-01-05"), later)
    #expect(items.count == 1)
    let edited = ReportFixture.said(1, for: "Anna", due: "1970-01-06") { $0.priority = .low }
    let (after, changes) = ReportFixture.read([(1, edited)], into: items)
    #expect(after.count == 1 && changes == ["updated Send the report"])
    let item = after[0].item
    #expect(item.assignee == "Carl" && item.deadline?.description == "1970-01-08")
    #expect(item.priority == .high && item.messageId == "1")
    // Its current statement is remembered all the same.
    let (back, _) = ReportFixture.read([(2, nil)], into: after)
    #expect(back[0].item.assignee == "Anna" && back[0].item.priority == .low)
    #expect(back[0].item.deadline?.description == "1970-01-06")
    #expect(back[0].item.evidence.map(\.messageId) == ["1"])
  }

  @Test func `an older message that arrives later undoes nothing`() {
    let items = ReportFixture.read(
      ReportFixture.said(2, for: "Anna", due: "1970-01-08"),
      ReportFixture.said(1, for: "Anna", due: "1970-01-05"))
    #expect(items.count == 1 && items[0].item.deadline?.description == "1970-01-08")
    // The earlier message states the task, however late it arrived.
    #expect(items[0].item.messageId == "1" && items[0].item.source.timestamp?.seconds == 3600)
    #expect(items[0].firstMessageId == "2")
  }

  @Test func `a latest message that no longer states a field yields to the previous one`() {
    let items = ReportFixture.read(
      ReportFixture.said(1, due: "1970-01-05"), ReportFixture.said(2, due: "1970-01-06"),
      ReportFixture.said(3, due: "1970-01-07") { $0.priority = .high })
    let (after, changes) = ReportFixture.read([(3, ReportFixture.said(3))], into: items)
    #expect(changes == ["updated Send the report"])
    #expect(after[0].item.deadline?.description == "1970-01-06")
    #expect(after[0].item.priority == .medium)
    #expect(after[0].item.evidence.map(\.messageId) == ["1", "2", "3"])
    let (last, _) = ReportFixture.read(
      [(2, ReportFixture.said(2)), (1, ReportFixture.said(1))], into: after)
    #expect(last[0].item.deadline == nil)
  }

  @Test func `a message that no longer mentions the item has no effect on it`() {
    let items = ReportFixture.read(
      ReportFixture.said(1, due: "1970-01-05"), ReportFixture.said(2, due: "1970-01-06"))
    let (after, _) = ReportFixture.read([(2, nil)], into: items)
    #expect(after[0].item.deadline?.description == "1970-01-05")
    // The message that stated the task is gone; the other one replaces it, with everything known about the item.
    let (other, _) = ReportFixture.read([(1, nil)], into: items)
    #expect(other[0].removal == nil && other[0].item.messageId == "2")
    #expect(other[0].item.source.sender == "Ben")
    #expect(other[0].item.source.timestamp?.seconds == 7200)
    let (gone, changes) = ReportFixture.read([(2, nil), (1, nil)], into: items)
    #expect(gone[0].removal == .withdrawn && changes == ["deleted Send the report"])
  }

  @Test func `a field that a person set stands whatever is read`() {
    var items = ReportFixture.read(
      ReportFixture.said(1, due: "1970-01-05"), ReportFixture.said(2, due: "1970-01-06"))
    items[0].item.deadline = Deadline("1970-02-01")
    items[0].item.assignee = "Dora"
    items[0].hold([.deadline, .assignee])
    let (after, _) = ReportFixture.read(
      [
        (2, ReportFixture.said(2, for: "Anna", due: "1970-01-07") { $0.priority = .high }),
        (1, ReportFixture.said(1, for: "Carl", due: "1970-01-04")),
      ], into: items)
    #expect(after[0].item.deadline?.description == "1970-02-01")
    #expect(after[0].item.assignee == "Dora" && after[0].item.priority == .high)
    let (silent, _) = ReportFixture.read([(2, nil)], into: after)
    #expect(silent[0].item.deadline?.description == "1970-02-01")
    #expect(silent[0].item.priority == .medium)
    // After the last statement disappears, the item does not change.
    #expect(ReportFixture.read([(1, nil)], into: silent).changes.isEmpty)
  }

  /// Rows of three messages each.
  static let stories: [(name: String, messages: [Finding])] = [
    (
      "a deadline moved twice",
      [
        ReportFixture.said(1, due: "1970-01-05"), ReportFixture.said(2, due: "1970-01-09"),
        ReportFixture.said(3, due: "1970-01-06"),
      ]
    ),
    (
      "asked, moved, handed over",
      [
        ReportFixture.said(1, for: "Anna", due: "1970-01-05"),
        ReportFixture.said(2, due: "1970-01-06"),
        ReportFixture.said(3, by: "Anna", for: "Carl") { $0.handsOver = true },
      ]
    ),
    (
      "urgent, and then not",
      [
        ReportFixture.said(1) { $0.priority = .high }, ReportFixture.said(2, for: "Anna"),
        ReportFixture.said(3, by: "Anna") { $0.priority = .low },
      ]
    ),
    (
      "one that says nothing of the task in its own words",
      [
        ReportFixture.said(1) { $0.quote = "will do" }, ReportFixture.said(2, due: "1970-01-06"),
        ReportFixture.said(3, due: "1970-01-07"),
      ]
    ),
    (
      "all in the same minute",
      (1...3).map { number in
        ReportFixture.said(number, due: "1970-01-0\(4 + number)") {
          $0.source.timestamp = Timestamp(seconds: 3600)
          // The ids do not reveal the order.
          $0.messageId = ["c", "a", "b"][number - 1]
          $0.order = number
        }
      }
    ),
  ]

  static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  /// An item without the fields that depend on the order of reading.
  static func settled(_ known: ItemRecord) -> ItemRecord {
    var known = known
    known.item.id = ""
    (known.number, known.firstMessageId, known.foundInRun) = (0, "", nil)
    (known.item.run, known.item.updatedAt, known.item.extractedAt) = (nil, .epoch, .epoch)
    known.wordings.sort()
    known.implySettings(held: known.held, device: "")
    return known
  }

  @Test(arguments: stories.indices)
  func `messages read in any order give one item, the same one`(index: Int) {
    let (name, messages) = Self.stories[index]
    let wanted = ReportFixture.read(messages[0], messages[1], messages[2])
    #expect(wanted.count == 1, "\(name)")
    for order in Self.orders {
      let items = ReportFixture.read(messages[order[0]], messages[order[1]], messages[order[2]])
      #expect(items.map(Self.settled) == wanted.map(Self.settled), "\(name) \(order)")
      // Reading any of them again changes nothing.
      for message in messages {
        let again = MergingFixture.read(
          [message], messages: [message.messageId], into: items, run: 9)
        #expect(again.changes.isEmpty, "\(name) \(order)")
      }
    }
  }

  @Test func `a task that goes from hand to hand is one item, as long as each hand is known`() {
    let messages = [
      ReportFixture.said(1, for: "Anna"),
      ReportFixture.said(2, by: "Anna", for: "Carl") { $0.handsOver = true },
      ReportFixture.said(3, by: "Carl", for: "Dora") { $0.handsOver = true },
    ]
    // If the middle one is read last, nothing shows that Anna's task went to Dora.
    for order in Self.orders where order[2] != 1 {
      let items = ReportFixture.read(messages[order[0]], messages[order[1]], messages[order[2]])
      #expect(items.map(\.item.assignee) == ["Dora"], "\(order)")
      #expect(items.map(\.item.messageId) == ["1"], "\(order)")
    }
  }

  @Test func `what is done stays done when the request is read again, and when it comes late`() {
    let done = ReportFixture.said(3, by: "Anna") { $0.isDone = true }
    let items = ReportFixture.read(ReportFixture.said(1, for: "Anna"), done)
    #expect(items[0].item.completedAt?.seconds == 3 * 3600)
    let (after, _) = ReportFixture.read(
      [
        (2, ReportFixture.said(2, for: "Anna", due: "1970-01-05")),
        (1, ReportFixture.said(1, for: "Anna")),
      ],
      into: items)
    #expect(after.count == 1 && after[0].item.isComplete)
    #expect(after[0].item.evidence.map(\.messageId) == ["1", "2", "3"])
    // Silence does not reopen it, but a statement that it is not done does.
    #expect(ReportFixture.read([(3, nil)], into: after).changes.isEmpty)
    let (open, changes) = ReportFixture.read([(3, ReportFixture.said(3, by: "Anna"))], into: after)
    #expect(changes == ["reopened Send the report"] && open[0].item.completedAt == nil)
  }

  @Test
  func
    `who reads request and report together finds the report alone, and the item keeps what was asked`()
  {
    let asked = ReportFixture.said(1, for: "Anna", due: "1970-01-05") {
      $0.task = "Send Zoe the report"
    }
    let done = ReportFixture.said(3, by: "Anna") { $0.isDone = true }
    let items = ReportFixture.read(asked, done)
    let after = MergingFixture.read(
      [done], messages: ["1", "3"], times: ["1": 3600, "3": 3 * 3600], into: items, run: 3
    ).items
    #expect(after.map(\.item) == items.map(\.item))
    #expect(after.map(\.item.task) == ["Send Zoe the report"] && after[0].item.isComplete)
    #expect(after[0].item.deadline?.description == "1970-01-05")
  }

  @Test func `a request repeated after completion is another task`() {
    let messages = [
      ReportFixture.said(1, for: "Anna"), ReportFixture.said(2, by: "Anna") { $0.isDone = true },
      ReportFixture.said(3, for: "Anna"),
    ]
    let apart = ReportFixture.read(messages[0], messages[1], messages[2])
    let together = MergingFixture.read(messages, messages: ["1", "2", "3"]).items
    for items in [apart, together] {
      #expect(items.map(\.item.isComplete) == [true, false])
      #expect(items.map(\.item.messageId) == ["1", "3"])
    }
  }

  @Test func `a message whose time is not known undoes nothing`() {
    let items = ReportFixture.read(ReportFixture.said(1, due: "1970-01-05"))
    let timeless = ReportFixture.said(2, due: "1970-01-09") {
      $0.source.timestamp = nil
      $0.openItemId = items[0].item.id
    }
    let (after, _) = MergingFixture.read([timeless], messages: ["2"], into: items, run: 2)
    #expect(after.count == 1 && after[0].item.deadline?.description == "1970-01-05")
    #expect(after[0].item.evidence.count == 2)
  }

  @Test func `only what the item does not tell itself is kept beside it`() {
    let one = ReportFixture.read(ReportFixture.said(1, for: "Anna", due: "1970-01-05"))
    #expect(one[0].statementsToKeep == nil && one[0].statements.count == 1)
    let two = ReportFixture.read(
      ReportFixture.said(1, due: "1970-01-05"), ReportFixture.said(2, due: "1970-01-06"))
    #expect(two[0].statementsToKeep?.map(\.deadline?.description) == ["1970-01-05", "1970-01-06"])
  }

  @Test func `an item of a store that kept no statements takes later messages only`() {
    let (items, _) = ReportFixture.read(
      [
        (1, ReportFixture.said(1, due: "1970-01-05")),
        (3, ReportFixture.said(3, due: "1970-01-07")),
      ])
    var old = items
    old[0].keptStatements = nil
    // The later deadline stays, since the message that stated it is unknown.
    let (edited, _) = ReportFixture.read([(1, ReportFixture.said(1, due: "1970-01-04"))], into: old)
    #expect(edited[0].item.deadline?.description == "1970-01-07")
    let (later, _) = ReportFixture.read([(4, ReportFixture.said(4, due: "1970-01-08"))], into: old)
    #expect(later.count == 1 && later[0].item.deadline?.description == "1970-01-08")
    let (both, _) = ReportFixture.read(
      [(1, ReportFixture.said(1)), (3, ReportFixture.said(3))], into: old)
    #expect(both[0].item.deadline == nil)
  }
}
