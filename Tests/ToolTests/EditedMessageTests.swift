import Foundation
import TestSupport
import Testing

/// Edited messages, in whichever order the exports are read, and renamed channels. Also failed writes, and commands
/// that would be misunderstood.
@Suite struct EditedMessageTests {
  /// A Slack export of one channel with one request, in a given wording.
  private static func export(
    due day: String, edited: String? = nil, channel: String = "general", more: String = ""
  ) -> [String: String] {
    let edit = edited.map { #","edited":{"user":"U1","ts":"\#($0)"}"# } ?? ""
    return [
      "users.json": #"[{"id":"U1","name":"anna"},{"id":"U2","name":"ben"}]"#,
      "channels.json": #"[{"id":"C1","name":"\#(channel)","members":["U1","U2"]}]"#,
      "\(channel)/2026-11-01.json":
        #"[{"type":"message","user":"U1","ts":"1793520000.000100","text":"<@U2> please send the quarterly report by 2026-12-\#(day)"\#(edit)}\#(more)]"#,
    ]
  }

  private static let original = export(due: "01")
  private static let later = export(due: "05", edited: "1793520100.000000")
  private static let back = export(due: "01", edited: "1793520200.000000")

  /// Returns a field of all items.
  private static func values(
    of field: String, in directory: TemporaryDirectory
  ) async throws -> [String] {
    let listed = try await directory.run("list", "--json")
    return try listed.lines.map { try ReportStore.object($0)[field] as? String ?? "" }
  }

  /// Reads one export each night; returns the deadlines after each.
  private static func nights(
    _ exports: [[String: String]], together: Bool = false
  ) async throws -> [[String]] {
    let directory = try TemporaryDirectory()
    var deadlines: [[String]] = []
    for (night, files) in exports.enumerated() {
      for (path, text) in files { try directory.write(text, to: "\(night)/\(path)") }
    }
    let paths = exports.indices.map { "\($0)" }
    for some in together ? [paths] : paths.map({ [$0] }) {
      try await directory.succeed(["extract", "--offline"] + some)
      deadlines.append(try await Self.values(of: "deadline", in: directory))
    }
    return deadlines
  }

  @Test func `an older version of a message changes nothing, whenever it is read`() async throws {
    #expect(
      try await Self.nights([Self.original, Self.later]) == [["2026-12-01"], ["2026-12-05"]])
    #expect(
      try await Self.nights([Self.later, Self.original, Self.later])
        == [["2026-12-05"], ["2026-12-05"], ["2026-12-05"]])
    #expect(
      try await Self.nights([Self.later, Self.original], together: true) == [["2026-12-05"]])
    #expect(
      try await Self.nights([Self.original, Self.later], together: true) == [["2026-12-05"]])
  }

  @Test func `reading again does not bring back an older version`() async throws {
    let directory = try TemporaryDirectory()
    for (path, text) in Self.later { try directory.write(text, to: "new/\(path)") }
    for (path, text) in Self.original { try directory.write(text, to: "old/\(path)") }
    for paths in [["new"], ["new", "old"], ["old"]] {
      try await directory.succeed(["extract", "--offline", "--again"] + paths)
      #expect(try await Self.values(of: "deadline", in: directory) == ["2026-12-05"], "\(paths)")
    }
    let verified = try await directory.run("store", "verify")
    #expect(verified.output.contains("1 message read"), "\(verified.output)")
  }

  @Test func `an edit that brings back what a message said before is followed`() async throws {
    #expect(
      try await Self.nights([Self.original, Self.later, Self.back, Self.later])
        == [["2026-12-01"], ["2026-12-05"], ["2026-12-01"], ["2026-12-01"]])
  }

  @Test func `items of a renamed channel use its new name once it has a new message`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let more =
      #",{"type":"message","user":"U1","ts":"1793520300.000100","text":"<@U2> could you book the room by 2026-12-09?"}"#
    for (night, files) in [
      Self.original, Self.export(due: "01", channel: "team"),
      Self.export(due: "01", channel: "team", more: more),
    ].enumerated() {
      for (path, text) in files { try directory.write(text, to: "\(night)/\(path)") }
      try await directory.succeed("extract", "--offline", "\(night)")
    }
    #expect(
      try await Self.values(of: "conversationTitle", in: directory) == ["team", "team"])
    let listed = try await directory.run("list", "--json", "--conversation", "team")
    #expect(listed.lines.count == 2)
    // The old export changes nothing when read again.
    let journal = try directory.read("s/journal.jsonl")
    _ = try await directory.run("extract", "--offline", "0")
    #expect(try directory.read("s/journal.jsonl") == journal)
    // An older export with a new message changes neither the title nor removed items.
    let listedNow = try await directory.run("list", "--json")
    let newest = try #require(listedNow.lines.first { $0.contains("the room") })
    let id = try #require(ReportStore.object(newest)["id"] as? String)
    _ = try await directory.run("remove", id)
    let older =
      #",{"type":"message","user":"U1","ts":"1793520200.000100","text":"<@U2> could you call Carla by 2026-12-08?"}"#
    for (path, text) in Self.export(due: "01", more: older) {
      try directory.write(text, to: "3/\(path)")
    }
    _ = try await directory.run("extract", "--offline", "3")
    #expect(
      try await Self.values(of: "conversationTitle", in: directory) == ["team", "team"])
  }

  @Test func `a run that cannot write any more reports what it saved`() async throws {
    let directory = try TemporaryDirectory()
    // Files are limited to 512 blocks of 512 bytes: more than one commit, and less than all.
    let lines = (0..<600).map { number in
      #"{"id":"\#(number)","conversationId":"c\#(number)","sender":"Anna","timestamp":"2026-01-05T10:00:00Z","text":"TODO: Anna to write part \#(number) of the manual"}"#
    }
    try directory.write(lines.joined(separator: "\n"), to: "chat.jsonl")
    let script =
      "ulimit -f 512; exec \(ToolProcess.binary) extract --offline --store s --summary sum.json chat.jsonl"
    let run = try await ToolProcess(["-c", script], in: directory, program: "/bin/sh").outcome()
    run.expect(5, "journal.jsonl")
    let summary = try ReportStore.object(directory.text("sum.json"))
    let items = try await StoreListing.items(in: directory)
    #expect(!items.isEmpty && summary["itemsCreated"] as? Int == items.count)
  }

  @Test func `many edits on a full disk fail like any other write`() async throws {
    let directory = try TemporaryDirectory()
    let lines = (0..<1200).map { number in
      #"{"id":"\#(number)","conversationId":"c","sender":"Anna","timestamp":"2026-01-05T10:00:00Z","text":"TODO: Anna to write part \#(number) of the manual"}"#
    }
    try directory.write(lines.joined(separator: "\n"), to: "chat.jsonl")
    try await directory.succeed("extract", "--offline", "--quiet", "chat.jsonl")
    let ids = try await directory.run("list", "--json")
      .lines.map { try #require(try ReportStore.object($0)["id"] as? String) }
    let size = try directory.read("s/journal.jsonl").count
    // Space for the first thousand, which are written together, but not for the others.
    let blocks = size / 512 + 2600
    let script =
      "ulimit -f \(blocks); exec \(ToolProcess.binary) done --store s \(ids.joined(separator: " "))"
    let done = try await ToolProcess(["-c", script], in: directory, program: "/bin/sh").outcome()
    done.expect(5, "cannot write")
  }

  @Test(arguments: [
    (["edit", "ID", "--assignee", "me"], "people.json"),
    (["extract", "--offline", "--budget-cost", "2", "chat.json"], "--price-in"),
    (["extract", "--offline", "--stale-after", "3", "chat.json"], "36h"),
  ])
  func `a command that would be misunderstood is refused`(
    arguments: [String], words: String
  ) async throws {
    let directory = try TemporaryDirectory(ReportStore.chat, in: "chat.json")
    _ = try await ExtractCommand.run("--offline", "chat.json", in: directory)
    let listed = try await directory.run("list", "--json")
    let id = try ReportStore.id(listed.lines)
    try await directory.run(arguments.map { $0 == "ID" ? id : $0 }).expect(2, words)
  }
}
