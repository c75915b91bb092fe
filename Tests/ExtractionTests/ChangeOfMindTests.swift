import ActionItemModel
import CivilTime
import TestSupport
import Testing

@testable import Extraction

/// What an item is follows from its messages in the order in which they were written, in whatever order
/// they are read.
@Suite struct ChangeOfMindTests {
  /// A message that speaks of a report, an hour after the one before.
  static func said(
    _ number: Int, by sender: String = "Ben", for assignee: String? = nil, due: String? = nil,
    _ set: (inout Finding) -> Void = { _ in }
  ) -> Finding {
    var finding = MergerTests.finding(
      "Send the report", "\(number)", assignee: assignee, due: due, at: number * 3600)
    finding.source.sender = sender
    finding.quote = "send the report, \(number)"
    set(&finding)
    return finding
  }

  /// Reads messages in runs of their own; a message without a finding says nothing of the item.
  static func read(
    _ runs: [(message: Int, finding: Finding?)], into items: [KnownItem] = []
  ) -> (items: [KnownItem], changes: [String]) {
    var items = items
    var changes: [String] = []
    for (number, run) in runs.enumerated() {
      let made = MergerTests.read(
        run.finding.map { [$0] } ?? [], messages: ["\(run.message)"],
        times: ["\(run.message)": run.message * 3600], into: items, run: number + 1)
      items = made.items
      changes = made.changes
    }
    return (items, changes)
  }

  static func read(_ findings: Finding...) -> [KnownItem] {
    read(findings.map { (Int($0.messageId) ?? 0, $0) }).items
  }

  @Test func `an older message that is edited after a change of mind undoes nothing`() {
    let later = Self.said(2, for: "Carl", due: "1970-01-08") {
      $0.handsOver = true
      $0.priority = .high
    }
    let items = Self.read(Self.said(1, for: "Anna", due: "1970-01-05"), later)
    #expect(items.count == 1)
    let edited = Self.said(1, for: "Anna", due: "1970-01-06") { $0.priority = .low }
    let (after, changes) = Self.read([(1, edited)], into: items)
    #expect(after.count == 1 && changes == ["updated Send the report"])
    let item = after[0].item
    #expect(item.assignee == "Carl" && item.deadline?.description == "1970-01-08")
    #expect(item.priority == .high && item.messageId == "1")
    // What it says now is remembered all the same.
    let (back, _) = Self.read([(2, nil)], into: after)
    #expect(back[0].item.assignee == "Anna" && back[0].item.priority == .low)
    #expect(back[0].item.deadline?.description == "1970-01-06")
    #expect(back[0].item.evidence.map(\.messageId) == ["1"])
  }

  @Test func `an older message that arrives later undoes nothing`() {
    let items = Self.read(
      Self.said(2, for: "Anna", due: "1970-01-08"), Self.said(1, for: "Anna", due: "1970-01-05"))
    #expect(items.count == 1 && items[0].item.deadline?.description == "1970-01-08")
    // It is what states the task, however late it came.
    #expect(items[0].item.messageId == "1" && items[0].item.source.timestamp?.seconds == 3600)
    #expect(items[0].firstMessageId == "2")
  }

  @Test func `a latest message that says a field no more gives way to the one before`() {
    let items = Self.read(
      Self.said(1, due: "1970-01-05"), Self.said(2, due: "1970-01-06"),
      Self.said(3, due: "1970-01-07") { $0.priority = .high })
    let (after, changes) = Self.read([(3, Self.said(3))], into: items)
    #expect(changes == ["updated Send the report"])
    #expect(after[0].item.deadline?.description == "1970-01-06")
    #expect(after[0].item.priority == .medium)
    #expect(after[0].item.evidence.map(\.messageId) == ["1", "2", "3"])
    let (last, _) = Self.read([(2, Self.said(2)), (1, Self.said(1))], into: after)
    #expect(last[0].item.deadline == nil)
  }

