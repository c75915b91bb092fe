import OfflineModel
import Testing

/// A labelled chat as a lesson: the labels of each unit, and the effects of later units on its items.
@Suite struct LessonTests {
  private static func lesson(_ lines: String, _ items: String) throws -> Lesson {
    Lesson(try SmallChat.read(lines, items: items))
  }

  /// Whether a head applies to each unit, and the weight of that.
  private static func labels(_ head: Head, _ lesson: Lesson) -> (isTrue: [Bool], weight: [Float]) {
    let labels = lesson.labels().map { $0[head.rawValue] }
    return (labels.map(\.isTrue), labels.map(\.weight))
  }

  @Test func `the words of an item tell which line of its message states it`() throws {
    let lines = "Ann: Morning all\\n\\nI'll send the report\\nand more\nBen: ok"
    for (span, unit) in [("send the report", 1), ("more", 2), ("Morning", 0), ("elsewhere", 0)] {
      let lesson = try Self.lesson(lines, #"{"messageId":"m1","taskSpan":"\#(span)"}"#)
      #expect(lesson.unitOfItem == [unit], "\(span)")
    }
    let lesson = try Self.lesson(
      lines, #"{"messageId":"m1"},{"messageId":"m2"},{"messageId":"m9"}"#)
    #expect(lesson.unitOfItem == [0, 3, nil])
    #expect(lesson.units(of: "m1") == 0..<3 && lesson.units(of: "m9").isEmpty)
  }

  @Test func `a unit that states an item counts more, one that may state it does not count`() throws
  {
    let lesson = try Self.lesson(
      "Ann: I'll send it\\nsoon\nBen: send it, Ann\nAnn: water the plants?\nBen: hm",
      """
      {"messageId":"m1","taskSpan":"send it","altIds":["m2"]},\
      {"messageId":"m3","certainty":"arguable"}
      """)
    let labels = Self.labels(.item, lesson)
    #expect(labels.isTrue == [true, false, false, true, false])
    #expect(labels.weight == [3, 1, 0, 1.5, 1])
    // Without acts, the roles of units are unknown.
    #expect(Self.labels(.promise, lesson).weight == [0, 0, 0, 0, 0])
  }

  @Test func `each act of the labels has a head`() {
    let acts =
      "promise request request_all decide accept refuse hand_over progress complete withdraw remind move_deadline"
    let expected: [Head?] = [
      .promise, .request, .requestAll, .requestAll, .accept, .refuse, .handOver, .progress,
      .complete, .withdraw, .remind, .moveDeadline,
    ]
    #expect(acts.split(separator: " ").map { Head(act: String($0)) } == expected)
    #expect(["", "item", "whoNamed", "dance"].allSatisfy { Head(act: $0) == nil })
  }

  @Test func `acts say what units are`() throws {
    let lesson = try Self.lesson(
      "Ann: Ben, send it\nBen: ok\nBen: sent",
      """
      {"messageId":"m1","assignee":"Ben","acts":[{"messageId":"m1","act":"request"},\
      {"messageId":"m2","act":"accept"},{"messageId":"m3","act":"complete"},\
      {"messageId":"m3","act":"dance"}]}
      """)
    #expect(Self.labels(.request, lesson).isTrue == [true, false, false])
    #expect(Self.labels(.accept, lesson).isTrue == [false, true, false])
    #expect(Self.labels(.complete, lesson).weight == [1, 1, 2])
    #expect(Self.labels(.whoNamed, lesson) == ([true, false, false], [1, 0, 0]))
  }

  @Test(arguments: [
    ("the sender", #","assignee":"Ann""#, Head.whoSpeaker),
    ("somebody named", #","assignee":"Ben""#, Head.whoNamed),
    ("somebody else", #","assignee":"Cleo""#, Head.whoOther),
    ("a stranger", #","assignee":"Zoe""#, Head.whoOther), ("nobody", "", Head.whoNobody),
  ])
  func `an item is its sender's, or of somebody named, or of others`(
    name: String, assignee: String, head: Head
  ) throws {
    let lesson = try Self.lesson(
      "Ann: Ben, send it\nBen: ok\nCleo: hm", #"{"messageId":"m1"\#(assignee)}"#)
    #expect(lesson.who(of: lesson.chat.items[0], 0) == head, "\(name)")
  }

  @Test func `what later units do to an item`() throws {
    let lesson = try Self.lesson(
      "Ann: send it\nBen: ok\nBen: by Monday\nAnn: send it!\nBen: sent",
      """
      {"messageId":"m1","finalAssignee":"Ben","state":"done","closedBy":"m5","altIds":["m4"],"acts":[\
      {"messageId":"m1","act":"request"},{"messageId":"m2","act":"promise"},\
      {"messageId":"m3","act":"progress"},{"messageId":"m3","act":"move_deadline"},\
      {"messageId":"m4","act":"remind"},{"messageId":"m5","act":"progress"}]}
      """)
    #expect(
      lesson.acts(of: lesson.chat.items[0])
        == [1: [.accept], 2: [.moveDeadline], 3: [.restate], 4: [.complete]])
    let dropped = try Self.lesson(
      "Ann: send it\nAnn: no need", #"{"messageId":"m1","state":"dropped","closedBy":"m2"}"#)
    #expect(dropped.acts(of: dropped.chat.items[0]) == [1: [.withdraw]])
  }

  @Test func `a unit may have two effects on an item`() throws {
    let acts =
      #""acts":[{"messageId":"m2","act":"accept"},{"messageId":"m2","act":"move_deadline"}]"#
    let taken = try Self.lesson(
      "Ann: who can send it?\nBen: me, by Monday",
      #"{"messageId":"m1","finalAssignee":"Ben",\#(acts)}"#)
    #expect(taken.acts(of: taken.chat.items[0]) == [1: [.accept, .moveDeadline]])
    let all = try Self.lesson(
      "Ann: everyone, send it\nBen: ok, by Monday", #"{"messageId":"m1",\#(acts)}"#)
    #expect(
      all.acts(of: all.chat.items[0]) == [1: [.moveDeadline]],
      "a request to all stays unassigned")
  }
}
