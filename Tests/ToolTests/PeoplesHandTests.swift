import Foundation
import TestSupport
import Testing

/// Changes that people make on the command line, and how long they last. Also undone runs, purges, and names in
/// `people.json`.
@Suite struct PeoplesHandTests {
  @Test func `a person's settings survive a rereading of the messages`() async throws {
    let (directory, id) = try await ReportStore.make()
    try await directory.succeed(
      "edit", String(id.prefix(8)), "--task", "Send  the\nQ4 report", "--assignee", "Ben",
      "--deadline", "2027-02-01", "--priority", "high", "--json")
    for _ in 0..<2 {
      let listed = try await directory.run("list", "--json")
      let item = try ReportStore.object(listed.lines.first)
      #expect(
        item["task"] as? String == "Send the Q4 report" && item["assignee"] as? String == "Ben")
      #expect(item["deadline"] as? String == "2027-02-01" && item["priority"] as? String == "high")
      #expect(listed.lines.count == 1)
      let again = try await directory.run("extract", "--offline", "--again", "chat.json")
      #expect(again.status == 0 && again.output.isEmpty, "\(again.output)")
    }
    let none = try await directory.run("edit", id, "--deadline", "-", "--assignee", "-", "--json")
    let item = try ReportStore.object(none.lines.first)
    #expect(item["deadline"] is NSNull && item["assignee"] is NSNull)
  }

  @Test func `marking a removed item as done explains how to restore it`() async throws {
    let (directory, id) = try await ReportStore.make()
    _ = try await directory.run("remove", id)
    for command in [["done", id], ["edit", id, "--priority", "low"]] {
      try await directory.run(command).expect(2, "\(id) is removed", "'actionitems reopen \(id)'")
    }
  }

  @Test func `a deadline in words is parsed in full, or refused with the reason`() async throws {
    let (directory, id) = try await ReportStore.make()
    // A zone in which it is neither midnight nor shortly after.
    let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
    let zone = hour < 1 || hour > 22 ? "Etc/GMT-6" : "UTC"
    func edit(_ words: String) async throws -> ToolProcess.Outcome {
      try await directory.run("edit", id, "--deadline", words, "--time-zone", zone, "--json")
    }
    for words in ["31.12", "by friday", "tomorrow at 3pm", "next friday.", "bis Freitag"] {
      let taken = try await edit(words)
      #expect(taken.status == 0, "\(words): \(taken.errors)")
    }
    let date = try ReportStore.object(try await edit("31.12").lines.first)["deadline"] as? String
    #expect(date?.hasSuffix("-12-31") == true, "\(date ?? "")")
    try await edit("today at 00:10").expect(2, "is in the past")
    try await edit("friday unless it rains").expect(2, "only 'friday' is a time")
    #expect(try await edit("friday, or rather next friday").status == 2)
  }

  @Test func `a run can be undone, and its messages are read again`() async throws {
    let (directory, id) = try await ReportStore.make()
    try await directory.succeed("runs", "undo", "1")
    #expect(try await directory.run("list").output.isEmpty)
    let again = try await directory.run("extract", "--offline", "--json", "chat.json")
    #expect(try ReportStore.id(again.lines) == id)
    for wrong in ["7", "x", "0"] {
      let refused = try await directory.run("runs", "undo", wrong)
      #expect(refused.status != 0 && refused.errors.contains("actionitems runs"))
    }
  }

  @Test func `one person's names are known across platforms`() async throws {
    let (directory, _) = try await ReportStore.make()
    try directory.write(
      #"{"me":"anna","people":[{"name":"Anna Schmidt","names":["anna","U77"]},{"name":"Ben","names":[]}]}"#,
      to: "s/people.json")
    for name in ["me", "U77", "ANNA", "anna schmidt"] {
      let mine = try await directory.run("list", "--assignee", name)
      #expect(mine.lines.count == 2, "\(name): \(mine.errors)")
    }
    let bens = try await directory.run("list", "--assignee", "Ben")
    #expect(bens.status == 0 && bens.output.isEmpty)
    // An assignment to a name from another platform is hers.
    try directory.write(
      #"[{"id":"2","sender":"Ben","timestamp":"2026-01-06T10:00:00+01:00","text":"hi"},{"id":"3","sender":"Anna Schmidt","timestamp":"2026-01-06T10:01:00+01:00","text":"hello"}]"#,
      to: "more.json")
    try directory.write(#"{"people":[{"name":"x","names":["y"]},{"name":"y"}]}"#, to: "bad.json")
    try await directory.run("list", "--assignee", "y", "--people", "bad.json").expect(
      2, "bad.json: 'y' is the name of two people")
    try directory.write(#"{"people":[]}"#, to: "s/people.json")
    try await directory.run("list", "--assignee", "me").expect(2, "'me'")
  }

  @Test(arguments: [
    (["--person", "Ana Schmidt"], "no person 'Ana Schmidt' in the store"),
    (["--conversation", "none"], "no conversation 'none' in the store"),
    (["--conversation", "none", "--quiet"], "no conversation 'none' in the store"),
    (["--before", "2001-01-01"], "no items purged"),
  ])
  func `a purge without a match says so and warns of an unknown name`(
    options: [String], sentence: String
  ) async throws {
    let (directory, _) = try await ReportStore.make()
    let purged = try await directory.run(["store", "purge", "--yes"] + options)
    purged.expect(0, sentence)
    #expect(
      purged.errors.hasSuffix("no items purged\n") != options.contains("--quiet"),
      "\(purged.errors)")
    let list = try await directory.run("list")
    #expect(list.status == 0 && !list.output.isEmpty)
  }

  @Test func `each unknown name gets a warning, whatever another name matched`()
    async throws
  {
    let (directory, _) = try await ReportStore.make()
    func purge(_ names: String...) async throws -> ToolProcess.Outcome {
      try await directory.run(["store", "purge", "--yes"] + names.flatMap { ["--person", $0] })
    }
    try directory.write(
      #"{"people":[{"name":"Anna","names":["Anna Schmidt"]}]}"#, to: "s/people.json")
    let purged = try await purge("Anna", "Rumpelstilz")
    purged.expect(0, "1 item purged")
    #expect(
      purged.errors.contains("no person 'Rumpelstilz' in the store")
        && !purged.errors.contains("'Anna'"), "\(purged.errors)")
    // A repeated purge after an interruption does not fail.
    let again = try await purge("Anna")
    #expect(again.status == 0, "\(again.errors)")
    #expect(
      again.errors.contains("no person 'Anna', 'Anna Schmidt' in the store"),
      "\(again.errors)")
  }

  @Test func `a purge is looked at first, and never goes on without a yes`() async throws {
    let (directory, id) = try await ReportStore.make()
    let words = ["store", "purge", "--person", "Anna Schmidt", "--store", "s"]
    try await directory.tool(words).expect(2, "--yes")
    let looked = try await directory.tool(words + ["--dry-run", "--json"])
    #expect(looked.status == 0 && looked.lines.count == 1, "\(looked.errors)")
    #expect(try ReportStore.object(looked.lines.first)["id"] as? String == id)
    for (answer, count) in [("no\n", 1), ("yes\n", 0)] {
      let process = try TerminalProcess(words, in: directory)
      try await process.wait(for: "type 'yes'")
      #expect(process.text.contains("to be purged: \(id)"), "\(process.text)")
      try await process.type(answer, until: count == 0 ? "1 item purged" : "nothing was purged")
      let left = try await directory.run("list", "--json")
      #expect(left.lines.count == count, "\(answer): \(left.output)")
    }
  }

  @Test func `purged words are in none of the store's files`() async throws {
    let (directory, _) = try await ReportStore.make()
    let nothing = try await directory.run("store", "purge")
    #expect(nothing.status == 2)
    try await directory.run("store", "purge", "--yes", "--person", "Anna Schmidt").expect(
      0, "1 item purged")
    let store = URL(filePath: directory.path + "/s")
    let files = try #require(
      FileManager.default.enumerator(at: store, includingPropertiesForKeys: nil))
    for case let file as URL in files where !file.hasDirectoryPath {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(!text.contains("report") && !text.contains("Anna"), "\(file.path)")
    }
    let feed = try await directory.run("watch", "--no-follow")
    #expect(feed.lines.last?.contains(#""change":"deleted""#) == true)
    let again = try await directory.run("extract", "--offline", "chat.json")
    #expect(again.status == 0 && again.output.isEmpty)
  }
}
