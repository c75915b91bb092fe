import ActionItems
import CivilTime
import Encoding
import TestSupport
import Testing

@testable import Loading

/// Telegram's JSON exports: texts and their parts, the chats of an account, times, and lists of tasks.
@Suite struct TelegramTests {
  @Test(arguments: [
    ("string", #""plain""#, "plain"), ("empty string", #""""#, ""), ("null", "null", ""),
    ("number", "7", "7"), ("strings", #"["a","b"]"#, "ab"),
    ("plain part", #"[{"type":"plain","text":"a"}]"#, "a"),
    ("link", #"["see ",{"type":"link","text":"https://a.example"}]"#, "see https://a.example"),
    (
      "labelled link", #"[{"type":"text_link","text":"here","href":"https://a.example/"}]"#,
      "here (https://a.example/)"
    ),
    (
      "mention", #"[{"type":"mention","text":"@ann"}," and ",{"type":"mention_name","text":"Bo"}]"#,
      "@ann and @Bo"
    ),
    ("quote", #"["a",{"type":"blockquote","text":"b\nc"},"d"]"#, "a\n> b\n> c\nd"),
    ("quote alone", #"[{"type":"blockquote","text":"b"},"\nd"]"#, "> b\nd"),
    ("unknown part", #"[{"type":"sparkle","text":"a"},{"type":"bold"},3]"#, "a3"),
  ])
  func `texts of all kinds become plain`(name: String, json: String, plain: String) throws {
    #expect(TelegramText(try JSONValue(parsing: json.utf8)).plain == plain, "\(name)")
  }

  static func load(_ name: String) throws -> RecordingSink {
    try RecordingSink.load(Golden.path("exports/telegram/\(name)"))
  }

  @Test func `an account export is read chat by chat, the chats left behind too`() throws {
    let sink = try Self.load("account")
    #expect(
      sink.loaded.map { "\($0.conversation.id) \($0.conversation.title ?? "-")" } == [
        "telegram:701 Jan", "telegram:702 -", "telegram:700 Saved Messages",
        "telegram:703 Reminder", "telegram:704 Old flat",
      ])
    #expect(
      sink.loaded.map(\.conversation.kind) == [.direct, .direct, .direct, .direct, .private])
    #expect(sink.loaded[0].report?.skipped == ["without text": 1, "not a message": 1])
    #expect(sink.loaded[3].messages.map(\.kind) == [.bot] && sink.failures.isEmpty)
    #expect(sink.lines.contains("Deleted Account: bye \u{1B} all"))
    #expect(sink.lines.contains("Ida Roth: > Jan: Bring the keys\n> tomorrow"))
  }

  @Test func `times are instants, and local ones only where the export has no others`() throws {
    let jan = try Self.load("account").loaded[0]
    #expect(jan.messages.first?.timestamp?.description == "2026-02-01T11:00:00Z")
    #expect(jan.report?.timeZoneKnown == true)
    let old = try Self.load("old").loaded[0]
    #expect(old.messages.first?.timestamp?.description == "2018-05-01T18:00:00Z")
    #expect(old.report?.timeZoneKnown == false && old.report?.warnings.count == 1)
  }

  @Test func `an account whose contacts fill the beginning is known all the same`() throws {
    let contact =
      #"{"first_name":"A","last_name":"B","phone_number":"+1","date":"2026-01-01T00:00:00"},"#
    let many = String(repeating: contact, count: 2000).dropLast()
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      #"{"about":"x","personal_information":{"user_id":1},"contacts":{"about":"c","list":[\#(many)]},"chats":{"list":[{"name":"n","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date_unixtime":"1700000000","from":"a","text":"x"}]}]}}"#,
      to: "result.json")
    #expect(try RecordingSink.load(path).lines == ["a: x"])
  }

  @Test func `a chat that breaks off keeps its name and what came before`() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(
      #"{"name":"n","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date_unixtime":"1700000000","from":"a","text":"x"},{"id":2,"ty"#,
      to: "result.json")
    let sink = try RecordingSink.load(path)
    #expect(sink.lines == ["a: x"] && sink.failures.count == 1)
    #expect(sink.loaded[0].conversation.title == "n")
  }

  @Test(arguments: [
    (
      "a check list",
      #""rich_message":{"blocks":[{"type":"heading","text":"Open"},{"type":"list","items":[{"has_checkbox":true,"is_checked":true,"blocks":[{"text":"a"}]},{"has_checkbox":true,"blocks":[{"text":["b ",{"type":"bold","text":["c"]}]}]}]}]}"#,
      "Open\n- [x] a\n- [ ] b c"
    ),
    (
      "a quote and a table",
      #""rich_message":{"blocks":[{"type":"blockquote","blocks":[{"text":"q"}]},{"type":"table","cells":[[{"text":"x"},{"text":"y"}]]}]}"#,
      "> q\nx | y"
    ),
    ("other kinds of value", #""text":"hi","rich_message":{"blocks":{"items":3}}"#, "hi"),
    (
      "tasks that were added",
      #""type":"service","action":"todo_append_tasks","actor":"Ann","actor_id":"user1","items":[{"text":"Book","id":3}]"#,
      "- Book"
    ),
  ])
  func `blocks and lists are read`(name: String, fields: String, text: String) throws {
    let sink = try RecordingSink.load(
      #"{"name":"c","type":"personal_chat","id":3,"messages":[{"id":1,"type":"message","date_unixtime":"1769853600","from":"Ann","from_id":"user1",\#(fields)}]}"#,
      named: "result.json")
    #expect(sink.lines == ["Ann: \(text)"], "\(name)")
    #expect(sink.loaded[0].messages[0].kind == .message, "\(name)")
  }
  @Test(arguments: [
    ("finished", #""completed":[1],"incompleted":[]"#, ["Ann: Done: Book"]),
    ("added later", #""completed":[2],"incompleted":[]"#, ["Ann: Done: Call"]),
    ("both", #""completed":[1],"incompleted":[2]"#, ["Ann: Done: Book\nNot done: Call"]),
    ("often", #""completed":[1,1,1],"incompleted":[]"#, ["Ann: Done: Book"]),
    ("of no list", #""completed":[7],"incompleted":[]"#, ["Ann: todo completions"]),
    ("of two lists", #""completed":[3],"incompleted":[]"#, ["Ann: todo completions"]),
  ])
  func `tasks of a list are finished by who says so`(
    name: String, numbers: String, lines: [String]
  ) throws {
    let author = #""from":"Ann","from_id":"user1""#
    let actor = #""type":"service","actor":"Ann","actor_id":"user1","action""#
    let records = [
      #"\#(author),"type":"message","todo_list":{"title":"L","answers":[{"text":"Book","id":1}]}"#,
      #"\#(actor):"todo_append_tasks","items":[{"text":"Call","id":2},{"text":"Pay","id":3}]"#,
      #"\#(author),"type":"message","todo_list":{"title":"M","answers":[{"text":"Sing","id":3}]}"#,
      #"\#(actor):"todo_completions",\#(numbers)"#,
    ].enumerated().map { #"{"id":\#($0),"date_unixtime":"176985360\#($0)","text":"",\#($1)}"# }
    let sink = try RecordingSink.load(
      #"{"name":"c","type":"personal_chat","id":3,"messages":[\#(records.joined(separator: ","))]}"#,
      named: "result.json")
    #expect(Array(sink.lines.dropFirst(3)) == lines, "\(name)")
    let isTold = sink.loaded[0].report?.warnings.contains {
      $0.hasPrefix("1 message names finished or reopened tasks that cannot be identified")
    }
    #expect(isTold == name.hasPrefix("of "), "\(name)")
  }

  @Test func `a number of a full list of tasks may turn out to be of two lists`() throws {
    let author = #""type":"message","from":"Ann","from_id":"user1","todo_list":{"title":"L""#
    let tasks = (0..<10_000).map { #"{"text":"\#($0)","id":\#($0)}"# }.joined(separator: ",")
    let records = [
      #"\#(author),"answers":[\#(tasks)]}"#,
      #"\#(author),"answers":[{"text":"Sing","id":3}]}"#,
      #""type":"service","actor":"Ann","actor_id":"user1","action":"todo_completions","completed":[3]"#,
    ].enumerated().map { #"{"id":\#($0),"date_unixtime":"176985360\#($0)","text":"",\#($1)}"# }
    let sink = try RecordingSink.load(
      #"{"name":"c","type":"personal_chat","id":3,"messages":[\#(records.joined(separator: ","))]}"#,
      named: "result.json")
    #expect(sink.lines.last == "Ann: todo completions")
  }
}
