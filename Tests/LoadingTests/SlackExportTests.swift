import ActionItems
import CivilTime
import FoundationEssentials
import Loading
import TestSupport
import Testing

@Suite struct SlackExportTests {
  static let export = Golden.path("exports/slack/acme")

  /// The same export as a zip, as Slack delivers it.
  static func zipped(in folder: TemporaryDirectory) throws -> String {
    var writer = ZipWriter()
    for name in try FileManager.default.subpathsOfDirectory(atPath: export).sorted() {
      guard name.hasSuffix(".json") else { continue }
      let data = try Data(contentsOf: URL(filePath: export).appending(path: name))
      writer.add(name, [UInt8](data))
    }
    return try folder.write(writer.bytes(), to: "acme.zip")
  }

  static func load() throws -> RecordingSink { try RecordingSink.load(export) }

  @Test func `zip and folder hold the same`() throws {
    let folder = try TemporaryDirectory()
    let zip = try RecordingSink.load(try Self.zipped(in: folder))
    let plain = try Self.load()
    #expect(zip.loaded.map(\.conversation) == plain.loaded.map(\.conversation))
    #expect(zip.loaded.map(\.messages) == plain.loaded.map(\.messages))
    #expect(zip.failures.isEmpty && plain.failures.isEmpty)
  }

