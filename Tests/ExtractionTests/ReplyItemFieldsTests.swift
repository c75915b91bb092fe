import Extraction
import Testing

/// Fields that differ from the schema.
@Suite struct ReplyItemFieldsTests {
  static func decode(_ members: String) throws -> [ActionItemJSON] {
    try ReplyDecoder.items(in: "[{\(members)}]")
  }

  @Test(arguments: [
    ("snake case", #""task":"x","message_id":"m1","due_date":"d","assigned_to":"A""#),
    ("camel case", #""task":"x","messageId":"m1","dueDate":"d","assignedTo":"A""#),
    ("spaces and capitals", #""Task":"x","Message ID":"m1","Due Date":"d","Assigned To":"A""#),
    ("short", #""task":"x","msgId":"m1","due":"d","owner":"A""#),
    ("long", #""action_item":"x","source_message_id":"m1","deadline":"d","responsible":"A""#),
    ("by the way", #""action":"x","messageId":"m1","due":"d","who":"A","id":"7","title":"t""#),
    ("an action", #""action":"x","id":"m1","when":"d","who":"A""#),
    ("a description", #""description":"x","source":"m1","due":"d","owner":"A""#),
    ("null beside a value", #""task":"x","messageId":"m1","deadline":null,"due":"d","owner":"A""#),
    ("value beside null", #""task":"x","messageId":"m1","deadline":"d","due":null,"assignee":"A""#),
    ("repeated", #""task":"y","task":"x","messageId":"m1","due":"d","owner":"A""#),
  ])
  func `fields are known by their usual names`(name: String, members: String) throws {
    let expected = ActionItemJSON(task: "x", assignee: "A", deadline: "d", messageId: "m1")
    #expect(try Self.decode(members) == [expected], "\(name)")
  }

  @Test(
    arguments: [
      ("a list", #"["Ann","Bob"]"#, ["Ann", "Bob"]), ("a name twice", #"["Ann","Ann"]"#, ["Ann"]),
      ("a list of one", #"["Ann"]"#, ["Ann"]), ("an empty list", "[]", [nil]),
      ("null in a list", #"[null,"Ann"]"#, ["Ann"]), ("an object", #"{"name":"Ann"}"#, ["Ann"]),
      ("objects", #"[{"name":"Ann","id":1},{"name":"Bob"}]"#, ["Ann", "Bob"]),
      ("names in one string", #""Ann and Bob""#, ["Ann and Bob"]), ("a number", "7", ["7"]),
      ("null", "null", [nil]),
    ] as [(String, String, [String?])])
  func `a task of several people is an item for each`(
    name: String, assignee: String, people: [String?]
  ) throws {
    let items = try Self.decode(
      #""task":"x","messageId":"m1","priority":"low","assignee":\#(assignee)"#)
    #expect(items.map(\.assignee) == people, "\(name)")
    #expect(items.allSatisfy { $0.task == "x" && $0.messageId == "m1" && $0.priority == "low" })
  }

  @Test(
    arguments: [
      (#""i2""#, "i2"), ("2", "2"), (#""item i2""#, "item i2"), ("null", nil), ("[1]", nil),
    ] as [(String, String?)])
  func `an open item is named by text or number`(written: String, update: String?) throws {
    let items = try Self.decode(#""task":"x","messageId":"m1","update":\#(written)"#)
    #expect(items.map(\.update) == [update], "\(written)")
  }

  @Test func `a crowd is an error`() {
    let crowd = (1...51).map { "\"P\($0)\"" }.joined(separator: ",")
    #expect(
      throws: ReplyError.badItem(
        number: 1, field: "assignee", problem: "names more than 50 people")
    ) {
      try Self.decode(#""task":"x","messageId":"m1","assignee":[\#(crowd)]"#)
    }
  }

  @Test(
    arguments: [
      ("a number", "7", "7"), ("a huge number", "1e400", "1e400"),
      ("a list of one", #"["m7"]"#, "m7"), ("a list", #"["m7","m8"]"#, "m7"),
    ] as [(String, String, String)])
  func `ids are read whatever their type`(name: String, id: String, read: String) throws {
    #expect(
      try Self.decode(#""task":"x","messageId":\#(id)"#).map(\.messageId) == [read], "\(name)")
  }

  @Test(
    arguments: [
      ("date and time", #""deadline":{"date":"2026-01-09","time":"17:00"}"#, "2026-01-09T17:00"),
      ("date alone", #""deadline":{"date":"2026-01-09","time":null}"#, "2026-01-09"),
      ("a number", #""due":20260109"#, "20260109"), ("null", #""due":null"#, nil),
      ("a list", #""due":["2026-01-09","2026-01-10"]"#, "2026-01-09"),
      ("an empty list", #""due":[]"#, nil), ("null in a list", #""due":[null]"#, nil),
      ("a value", #""due":{"value":"2026-01-09"}"#, "2026-01-09"),
      ("a stretch", #""due":{"start":"2026-01-05","end":"2026-01-09"}"#, "2026-01-09"),
      ("its parts", #""due":{"year":2026,"month":1,"day":9}"#, "2026-01-09"),
      (
        "its parts in words", #""due":{"year":2026,"month":"May","day":4}"#,
        #"{"year":2026,"month":"May","day":4}"#
      ),
      (
        "a time said twice", #""due":{"datetime":"2026-09-04T17:00","time":"17:00"}"#,
        "2026-09-04T17:00"
      ),
      (
        "a time in another case", #""due":{"Date":"2026-01-09","Time":"17:00"}"#, "2026-01-09T17:00"
      ),
      ("a weekday and time", #""due":{"date":"Tuesday","time":"17:00"}"#, "Tuesday 17:00"),
      ("a list in an object in a list", #""due":[{"date":["2026-01-09"]}]"#, "2026-01-09"),
      ("an empty object", #""due":{}"#, nil), ("nulls", #""due":{"date":null,"time":""}"#, nil),
      ("another object", #""due":{"in":2}"#, #"{"in":2}"#),
      ("no", #""due":false"#, nil), ("yes", #""due":true"#, "true"),
    ] as [(String, String, String?)])
  func `deadlines are read whatever their type`(name: String, member: String, read: String?) throws
  {
    let items = try Self.decode(#""task":"x","messageId":"m1",\#(member)"#)
    #expect(items.map(\.deadline) == [read], "\(name)")
  }

  /// Each level used to ask twice for the next one, so that sixty levels never ended.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("lists", 60, "[", "]"), ("objects", 60, #"{"date":"#, "}"),
      ("both", 30, #"[{"end":"#, "}]"), ("unknown members", 60, #"{"in":"#, "}"),
    ])
  func `a deadline deep in lists and objects is written out`(
    name: String, depth: Int, opening: String, closing: String
  ) throws {
    for core in ["null", #""2026-01-09""#] {
      let deep =
        String(repeating: opening, count: depth) + core + String(repeating: closing, count: depth)
      let items = try Self.decode(#""task":"x","messageId":"m1","due":\#(deep)"#)
      let deadline = try #require(items.first?.deadline, "\(name)")
      #expect(deep.utf8.count >= deadline.utf8.count && deadline.utf8.count > 60, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("a word", #""urgent""#, "urgent"), ("a number", "1", "1"), ("a truth", "true", "true"),
      ("a list", #"["high"]"#, #"["high"]"#), ("null", "null", nil),
    ] as [(String, String, String?)])
  func `a priority is never an error`(name: String, written: String, read: String?) throws {
    let items = try Self.decode(#""task":"x","messageId":"m1","priority":\#(written)"#)
    #expect(items.map(\.priority) == [read], "\(name)")
  }

  @Test func `pieces of a quote are one quote with something left out`() throws {
    let items = try Self.decode(#""task":"x","messageId":"m1","quote":["a b","d"]"#)
    #expect(items.map(\.quote) == ["a b … d"])
  }
}
