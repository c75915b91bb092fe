import Foundation
import TestSupport
import Testing

/// Changes that people make on the command line, and how long they last.
@Suite struct PeoplesHandTests {
  @Test func `a person's settings survive a rereading of the messages`() async throws {
    let (directory, id) = try await ReportStore.make()
    let edit = try await ToolProcess.run(
      "edit", String(id.prefix(8)), "--task", "Send  the\nQ4 report", "--assignee", "Ben",
      "--deadline", "2027-02-01", "--priority", "high", "--store", "s", "--json", in: directory)
    #expect(edit.status == 0, "\(edit.errors)")
    for _ in 0..<2 {
      let listed = try await ToolProcess.run("list", "--store", "s", "--json", in: directory)
      let item = try ReportStore.object(listed.lines.first)
      #expect(
        item["task"] as? String == "Send the Q4 report" && item["assignee"] as? String == "Ben")
      #expect(item["deadline"] as? String == "2027-02-01" && item["priority"] as? String == "high")
      #expect(listed.lines.count == 1)
      let again = try await ToolProcess.run(
        "extract", "--offline", "--again", "--store", "s", "chat.json", in: directory)
      #expect(again.status == 0 && again.output.isEmpty, "\(again.output)")
    }
    let none = try await ToolProcess.run(
      "edit", id, "--deadline", "-", "--assignee", "-", "--store", "s", "--json", in: directory)
    let item = try ReportStore.object(none.lines.first)
    #expect(item["deadline"] is NSNull && item["assignee"] is NSNull)
  }

  @Test func `marking a removed item as done explains how to restore it`() async throws {
    let (directory, id) = try await ReportStore.make()
    _ = try await ToolProcess.run("remove", id, "--store", "s", in: directory)
    for command in [["done", id], ["edit", id, "--priority", "low"]] {
      let refused = try await ToolProcess(command + ["--store", "s"], in: directory).outcome()
      #expect(refused.status == 2 && refused.errors.contains("\(id) is removed"), "\(refused)")
      #expect(refused.errors.contains("'actionitems reopen \(id)'"), "\(refused.errors)")
    }
  }

  @Test func `a deadline in words is parsed in full, or refused with the reason`() async throws {
    let (directory, id) = try await ReportStore.make()
    // A zone in which it is neither midnight nor shortly after.
    let hour = Int(Date().timeIntervalSince1970) / 3600 % 24
    let zone = hour < 1 || hour > 22 ? "Etc/GMT-6" : "UTC"
    func edit(_ words: String) async throws -> ToolProcess.Outcome {
      try await ToolProcess.run(
        "edit", id, "--deadline", words, "--time-zone", zone, "--store", "s", "--json",
        in: directory)
    }
    for words in ["31.12", "by friday", "tomorrow at 3pm", "next friday.", "bis Freitag"] {
      let taken = try await edit(words)
      #expect(taken.status == 0, "\(words): \(taken.errors)")
    }
    let date = try ReportStore.object(try await edit("31.12").lines.first)["deadline"] as? String
    #expect(date?.hasSuffix("-12-31") == true, "\(date ?? "")")
    let over = try await edit("today at 00:10")
    #expect(over.status == 2 && over.errors.contains("is in the past"), "\(over.errors)")
    let cut = try await edit("friday unless it rains")
    #expect(cut.status == 2 && cut.errors.contains("only 'friday' is a time"), "\(cut.errors)")
    #expect(try await edit("friday, or rather next friday").status == 2)
  }

  @Test func `a removed item stays removed until undo restores it`() async throws {
    let (directory, id) = try await ReportStore.make()
    let removed = try await ToolProcess.run(
      "remove", id, "--because", "done by phone", "--store", "s", in: directory)
    #expect(removed.status == 0 && removed.output.hasPrefix("removed: "))
    let again = try await ToolProcess.run(
      "extract", "--offline", "--again", "--store", "s", "chat.json", in: directory)
    #expect(again.output.isEmpty)
    #expect(try await ToolProcess.run("list", "--store", "s", in: directory).output.isEmpty)
    let feed = try await ToolProcess.run(
      "watch", "--no-follow", "--store", "s", in: directory)
    let deletion = try #require(
      try feed.lines.map(ReportStore.object).last { $0["change"] as? String == "deleted" })
    let sequence = try #require(deletion["sequence"] as? Int)
    let undone = try await ToolProcess.run("undo", "\(sequence)", "--store", "s", in: directory)
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try await ToolProcess.run("list", "--store", "s", in: directory).lines.count == 2)
    let twice = try await ToolProcess.run("undo", "\(sequence)", "--store", "s", in: directory)
    #expect(twice.status != 0 && twice.errors.contains("was followed by change"))
  }

  @Test func `a run can be undone, and its messages are read again`() async throws {
    let (directory, id) = try await ReportStore.make()
    let undone = try await ToolProcess.run("runs", "undo", "1", "--store", "s", in: directory)
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try await ToolProcess.run("list", "--store", "s", in: directory).output.isEmpty)
    let again = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "--json", "chat.json", in: directory)
    #expect(try ReportStore.id(again.lines) == id)
    for wrong in ["7", "x", "0"] {
      let refused = try await ToolProcess.run("runs", "undo", wrong, "--store", "s", in: directory)
      #expect(refused.status != 0 && refused.errors.contains("actionitems runs"))
    }
  }

  @Test func `one person's names are known across platforms`() async throws {
    let (directory, _) = try await ReportStore.make()
    try directory.write(
      #"{"me":"anna","people":[{"name":"Anna Schmidt","names":["anna","U77"]},{"name":"Ben","names":[]}]}"#,
      to: "s/people.json")
    for name in ["me", "U77", "ANNA", "anna schmidt"] {
      let mine = try await ToolProcess.run(
        "list", "--assignee", name, "--store", "s", in: directory)
      #expect(mine.lines.count == 2, "\(name): \(mine.errors)")
    }
    let bens = try await ToolProcess.run("list", "--assignee", "Ben", "--store", "s", in: directory)
    #expect(bens.status == 0 && bens.output.isEmpty)
    // An assignment to a name from another platform is hers.
    try directory.write(
      #"[{"id":"2","sender":"Ben","timestamp":"2026-01-06T10:00:00+01:00","text":"hi"},{"id":"3","sender":"Anna Schmidt","timestamp":"2026-01-06T10:01:00+01:00","text":"hello"}]"#,
      to: "more.json")
    try directory.write(#"{"people":[{"name":"x","names":["y"]},{"name":"y"}]}"#, to: "bad.json")
    let bad = try await ToolProcess.run(
      "list", "--assignee", "y", "--people", "bad.json", "--store", "s", in: directory)
    #expect(bad.status == 2 && bad.errors.contains("bad.json: 'y' is the name of two people"))
    try directory.write(#"{"people":[]}"#, to: "s/people.json")
    let nobody = try await ToolProcess.run(
      "list", "--assignee", "me", "--store", "s", in: directory)
    #expect(nobody.status == 2 && nobody.errors.contains("'me'"))
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
    let purged = try await ToolProcess(
      ["store", "purge", "--yes", "--store", "s"] + options, in: directory
    ).outcome()
    #expect(purged.status == 0 && purged.errors.contains(sentence), "\(purged.errors)")
    #expect(
      purged.errors.hasSuffix("no items purged\n") != options.contains("--quiet"),
      "\(purged.errors)")
    let list = try await ToolProcess.run("list", "--store", "s", in: directory)
    #expect(list.status == 0 && !list.output.isEmpty)
  }

  @Test func `each unknown name gets a warning, whatever another name matched`()
    async throws
  {
    let (directory, _) = try await ReportStore.make()
    func purge(_ names: String...) async throws -> ToolProcess.Outcome {
      try await ToolProcess(
        ["store", "purge", "--yes", "--store", "s"] + names.flatMap { ["--person", $0] },
        in: directory
      ).outcome()
    }
    try directory.write(
      #"{"people":[{"name":"Anna","names":["Anna Schmidt"]}]}"#, to: "s/people.json")
    let purged = try await purge("Anna", "Rumpelstilz")
    #expect(purged.status == 0 && purged.errors.contains("1 item purged"), "\(purged.errors)")
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
    let unasked = try await ToolProcess(words, in: directory).outcome()
    #expect(unasked.status == 2 && unasked.errors.contains("--yes"), "\(unasked.errors)")
    let looked = try await ToolProcess(words + ["--dry-run", "--json"], in: directory).outcome()
    #expect(looked.status == 0 && looked.lines.count == 1, "\(looked.errors)")
    #expect(try ReportStore.object(looked.lines.first)["id"] as? String == id)
    for (answer, count) in [("no\n", 1), ("yes\n", 0)] {
      let process = try TerminalProcess(words, in: directory)
      try await process.wait(for: "type 'yes'")
      #expect(process.text.contains("to be purged: \(id)"), "\(process.text)")
      try await process.type(answer, until: count == 0 ? "1 item purged" : "nothing was purged")
      let left = try await ToolProcess.run("list", "--json", "--store", "s", in: directory)
      #expect(left.lines.count == count, "\(answer): \(left.output)")
    }
  }

  @Test func `purged words are in none of the store's files`() async throws {
    let (directory, _) = try await ReportStore.make()
    let nothing = try await ToolProcess.run("store", "purge", "--store", "s", in: directory)
    #expect(nothing.status == 2)
    let purged = try await ToolProcess.run(
      "store", "purge", "--yes", "--person", "Anna Schmidt", "--store", "s", in: directory)
    #expect(purged.status == 0 && purged.errors.contains("1 item purged"), "\(purged.errors)")
    let store = URL(filePath: directory.path + "/s")
    let files = try #require(
      FileManager.default.enumerator(at: store, includingPropertiesForKeys: nil))
    for case let file as URL in files where !file.hasDirectoryPath {
      let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      #expect(!text.contains("report") && !text.contains("Anna"), "\(file.path)")
    }
    let feed = try await ToolProcess.run("watch", "--no-follow", "--store", "s", in: directory)
    #expect(feed.lines.last?.contains(#""change":"deleted""#) == true)
    let again = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "chat.json", in: directory)
    #expect(again.status == 0 && again.output.isEmpty)
  }
}
