import ActionItems
import CivilTime
import TestSupport
import Testing

@testable import Extraction
@testable import ItemRecords

/// Findings that are merged into items. Also: the comparison of wordings, and `WindowOrder`.
@Suite struct MergerTests {
  @Test func `ids depend on conversation, message and number, not on wording`() {
    let first = MergingFixture.read([
      MergingFixture.finding("Send the report"), MergingFixture.finding("Book a room"),
    ]).items
    let second = MergingFixture.read([
      MergingFixture.finding("Mail it out"), MergingFixture.finding("Reserve something"),
    ]).items
    #expect(first.map(\.item.id) == second.map(\.item.id))
    #expect(Set(first.map(\.item.id)).count == 2)
    #expect(first[0].item.id == Merger.id(conversation: "c", message: "1", number: 1))
    #expect(
      MergingFixture.read([MergingFixture.finding("Send the report", "2")]).items[0].item.id
        != first[0].item.id)
  }

  @Test func `the same findings again change nothing`() {
    let (items, _) = MergingFixture.read([MergingFixture.finding("Send the report")])
    #expect(
      MergingFixture.read([MergingFixture.finding("Send the report")], into: items, run: 2).changes
        .isEmpty)
  }

  @Test func `nearly the same task of one message is one item, and keeps its id`() {
    let (items, _) = MergingFixture.read([MergingFixture.finding("Send the report")])
    let (after, changes) = MergingFixture.read(
      [MergingFixture.finding("Send the Q4 report to finance")], into: items, run: 2)
    #expect(changes == ["updated Send the Q4 report to finance"])
    #expect(after.count == 1 && after[0].item.id == items[0].item.id)
    #expect(after[0].wordings == ["Send the report", "Send the Q4 report to finance"])
    #expect(after[0].item.extractedAt == items[0].item.extractedAt)
  }

  @Test func `two tasks of one message stay two`() {
    let (items, _) = MergingFixture.read([
      MergingFixture.finding("Send the report to Anna"),
      MergingFixture.finding("Book a room for the offsite"),
    ])
    #expect(items.map(\.number) == [1, 2])
  }

  @Test(arguments: [Int.max, .min, 1 << 32, -1, 0])
  func `an item that a peer numbered oddly leaves room for others of its message`(number: Int) {
    var (items, _) = MergingFixture.read([MergingFixture.finding("Send the report to Anna")])
    items[0].number = number
    items[0].item.id = Merger.id(conversation: "c", message: "1", number: number)
    let (after, changes) = MergingFixture.read(
      [MergingFixture.finding("Book a room for the offsite")], into: items, run: 2)
    #expect(changes.contains("created Book a room for the offsite"))
    #expect(after.map(\.number) == [number, 1])
  }

  @Test func `two tasks of one message stay two where an earlier item resembles both`() {
    let (items, _) = MergingFixture.read(
      [MergingFixture.finding("Send the report", "1", at: 60)], messages: ["1"])
    let both = [
      MergingFixture.finding("Send the report to finance", "2", at: 120),
      MergingFixture.finding("Send the report to sales", "2", at: 120),
    ]
    for findings in [both, both.reversed()] {
      let (after, _) = MergingFixture.read(findings, messages: ["2"], into: items, run: 2)
      #expect(after.count == 2)
      #expect(after[0].item.evidence.map(\.messageId) == ["1", "2"])
      #expect(after[1].item.evidence.map(\.messageId) == ["2"])
      // The reverse order changes nothing either.
      let again = MergingFixture.read(findings.reversed(), messages: ["2"], into: after, run: 3)
      #expect(again.items.count == 2 && again.changes.isEmpty)
    }
  }

  @Test func `two findings of one message that name one known item do not become one`() {
    let (items, _) = MergingFixture.read(
      [MergingFixture.finding("Send the report", "1", at: 60)], messages: ["1"])
    var findings = [
      MergingFixture.finding("Book a room", "2", at: 120),
      MergingFixture.finding("Send the report", "2", at: 120),
    ]
    for index in findings.indices { findings[index].openItemId = items[0].item.id }
    let (after, _) = MergingFixture.read(findings, messages: ["2"], into: items, run: 2)
    #expect(after.map(\.item.task) == ["Send the report", "Book a room"])
  }

  @Test func `the same words for two days are two tasks, said twice they are one`() {
    let days = ["2026-01-05", "2026-01-09"]
    let calls = days.map { MergingFixture.finding("Call Bob", due: $0) }
    let (two, _) = MergingFixture.read(calls)
    #expect(two.map(\.item.deadline?.description) == days)
    #expect(MergingFixture.read(calls.reversed(), into: two, run: 2).changes.isEmpty)
    let (one, _) = MergingFixture.read([
      MergingFixture.finding("Call Bob", due: "2026-01-05"), MergingFixture.finding("call bob"),
      MergingFixture.finding("Call Bob!", due: "2026-01-05"),
    ])
    #expect(one.count == 1)
  }

  @Test func `two tasks that one word tells apart stay two, read again in any order`() {
    let rooms = ["Monday", "Tuesday"].map { MergingFixture.finding("Book a room for \($0)") }
    let (two, _) = MergingFixture.read(rooms)
    #expect(two.map(\.item.task) == rooms.map(\.task))
    #expect(MergingFixture.read(rooms.reversed(), into: two, run: 2).changes.isEmpty)
    // The remaining item is the one that the finding names.
    let (one, changes) = MergingFixture.read([rooms[1]], into: two, run: 2)
    #expect(changes == ["deleted Book a room for Monday"] && one[1].removal == nil)
    // Another message's finding does not merge the two either.
    let later = MergingFixture.finding("Book a room for Tuesday", "2", at: 120)
    let first = MergingFixture.read([MergingFixture.finding("Book a room for Monday", at: 60)])
      .items
    #expect(MergingFixture.read([later], messages: ["2"], into: first, run: 2).items.count == 2)
  }

  @Test func `the wording that says most names the item, if those whom it concerns worded it`() {
    var later = MergingFixture.finding("Send the Q4 report to finance", "2", at: 120)
    let first = MergingFixture.finding("Send the report", at: 60)
    let (items, _) = MergingFixture.read([first, later])
    #expect(items.map(\.item.task) == ["Send the Q4 report to finance"])
    #expect(items.map(\.item.messageId) == ["1"])
    // This holds in every order of reading.
    let apart = MergingFixture.read(
      [first], messages: ["1"], into: MergingFixture.read([later], messages: ["2"]).items, run: 2
    ).items
    #expect(apart.map(\.item.task) == ["Send the Q4 report to finance"])
    later.source.sender = "Eve"
    let (theirs, _) = MergingFixture.read([first, later])
    #expect(theirs.map(\.item.task) == ["Send the report"] && theirs[0].item.evidence.count == 2)
  }

  @Test(
    arguments: [
      ("its owner", "Carl", "c", true), ("who stated it", "Ben", "b", true),
      ("a bystander", "Eve", "e", false), ("another of the owner's name", "Carl", "c2", false),
      ("the owner under another name", "C.", "c", true), ("nobody knows who", nil, nil, true),
    ] as [(String, String?, String?, Bool)])
  func `only those whom an item concerns call it done or hand it over`(
    name: String, sender: String?, id: String?, isTheirs: Bool
  ) {
    for isDone in [true, false] {
      var said = MergingFixture.finding(
        "Send the report", "2", assignee: isDone ? nil : "Anna", at: 120)
      said.source.sender = sender
      said.senderId = id
      said.isDone = isDone
      said.handsOver = !isDone
      let (after, _) = MergingFixture.read(
        [said], messages: ["2"], into: MergingFixture.carls(), run: 2)
      #expect(after[0].item.isComplete == (isDone && isTheirs), "\(name)")
      #expect((after[0].item.assignee == "Anna") == (!isDone && isTheirs), "\(name)")
      #expect(after.count == (isDone || isTheirs ? 1 : 2), "\(name)")
    }
  }

  @Test func `a bystander speaks of an item, and still has no say in it`() {
    var said = MergingFixture.finding("Send the report", "2", assignee: "Carl", at: 120)
    said.source.sender = "Eve"
    said.handsOver = true
    let (items, _) = MergingFixture.read(
      [said], messages: ["2"], into: MergingFixture.carls(), run: 2)
    #expect(items.count == 1 && items[0].item.evidence.map(\.messageId) == ["1", "2"])
    said.isDone = true
    let (after, _) = MergingFixture.read([said], messages: ["2"], into: items, run: 3)
    #expect(after.count == 1 && !after[0].item.isComplete)
  }

  @Test func `another message under the same id takes nothing away`() {
    let (items, _) = MergingFixture.read(
      [MergingFixture.finding("Send the report", at: 60)], messages: ["1"], times: ["1": 60])
    // Ids that start over: this message was written later.
    let other = MergingFixture.read([], messages: ["1"], times: ["1": 90_000], into: items, run: 2)
    #expect(other.changes.isEmpty)
    let found = MergingFixture.read(
      [MergingFixture.finding("Send the invoice", at: 90_000)], messages: ["1"],
      times: ["1": 90_000],
      into: items, run: 2)
    #expect(found.changes == ["created Send the invoice"] && found.items[1].number == 2)
    // An edited message keeps its time.
    let edited = MergingFixture.read([], messages: ["1"], times: ["1": 60], into: items, run: 2)
    #expect(edited.changes == ["deleted Send the report"])
  }

  @Test func `an item that is not found again is withdrawn, and comes back under its id`() {
    let (items, _) = MergingFixture.read([
      MergingFixture.finding("Send the report"), MergingFixture.finding("Book a room", "3"),
    ])
    let (gone, changes) = MergingFixture.read([], messages: ["1"], into: items, run: 2)
    #expect(changes == ["deleted Send the report"])
    #expect(gone.map(\.removal) == [.withdrawn, nil])
    let (back, again) = MergingFixture.read(
      [MergingFixture.finding("Send the report")], into: gone, run: 3)
    #expect(again == ["created Send the report"])
    #expect(back[0].removal == nil && back[0].item.id == items[0].item.id)
  }

  @Test func `values set by a person stay`() {
    var (items, _) = MergingFixture.read([
      MergingFixture.finding("Send the report", assignee: "Anna")
    ])
    items[0].hold([.task, .isComplete])
    items[0].item.task = "Send the annual report"
    items[0].item.isComplete = true
    let (after, _) = MergingFixture.read(
      [MergingFixture.finding("Send the report now", assignee: "Ben")], into: items, run: 2)
    #expect(after[0].item.task == "Send the annual report")
    #expect(after[0].item.assignee == "Ben")
    #expect(after[0].item.isComplete)
    #expect(MergingFixture.read([], into: items, run: 2).changes.isEmpty)
  }

  @Test func `an item removed by a person does not come back under any wording`() {
    var (items, _) = MergingFixture.read([MergingFixture.finding("Send the report")])
    items[0].removal = .person
    #expect(
      MergingFixture.read([MergingFixture.finding("Send the Q4 report")], into: items, run: 2)
        .changes
        .isEmpty)
  }

  @Test(arguments: [
    ("a word more", "Send the report", "Send the report to finance", true),
    ("order and case", "report: send IT", "Send report", true),
    ("another object", "Send the report", "Send the invoice", false),
    ("another verb and object", "Review the pull request", "Book a room", false),
    ("no telling words", "do it", "Do it!", true),
  ])
  func `wordings are compared by their distinctive words`(
    name: String, a: String, b: String, nearly: Bool
  ) {
    #expect(TaskWording(a).isNearly(TaskWording(b)) == nearly, "\(name)")
    #expect(TaskWording(b).isNearly(TaskWording(a)) == nearly, "\(name)")
  }

  @Test func `which items a window concerns does not depend on how they are looked for`() {
    // With a message without a time, all items are looked up by id; no item belongs to this message.
    let untimed = Message(id: "other", sender: nil, timestamp: nil, text: "")
    for seed in 0..<80 {
      var random = SeededRandom(seed: UInt64(seed))
      func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
      var (byTime, byId) = (ConversationItems(), ConversationItems())
      for run in 1...8 {
        // Some ids start over, some messages have no time, and some runs read again what others found.
        let times = (0..<4).map { _ in pick(4) == 0 ? nil : Timestamp(seconds: pick(30)) }
        let read = times.enumerated().map {
          Message(id: "m\($0 + pick(3))", sender: nil, timestamp: $1, text: "")
        }
        var findings: [Finding] = []
        for message in read where pick(2) == 0 {
          findings.append(
            MergingFixture.finding(
              ["Send the report", "Book a room", "Call Zoe"][pick(3)], message.id,
              at: message.timestamp?.seconds))
        }
        let now = Timestamp(seconds: 1000 * run) ?? .epoch
        func reading(_ messages: [Message]) -> Merger.Reading {
          Merger.Reading(
            conversation: MergingFixture.conversation, messages: messages, findings: findings,
            model: "m",
            run: run)
        }
        let changes = Merger.changes(of: reading(read), to: &byTime, at: now)
        let others = Merger.changes(of: reading(read + [untimed]), to: &byId, at: now)
        #expect(changes == others && byTime.all == byId.all, "seed \(seed), run \(run)")
      }
    }
  }

  @Test func `windows are let through in their order whatever the order of the replies`() {
    for seed in 0..<50 {
      var random = SeededRandom(seed: UInt64(seed))
      var order = WindowOrder()
      let places = (0..<12).map { _ in order.issue() }
      let failed: Set<Int> = [3, 7]
      var through: [Int] = []
      for place in places.shuffled(using: &random) {
        let outcome = WindowOutcome(
          reading: Merger.Reading(
            conversation: MergingFixture.conversation, messages: [], findings: [], model: "m",
            run: place),
          digests: [], readLevel: .offline, usage: ModelUsage())
        through += order.end(place, failed.contains(place) ? [] : [outcome]).map(\.reading.run)
      }
      #expect(through == places.filter { !failed.contains($0) })
      #expect(order.isIdle && order.waitingCount == 0)
    }
  }
}