  @Test func `a message that speaks of the item no more has no say in it`() {
    let items = Self.read(Self.said(1, due: "1970-01-05"), Self.said(2, due: "1970-01-06"))
    let (after, _) = Self.read([(2, nil)], into: items)
    #expect(after[0].item.deadline?.description == "1970-01-05")
    // The one that stated it goes, the other one stands in with all that is known of it.
    let (other, _) = Self.read([(1, nil)], into: items)
    #expect(other[0].removal == nil && other[0].item.messageId == "2")
    #expect(other[0].item.source.sender == "Ben")
    #expect(other[0].item.source.timestamp?.seconds == 7200)
    let (gone, changes) = Self.read([(2, nil), (1, nil)], into: items)
    #expect(gone[0].removal == .withdrawn && changes == ["deleted Send the report"])
  }

  @Test func `a field that a person set stands whatever is read`() {
    var items = Self.read(Self.said(1, due: "1970-01-05"), Self.said(2, due: "1970-01-06"))
    items[0].item.deadline = Deadline("1970-02-01")
    items[0].item.assignee = "Dora"
    items[0].hold([.deadline, .assignee])
    let (after, _) = Self.read(
      [
        (2, Self.said(2, for: "Anna", due: "1970-01-07") { $0.priority = .high }),
        (1, Self.said(1, for: "Carl", due: "1970-01-04")),
      ], into: items)
    #expect(after[0].item.deadline?.description == "1970-02-01")
    #expect(after[0].item.assignee == "Dora" && after[0].item.priority == .high)
    let (silent, _) = Self.read([(2, nil)], into: after)
    #expect(silent[0].item.deadline?.description == "1970-02-01")
    #expect(silent[0].item.priority == .medium)
    // Nothing is left that says it; whoever had a hand in it keeps it.
    #expect(Self.read([(1, nil)], into: silent).changes.isEmpty)
  }

  /// Rows of three messages each.
  static let stories: [(name: String, messages: [Finding])] = [
    (
      "a deadline moved twice",
      [said(1, due: "1970-01-05"), said(2, due: "1970-01-09"), said(3, due: "1970-01-06")]
    ),
    (
      "asked, moved, handed over",
      [
        said(1, for: "Anna", due: "1970-01-05"), said(2, due: "1970-01-06"),
        said(3, by: "Anna", for: "Carl") { $0.handsOver = true },
      ]
    ),
    (
      "urgent, and then not",
      [
        said(1) { $0.priority = .high }, said(2, for: "Anna"),
        said(3, by: "Anna") { $0.priority = .low },
      ]
    ),
    (
      "one that says nothing of the task in its own words",
      [
        said(1) { $0.quote = "will do" }, said(2, due: "1970-01-06"),
        said(3, due: "1970-01-07"),
      ]
    ),
    (
      "all in the same minute",
      (1...3).map { number in
        said(number, due: "1970-01-0\(4 + number)") {
          $0.source.timestamp = Timestamp(seconds: 3600)
          // The ids tell nothing of the order.
          $0.messageId = ["c", "a", "b"][number - 1]
          $0.order = number
        }
      }
    ),
  ]

  static let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  /// An item but for what tells which of its messages was read first.
  static func settled(_ known: KnownItem) -> KnownItem {
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
    let wanted = Self.read(messages[0], messages[1], messages[2])
    #expect(wanted.count == 1, "\(name)")
    for order in Self.orders {
      let items = Self.read(messages[order[0]], messages[order[1]], messages[order[2]])
      #expect(items.map(Self.settled) == wanted.map(Self.settled), "\(name) \(order)")
      // To read any of them again changes nothing.
      for message in messages {
        let again = MergerTests.read(
          [message], messages: [message.messageId], into: items, run: 9)
        #expect(again.changes.isEmpty, "\(name) \(order)")
      }
    }
  }

  @Test func `a task that goes from hand to hand is one item, as long as each hand is known`() {
    let messages = [
      Self.said(1, for: "Anna"), Self.said(2, by: "Anna", for: "Carl") { $0.handsOver = true },
      Self.said(3, by: "Carl", for: "Dora") { $0.handsOver = true },
    ]
    // With the middle one read last, nothing would tell that what Anna has to do went to Dora.
    for order in Self.orders where order[2] != 1 {
      let items = Self.read(messages[order[0]], messages[order[1]], messages[order[2]])
      #expect(items.map(\.item.assignee) == ["Dora"], "\(order)")
      #expect(items.map(\.item.messageId) == ["1"], "\(order)")
    }
  }

