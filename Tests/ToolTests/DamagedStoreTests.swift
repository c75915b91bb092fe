import Foundation
import TestSupport
import Testing

/// How commands handle a store with damaged lines.
@Suite struct DamagedStoreTests {
  /// A store with two items; the line of one was damaged after it was written.
  static func store() async throws -> (TemporaryDirectory, damaged: String) {
    let directory = try TemporaryDirectory(SampleStore.chat(1), in: "first.jsonl")
    try directory.write(SampleStore.chat(2), to: "chat.jsonl")
    var damaged = ""
    for name in ["first.jsonl", "chat.jsonl"] {
      let run = try await directory.succeed("extract", "--offline", "--json", name)
      damaged = try ReportStore.id(run.lines)
    }
    try damage("end the invoice", in: directory)
    return (directory, damaged)
  }

  /// Damages the first occurrence of some words in the journal.
  static func damage(_ words: String, in directory: TemporaryDirectory) throws {
    var journal = try directory.read("s/journal.jsonl")
    let text = String(decoding: journal, as: UTF8.self)
    let place = try #require(text.firstRange(of: words)?.lowerBound)
    journal[text.utf8.distance(from: text.startIndex, to: place)] = 0x23
    try directory.write(journal, to: "s/journal.jsonl")
  }

  @Test(arguments: [
    ["list"], ["list", "--all", "--quiet"], ["list", "--json"], ["export", "--format", "jsonl"],
    ["watch", "--no-follow"], ["watch", "--no-follow", "--name", "n"],
  ])
  func `readable items are printed, with a warning and status 5`(command: [String]) async throws {
    let (directory, _) = try await Self.store()
    let run = try await directory.run(command)
    #expect(run.status == 5, "\(run.errors)")
    #expect(run.errors.hasPrefix("warning: s/journal.jsonl"), "\(run.errors)")
    #expect(run.output.lowercased().contains("book the venue"), "\(run.output)")
    #expect(!run.output.lowercased().contains("invoice"))
  }

  @Test func `readable items are counted, with a warning and status 5`() async throws {
    let (directory, _) = try await Self.store()
    let run = try await directory.run("list", "--count")
    #expect(run.status == 5 && run.output == "1\n", "\(run.output)")
    #expect(run.errors.hasPrefix("warning: s/journal.jsonl"), "\(run.errors)")
  }

  @Test(arguments: [["done"], ["edit", "--priority", "high"], ["archive"], ["merge-items"]])
  func `a change of an intact item warns of damage elsewhere`(command: [String]) async throws {
    let (directory, _) = try await Self.store()
    let list = try await directory.run("list", "--json")
    let operand = command == ["merge-items"] ? "-" : try ReportStore.id(list.lines)
    let run = try await directory.tool(command + ["--store", "s", operand], input: list.output)
    #expect(run.status == 0, "\(run.errors)")
    let told = run.errors.split(separator: "\n").filter { $0.contains("damaged") }
    #expect(told.count == 1 && told[0].hasPrefix("warning: s/journal.jsonl"), "\(run.errors)")
  }

  @Test func `a damaged store refuses a purge, so that no damaged data is lost`() async throws {
    let (directory, _) = try await Self.store()
    let before = try directory.read("s/journal.jsonl")
    for name in ["Nobody", "Anna"] {
      try await directory.run("store", "purge", "--yes", "--person", name).expect(
        5, "nothing was purged")
      #expect(try directory.read("s/journal.jsonl") == before)
    }
    _ = try await directory.run("store", "compact")
    let run = try await directory.run("store", "purge", "--yes", "--person", "Anna")
    #expect(run.status == 0 && run.errors.hasSuffix("1 item purged\n"), "\(run.errors)")
  }

  @Test func `a watch reports damage that no later line reveals`() async throws {
    let (directory, _) = try await ReportStore.make()
    try Self.damage("Send the report", in: directory)
    // The result is the same with and without an index.
    for _ in 0..<2 {
      let watch = try await directory.run("watch", "--no-follow")
      #expect(watch.status == 5 && watch.output.isEmpty, "\(watch.output)")
      #expect(watch.errors.contains("warning: s/journal.jsonl"), "\(watch.errors)")
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path + "/s")
      where name.contains("index") {
        try FileManager.default.removeItem(atPath: "\(directory.path)/s/\(name)")
      }
    }
  }

  @Test func `an export file stays unchanged if items are missing`() async throws {
    let (directory, _) = try await Self.store()
    try directory.write("of yesterday", to: "items.json")
    try await directory.run("export", "--format", "json", "-o", "items.json").expect(
      5, "items.json was not written")
    #expect(try directory.read("items.json") == Array("of yesterday".utf8))
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!names.contains { $0.hasSuffix(".new") })
  }

  @Test func `an item hidden by damage is not reported as unknown`() async throws {
    let (directory, damaged) = try await Self.store()
    for id in [damaged, String(damaged.prefix(8))] {
      try await directory.run("show", id).expect(5, "is damaged")
    }
    let done = try await directory.run("done", String(damaged.prefix(8)))
    #expect(done.status != 0 && done.errors.contains("damaged"), "\(done.errors)")
  }

  @Test func `the summary of a run lists the problems of the store`() async throws {
    let (directory, _) = try await Self.store()
    let run = try await directory.run(
      "extract", "--offline", "--quiet", "--summary", "s.json", "chat.jsonl")
    #expect(run.status == 1, "\(run.errors)")
    let summary = try ReportStore.object(directory.text("s.json"))
    let warnings = try #require(summary["warnings"] as? [String])
    #expect(!warnings.isEmpty && warnings.allSatisfy { $0.contains("damaged") }, "\(warnings)")
    #expect(summary["exitStatus"] as? Int == 1)
    let runs = try await directory.run("runs", "--json")
    let last = try ReportStore.object(runs.lines.last)
    #expect(last["warnings"] as? [String] == warnings && last["exitStatus"] as? Int == 1)
    // The run has reread the lost message.
    let list = try await directory.run("list")
    #expect(list.output.lowercased().contains("invoice"))
  }
}