  @Test func `conversations have ids, titles and kinds of the index files`() throws {
    let sink = try Self.load()
    let found = sink.loaded.map {
      "\($0.conversation.id) \($0.conversation.title ?? "-") \($0.conversation.kind?.rawValue ?? "-")"
    }
    #expect(
      Set(found) == [
        "slack:C0GENERAL general public", "slack:C0RELEASE release-2.4 public",
        "slack:G0SECRET secret-plans private", "slack:G0MPIM Anna, Ben Okafor, Carla group",
        "slack:D0DIRECT1 Anna, Ben Okafor direct",
      ])
  }

  @Test func `every record is a message or counted with its reason`() throws {
    for loaded in try Self.load().loaded {
      let report = try #require(loaded.report)
      #expect(report.records == loaded.messages.count + report.skipped.values.reduce(0, +))
    }
    let general = try #require(try Self.load().loaded.first { $0.conversation.title == "general" })
    #expect(general.report?.skipped == ["deleted": 1])
    #expect(general.messages.map(\.kind.rawValue).sorted().first == "bot")
  }

  @Test func `text in blocks, attachments and files is read`() throws {
    let sink = try Self.load()
    let general = sink.messages(of: "general").map(\.text)
    #expect(
      general.contains("I'll fix the build, see run 77 (https://ci.acme.example/77) :wrench:"))
    let release = sink.messages(of: "release-2.4").map(\.text)
    #expect(release.contains("Release 2.4\nBuilt in 312 s\nBranch: main"))
    #expect(release.contains("[file: Screenshot of the error]"))
  }

  @Test func `threads keep their links over days`() throws {
    let thread = try Self.load().messages(of: "general").filter {
      $0.threadId == "1767603600.000200"
    }
    #expect(thread.count == 3)
    #expect(thread.map(\.replyTo) == [nil, "1767603600.000200", "1767603600.000200"])
  }

  @Test func `two people with one display name stay two`() throws {
    let senders = Set(try Self.load().messages(of: "general").compactMap(\.sender))
    #expect(senders.isSuperset(of: ["Carla", "Carla (carla.v)", "Anna", "Ben Okafor"]))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")))
  func `times are those of the author's clock`() throws {
    let messages = try Self.load().messages(of: "general")
    let anna = try #require(messages.first { $0.sender == "Anna" })
    #expect(anna.timestamp?.description == "2026-01-05T10:00:00.0002+01:00")
    let ben = try #require(messages.first { $0.sender == "Ben Okafor" && $0.kind == .message })
    #expect(ben.timestamp?.description == "2026-01-05T05:00:00.0003-05:00")
  }

  @Test func `a damaged day costs what it strikes`() throws {
    let folder = try TemporaryDirectory()
    let day = #"{"type":"message","user":"U1","text":"%","ts":"1700000000.00000%"}"#
    func record(_ number: Int) -> String { day.replacing("%", with: "\(number)") }
    try folder.write("[\(record(1)),\(record(2)),", to: "general/2023-11-14.json")
    try folder.write(
      "[\(record(3)),{\"type\":\"message\",\"text\":oops},\(record(4))]",
      to: "general/2023-11-15.json")
    try folder.write("", to: "general/2023-11-16.json")
    let sink = try RecordingSink.load(folder.path)
    #expect(sink.loaded.flatMap(\.messages).map(\.text) == ["1", "2", "3", "4"])
    #expect(sink.failures.count == 3)
    #expect(sink.loaded.first?.report?.skipped == ["malformed": 1])
  }

  @Test(arguments: [
    ("usual", #""ts":"1700000000.000001""#, "2023-11-14T22:13:20.000001Z"),
    ("a number", #""ts":1700000000.5"#, "2023-11-14T22:13:20.5Z"),
    ("no fraction", #""ts":"1700000000""#, "2023-11-14T22:13:20Z"),
    ("a long fraction", #""ts":"1700000000.1234567""#, "2023-11-14T22:13:20.123456Z"),
    ("no number", #""ts":"abc""#, nil), ("signs", #""ts":"17000000-0.0""#, nil),
    ("a bad fraction", #""ts":"1700000000.1x""#, nil),
    ("too long", #""ts":"1700000000000.0""#, nil),
    ("only a fraction", #""ts":".5""#, nil), ("empty", #""ts":"""#, nil),
  ])
  func `times are seconds with a fraction`(name: String, ts: String, time: String?) throws {
    let messages = try Self.messages(#"{"type":"message","user":"U1","text":"x",\#(ts)}"#)
    #expect(messages.map(\.timestamp?.description) == [time], "\(name)")
  }

  @Test(arguments: [
    ("a message's", #""type":"message","#, true), ("none", "", true),
    ("empty", #""type":"","#, true), ("no string", #""type":null,"#, true),
    ("escaped", #""type":"m\u0065ssage","#, true), ("another", #""type":"event","#, false),
    ("another, and then none", #""type":"event","type":null,"#, true),
  ])
  func `other types are not messages`(name: String, type: String, isRead: Bool) throws {
    let messages = try Self.messages(
      #"{\#(type)"user":"U1","text":"x","ts":"1700000000.000001"}"#)
    #expect(messages.count == (isRead ? 1 : 0), "\(name)")
  }

  /// The messages of a record that follows one by which the day is recognized as Slack's.
  private static func messages(_ record: String) throws -> [Message] {
    let usual = #"{"type":"message","user":"U1","text":"first","ts":"1600000000.000001"}"#
    let folder = try TemporaryDirectory()
    let path = try folder.write("[\(usual),\(record)]", to: "day.json")
    return try RecordingSink.load(path).loaded.flatMap(\.messages).filter { $0.text != "first" }
  }

  @Test func `a day file alone is read, its folder names the conversation`() throws {
    let sink = try RecordingSink.load(Self.export + "/general/2026-01-06.json")
    #expect(sink.loaded.first?.conversation.title == "general")
    #expect(sink.loaded.first?.messages.count == 2)
  }

  @Test func `an edited message has another digest under the same id`() throws {
    func message(_ text: String, _ more: String = "") throws -> Message? {
      let folder = try TemporaryDirectory()
      let path = try folder.write(
        "[{\"type\":\"message\",\"user\":\"U1\",\"text\":\"\(text)\",\"ts\":\"1700000000.000001\"\(more)}]",
        to: "day.json")
      return try RecordingSink.load(path).loaded.first?.messages.first
    }
    let before = try #require(try message("do it"))
    let after = try #require(try message("do it now", ",\"edited\":{\"ts\":\"1\"}"))
    let liked = try #require(try message("do it", ",\"reactions\":[{\"name\":\"+1\"}]"))
    #expect(before.id == after.id && before.digest != after.digest)
    #expect(before == liked)
  }

  @Test func `an Enterprise Grid export is read with all its workspaces`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/slack-grid"))
    #expect(
      Set(sink.loaded.map(\.conversation.id)) == [
        "slack:C0ALL", "slack:D0GRID1", "slack:C0NORTH", "slack:C0SOUTH", "slack:G0BUDGET",
      ])
    // The organization's names and channels are known in each workspace.
    #expect(sink.messages(of: "slack:C0SOUTH").map(\.sender) == ["Tom Berg"])
    #expect(sink.messages(of: "slack:C0NORTH").last?.text.hasSuffix("see #all-hands") == true)
    #expect(sink.failures.isEmpty && Set(sink.skippedFiles) == [.list])
  }

  @Test func `mutated exports are read or refused`() throws {
    let folder = try TemporaryDirectory()
    let path = try Self.zipped(in: folder)
    let original = try folder.read("acme.zip")
    let expected = try RecordingSink.load(path).loaded.flatMap(\.messages).count
    var mutator = ByteMutator(seed: 6)
    for _ in 0..<200 {
      let sink = try RecordingSink.load(try folder.write(mutator.mutate(original), to: "m.zip"))
      #expect(sink.loaded.flatMap(\.messages).count <= expected)
    }
    let day = try Data(contentsOf: URL(filePath: Self.export + "/general/2026-01-05.json"))
    var dayMutator = ByteMutator(
      seed: 7, tokens: ["\"", "[", "{", "}", "]", "<@", ">", "&", "\\u"])
    for _ in 0..<500 {
      _ = try RecordingSink.load(try folder.write(dayMutator.mutate([UInt8](day)), to: "d.json"))
    }
  }

  @Test func `people of other workspaces are named by their messages`() throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      #"[{"id":"U1","name":"anna","profile":{"display_name":"anna"}}]"#, to: "users.json")
    try folder.write(#"[{"id":"C1","name":"release","members":["U1"]}]"#, to: "channels.json")
    try folder.write(
      #"[{"id":"D1","members":["U1","U7"]},{"id":"D2","members":["U1","U8"]}]"#, to: "dms.json")
    let profile = #""user_profile":{"real_name":"Dora Ext","display_name":"dora"}"#
    try folder.write(
      #"[{"type":"message","user":"U1","text":"hi","ts":"1767600000.000100"},{"type":"message","user":"U7","text":"book it","ts":"1767600001.000100",\#(profile)}]"#,
      to: "D1/2026-01-05.json")
    try folder.write(
      #"[{"type":"message","user":"U1","text":"hi","ts":"1767600000.000100"}]"#,
      to: "D2/2026-01-05.json")
    try folder.write(
      #"[{"type":"message","user":"U7","text":"hi","ts":"1767600001.000100",\#(profile)},{"type":"message","user":"U1","text":"<@U7> please","ts":"1767600002.000100"}]"#,
      to: "release/2026-01-05.json")
    let sink = try RecordingSink.load(folder.path)
    #expect(sink.loaded.map(\.conversation.title) == ["anna, dora", "anna, U8", "release"])
    #expect(sink.loaded[0].conversation.participants.map(\.name) == ["anna", "dora"])
    #expect(sink.lines.last == "anna: @dora please" && sink.failures.isEmpty)
  }
}