  @Test func `what is done stays done when the request is read again, and when it comes late`() {
    let done = Self.said(3, by: "Anna") { $0.isDone = true }
    let items = Self.read(Self.said(1, for: "Anna"), done)
    #expect(items[0].item.completedAt?.seconds == 3 * 3600)
    let (after, _) = Self.read(
      [(2, Self.said(2, for: "Anna", due: "1970-01-05")), (1, Self.said(1, for: "Anna"))],
      into: items)
    #expect(after.count == 1 && after[0].item.isComplete)
    #expect(after[0].item.evidence.map(\.messageId) == ["1", "2", "3"])
    // Silence about it does not open it again; to say that it is not done does.
    #expect(Self.read([(3, nil)], into: after).changes.isEmpty)
    let (open, changes) = Self.read([(3, Self.said(3, by: "Anna"))], into: after)
    #expect(changes == ["reopened Send the report"] && open[0].item.completedAt == nil)
  }

  @Test
  func
    `who reads request and report together finds the report alone, and the item keeps what was asked`()
  {
    let asked = Self.said(1, for: "Anna", due: "1970-01-05") { $0.task = "Send Zoe the report" }
    let done = Self.said(3, by: "Anna") { $0.isDone = true }
    let items = Self.read(asked, done)
    let after = MergerTests.read(
      [done], messages: ["1", "3"], times: ["1": 3600, "3": 3 * 3600], into: items, run: 3
    ).items
    #expect(after.map(\.item) == items.map(\.item))
    #expect(after.map(\.item.task) == ["Send Zoe the report"] && after[0].item.isComplete)
    #expect(after[0].item.deadline?.description == "1970-01-05")
  }

  @Test func `what is asked again once it was done is another task`() {
    let messages = [
      Self.said(1, for: "Anna"), Self.said(2, by: "Anna") { $0.isDone = true },
      Self.said(3, for: "Anna"),
    ]
    let apart = Self.read(messages[0], messages[1], messages[2])
    let together = MergerTests.read(messages, messages: ["1", "2", "3"]).items
    for items in [apart, together] {
      #expect(items.map(\.item.isComplete) == [true, false])
      #expect(items.map(\.item.messageId) == ["1", "3"])
    }
  }

  @Test func `a message whose time is not known undoes nothing`() {
    let items = Self.read(Self.said(1, due: "1970-01-05"))
    let timeless = Self.said(2, due: "1970-01-09") {
      $0.source.timestamp = nil
      $0.known = items[0].item.id
    }
    let (after, _) = MergerTests.read([timeless], messages: ["2"], into: items, run: 2)
    #expect(after.count == 1 && after[0].item.deadline?.description == "1970-01-05")
    #expect(after[0].item.evidence.count == 2)
  }

  @Test func `only what the item does not tell itself is kept beside it`() {
    let one = Self.read(Self.said(1, for: "Anna", due: "1970-01-05"))
    #expect(one[0].statementsToKeep == nil && one[0].statements.count == 1)
    let two = Self.read(Self.said(1, due: "1970-01-05"), Self.said(2, due: "1970-01-06"))
    #expect(two[0].statementsToKeep?.map(\.deadline?.description) == ["1970-01-05", "1970-01-06"])
  }

  @Test func `an item of a store that kept no statements takes later messages only`() {
    let (items, _) = Self.read(
      [(1, Self.said(1, due: "1970-01-05")), (3, Self.said(3, due: "1970-01-07"))])
    var old = items
    old[0].keptStatements = nil
    // Whichever of its messages said so, it was said.
    let (edited, _) = Self.read([(1, Self.said(1, due: "1970-01-04"))], into: old)
    #expect(edited[0].item.deadline?.description == "1970-01-07")
    let (later, _) = Self.read([(4, Self.said(4, due: "1970-01-08"))], into: old)
    #expect(later.count == 1 && later[0].item.deadline?.description == "1970-01-08")
    let (both, _) = Self.read([(1, Self.said(1)), (3, Self.said(3))], into: old)
    #expect(both[0].item.deadline == nil)
  }
}
