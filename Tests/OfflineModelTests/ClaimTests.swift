import ActionItems
import CivilTime
import Testing
import Windowing

@testable import OfflineModel

/// The contents of claims, from a reader without learned weights.
@Suite struct ClaimTests {
  /// The third field gives the reader's belief about each unit.
  static let stated = Row.table(
    #"""
    the sender's | Please call the vendor | - | 0: Call the vendor [Anna -]
    whoever is named | Ben, call the vendor | whoNamed | 0: Call the vendor [Ben -]
    nobody's | Please call the vendor | whoNobody | 0: Call the vendor [- -]
    taken | Please call the vendor / Ben: I'll do it | whoNobody accept | 0: Call the vendor [- -], 1: Call the vendor [Ben -]
    taken by whoever has it | Ben, call the vendor / Ben: sure | whoNamed accept | 0: Call the vendor [Ben -]
    handed over | Ben, call the vendor / Ben: Carla, can you? / Carla: hm | whoNamed handOver | 0: Call the vendor [Ben -], 1: Call the vendor [Carla -] handed over
    two lines | I'll call the vendor\nI'll book the room | - | 0: Call the vendor [Anna -], 0: Book the room [Anna -]
    another one after one is done | I'll call the vendor / Anna: done / Ben: I'll book the room | complete | 0: Call the vendor [Anna -], 1: Call the vendor [- -] done, 2: Book the room [Ben -]
    refused | Ben, call the vendor / Ben: I can't | whoNamed refuse | 0: Call the vendor [Ben -], 1: Call the vendor [- -] released, 1: “I can't” [Ben -]
    dropped | I'll call the vendor / Ben: no need | withdraw | 0: Call the vendor [Anna -], 1: Call the vendor [- -] done
    moved | I'll call the vendor / Anna: by Friday then / Ben: hm | moveDeadline | 0: Call the vendor [Anna -], 1: Call the vendor [- 2026-01-09]
    taken with a day | Please call the vendor / Ben: I'll do it Friday / Ben: hm | whoNobody accept moveDeadline | 0: Call the vendor [- -], 1: Call the vendor [Ben 2026-01-09]
    two people in a line | Ben, call the vendor, Carla please book the room | whoNamed | 0: Call the vendor [Ben -], 0: Book the room [Carla -]
    said again | I'll call the vendor / Ben: the vendor! | restate | 0: Call the vendor [Anna -]
    """#)

  @Test(arguments: stated)
  func `each line that states an item or changes it makes a claim`(row: Row) {
    let believed = row.fields[2].split(separator: " ").map(String.init)
    let reader = Chat.plainReader(
      Head.allCases.filter { believed.contains("\($0)") },
      LinkKind.allCases.filter { believed.contains("\($0)") })
    let chat = Chat("Anna: \(row.messages)", people: ["Anna", "Ben", "Carla"])
    #expect(chat.found(by: reader).joined(separator: ", ") == row.expected, "\(row.name)")
    #expect(chat.claims(by: reader).allSatisfy(chat.holdsQuote), "\(row.name)")
  }

  @Test(
    arguments: [
      (
        "the stronger of two effects on the person", "Ben: fine, I'll do it",
        [.accept: 4, .refuse: 0.1], "Ben"
      ),
      ("a refusal", "Ben: I can't", [.refuse: 4, .accept: 0.1], nil),
      (
        "a handover without a name is a refusal", "Ben: I can't, somebody else?",
        [.handOver: 4, .refuse: 0.1], nil
      ),
      (
        "a handover to a named person", "Ben: I can't, Carla?", [.handOver: 4, .refuse: 3], "Carla"
      ),
      (
        "a mention outweighs a weak effect", "Ben: the vendor!", [.restate: 2, .refuse: 0.1], "Ben"
      ),
      ("progress outweighs a weak effect", "Ben: half done", [.progress: 2, .refuse: 0.1], "Ben"),
    ] as [(String, String, [LinkKind: Float], String?)])
  func `the strongest effect decides`(
    name: String, answer: String, strengths: [LinkKind: Float], person: String?
  ) {
    var weights = Chat.plainWeights([.whoNamed], [])
    for (kind, strength) in strengths { weights.links.biases[kind.rawValue] = strength }
    let chat = Chat("Anna: Ben, call the vendor\n\(answer)", people: ["Anna", "Ben", "Carla"])
    var reader = TalkReader(chat.talk, weights, Chat.deadlines, threshold: -1) { _ in .utc }
    let task = reader.tasks(reader.logits()).first
    let assignee = task.flatMap {
      $0.lastAssignee < 0 ? nil : ["Anna", "Ben", "Carla"][$0.lastAssignee]
    }
    #expect(assignee == person, "\(name)")
  }

  @Test(arguments: [LinkKind.accept, .moveDeadline, .restate, .complete])
  func `a message that has an effect on a task may state another one`(kind: LinkKind) {
    var weights = Chat.plainWeights([], [kind])
    let chat = Chat("Anna: call the vendor\nBen: ok, and I'll book the room")
    let counts = [Float(-1), 0.3, 1].map { own in
      weights.links.biases[LinkKind.ownTask] = own
      var reader = TalkReader(chat.talk, weights, Chat.deadlines, threshold: -1) { _ in .utc }
      return reader.tasks(reader.logits()).count
    }
    #expect(counts == [1, 1, 2])
  }

  @Test func `a deadline and urgency are claims of the line that says so`() {
    let reader = Chat.plainReader([.whoNamed], [.accept], readsDays: true)
    let day = Chat("Anna: I'll send the report by Friday, it's urgent")
    #expect(day.claims(by: reader).map(\.isUrgent) == [true])
    #expect(day.found(by: reader) == ["0: Send the report [Anna 2026-01-09]"])
    let time = Chat("Anna: I'll send the report by Friday 5pm")
    #expect(time.found(by: reader) == ["0: Send the report [Anna 2026-01-09T17:00:00+00:00]"])
    let later = Chat("Anna: Ben, please send the report\nBen: sure, by Friday")
    #expect(
      later.found(by: reader) == [
        "0: Send the report [Ben -]", "1: Send the report [Ben 2026-01-09]",
      ])
  }

  @Test func `the day of a line that states another task is not this task's`() {
    let reader = Chat.plainReader(readsDays: true)
    let chat = Chat("Anna: I'll book the van\\nI'll send the report by Friday")
    #expect(
      chat.found(by: reader) == [
        "0: Book the van [Anna -]", "0: Send the report [Anna 2026-01-09]",
      ])
  }

  @Test func `the day of a message that states another task is not that of a task near it`() {
    // Only a line with "please" states an item.
    var please = Example(bits: 10)
    please.add(.one, TokenScanner.hash("please".utf8))
    let buckets = please.buckets.map(Int.init)
    var weights = Chat.plainWeights([], [])
    weights.heads = WeightTable(bits: 10, [.init(buckets: buckets, weights: [20], bias: -10)])
    weights.dayThreshold = -1
    let reader = OfflineReader(deadlines: Chat.deadlines, weights: weights, threshold: 0)
    func days(_ text: String) -> [String?] {
      Chat("Anna: please book the van\n\(text)").claims(by: reader).map { $0.deadline?.description }
    }
    #expect(days("Ben: please send the report\\nby Friday") == [nil, "2026-01-09"])
    #expect(days("Anna: we need it soon\\nby Friday") == ["2026-01-09"])
  }

  @Test func `only new lines make claims`() {
    let text = "Anna: I'll send the report\nAnna: done"
    let reader = Chat.plainReader([], [.complete])
    #expect(Chat(text, context: 2).claims(by: reader).isEmpty)
    let claims = Chat(text, context: 1).claims(by: reader)
    #expect(
      claims.map(\.line) == [1]
        && claims.map(\.task) == [.stated(line: 0, quote: "I'll send the report")])
    #expect(claims.map(\.text) == ["Send the report"] && claims.map(\.quote) == ["done"])
  }

  @Test func `an item that was open before is named by its id`() {
    let item = Window.OpenItem(
      id: "i7", task: "Send the report", assignee: "Ben", deadline: nil, statedBy: "Anna")
    let chat = Chat("Ben: Done, it is sent.", people: ["Anna", "Ben"], openItems: [item])
    let claims = chat.claims(by: Chat.plainReader([], [.complete]))
    #expect(claims.map(\.task) == [.open(id: "i7")], "\(claims)")
    #expect(claims.map(\.isDone) == [true])
    #expect(claims.map(\.text) == ["Send the report"])
    #expect(claims.map(\.quote) == ["Done, it is sent."])
  }

  @Test func `an open item that the context states is known by its id, however it is worded there`()
  {
    let item = Window.OpenItem(
      id: "i7", task: "Send the report", assignee: "Ben", deadline: nil, statedBy: "Anna",
      messageId: "0")
    let chat = Chat(
      "Anna: hm, the report\\nand lunch\nBen: done", context: 1, openItems: [item])
    // Nothing looks like an item.
    var weights = Chat.plainWeights([], [.complete])
    weights.heads.biases[Head.item.rawValue] = -9
    let reader = OfflineReader(deadlines: Chat.deadlines, weights: weights, threshold: 0)
    let claims = chat.claims(by: reader)
    #expect(claims.map(\.task) == [.open(id: "i7")], "\(claims)")
    #expect(claims.map(\.isDone) == [true])
  }

  @Test func `a thin line is named by the message that it answers`() {
    var weights = Chat.plainWeights([], [])
    weights.days.biases[1] = 3
    func last(_ text: String, after before: String = "Can you call the marquee people") -> String? {
      let reader = OfflineReader(deadlines: Chat.deadlines, weights: weights, threshold: -1)
      return Chat("Carla: \(before)\\nor not\n\(text)", context: 1)
        .claims(by: reader).last?.text
    }
    #expect(last("Ben: I'll do it") == "Call the marquee people")
    #expect(last("Ben: me") == "Call the marquee people")
    #expect(last("Ben: I'll feed the dogs") == "Feed the dogs")
    // Many words are thin if all are common.
    let (problem, long) = (
      "No answer from the marquee people",
      "I can, should be fine once the weather and the ground allow"
    )
    #expect(last("Ben: \(long)", after: problem) == "“\(long)”")
    // In an answer to a request, more common words name no subject.
    #expect(
      last("Ben: I can, should be fine by then", after: problem)
        == "“I can, should be fine by then”")
    weights.heads.biases[Head.request.rawValue] = 1
    #expect(last("Ben: I can, should be fine by then", after: problem) == "“\(problem)”")
    weights.stems = StemWeights(counts: Array(repeating: 9, count: 1 << StemWeights.bits), of: 9)
    #expect(last("Ben: \(long)", after: problem) == "“\(problem)”")
    // A line does not answer its own message.
    let reader = OfflineReader(deadlines: Chat.deadlines, weights: weights, threshold: -1)
    #expect(Chat("Ben: about the marquee\\nme").claims(by: reader).last?.text == "“me”")
  }

  @Test func `an uncertain completion makes a claim that is perhaps done`() {
    var weights = Chat.plainWeights([.whoNamed], [.complete])
    (weights.closingThreshold, weights.perhapsThreshold) = (2, 0.5)
    let chat = Chat("Anna: Ben, call the vendor\nBen: the vendor, yes", people: ["Anna", "Ben"])
    let claims = chat.claims(
      by: OfflineReader(deadlines: Chat.deadlines, weights: weights, threshold: -1))
    #expect(claims.map(\.line) == [0, 1])
    #expect(
      claims.map(\.isPerhapsDone) == [false, true] && claims.map(\.isDone) == [false, false])
  }

  @Test(arguments: [
    ("words", String(repeating: "word ", count: 100)),
    ("one word", String(repeating: "x", count: 400)),
    ("Chinese", String(repeating: "的", count: 200)),
    ("accents", String(repeating: "é ", count: 200)),
  ])
  func `a long line is quoted in part`(name: String, text: String) {
    let chat = Chat("Anna: \(text)")
    let claims = chat.claims(by: Chat.plainReader())
    #expect(claims.count == 1, "\(name)")
    #expect(claims.allSatisfy { $0.quote.utf8.count <= 300 && chat.holdsQuote(of: $0) }, "\(name)")
  }

  @Test func `weights decide whether lines certainly or probably hold an item`() {
    let chat = Chat("Anna: one\nAnna: two\\nthree\nAnna: four", context: 1)
    var weights = OfflineWeights(
      heads: WeightTable(), links: WeightTable(), days: WeightTable(),
      stems: StemWeights())
    for (logit, isCertain, isFound) in [(-1, false, false), (1, false, true), (4, true, true)] {
      weights.heads.biases[Head.item.rawValue] = Float(logit)
      let reader = OfflineReader(deadlines: Chat.deadlines, weights: weights, threshold: 0)
      #expect(reader.certainLines(in: chat.window) == (isCertain ? [1, 2] : []))
      #expect(reader.seemsToHold(anItem: chat.window) == isFound)
      #expect(reader.evidence(in: chat.window) == Double(logit))
    }
  }
}
