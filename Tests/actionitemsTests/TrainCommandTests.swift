import Foundation
import TestSupport
import Testing

/// How the offline model learns from what people did with a store's items.
@Suite struct TrainCommandTests {
  private static let things = [
    "pump", "mixer", "tower", "valve", "kiln", "crane", "lathe", "press", "oven", "drill", "boiler",
    "turbine", "chiller", "grinder", "sander", "welder",
  ]

  /// Two messages for each thing, one of the kind that people will remove.
  private static func write(
    _ range: Range<Int>, to name: String, in directory: TemporaryDirectory
  ) throws {
    let lines = range.flatMap { number -> [String] in
      let thing = things[number]
      return [
        ("alarm", "I'll restart the \(thing) alarm when it beeps again"),
        ("report", "I'll send the \(thing) report to the board by Friday"),
      ].map { kind, text in
        #"{"id":"\#(kind)","conversationId":"\#(kind) \#(number)","sender":"Anna","timestamp":"2026-01-0\#(number % 9 + 1)T10:00:00Z","text":"\#(text)"}"#
      }
    }
    try directory.write(lines.joined(separator: "\n"), to: name)
  }

  private static func run(
    _ arguments: String..., in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(arguments + ["--store", "s"], in: directory).outcome()
  }

  /// How many items of each kind an export yields.
  private static func found(
    _ name: String, in directory: TemporaryDirectory
  ) async throws -> (alarms: Int, reports: Int, errors: String) {
    let run = try await run("extract", "--offline", "--json", name, in: directory)
    #expect(run.status == 0, "\(run.errors)")
    return (
      run.lines.count { $0.contains(#""messageId":"alarm""#) },
      run.lines.count { $0.contains(#""messageId":"report""#) }, run.errors
    )
  }

  /// A store of twelve items of each kind, with more exports to read.
  private static let unjudged = FolderTemplate { directory in
    try write(0..<12, to: "1.jsonl", in: directory)
    for (number, name) in ["2.jsonl", "3.jsonl", "4.jsonl", "5.jsonl"].enumerated() {
      try write(12 + number..<13 + number, to: name, in: directory)
    }
    let first = try await run("extract", "--offline", "--json", "1.jsonl", in: directory)
    #expect(first.status == 0, "\(first.errors)")
  }

  /// A store in which a person has removed so many items of a kind, and done so many of the other.
  private static func store(
    removing: Int = 12, doing: Int = 12, because reason: String? = nil
  ) async throws -> TemporaryDirectory {
    let directory = try await unjudged.copy()
    let listed = try await run("list", "--json", in: directory)
    func ids(_ kind: String) throws -> [String] {
      try listed.lines.filter { $0.contains(#""messageId":"\#(kind)""#) }
        .map { try ReportStore.id([$0]) }.sorted()
    }
    let (alarms, reports) = (try ids("alarm"), try ids("report"))
    #expect(alarms.count == 12 && reports.count == 12)
    let words = reason.map { ["--because", $0] } ?? []
    _ = try await ToolProcess(
      ["remove", "--store", "s"] + words + alarms.prefix(removing), in: directory
    ).outcome()
    _ = try await ToolProcess(["done", "--store", "s"] + reports.prefix(doing), in: directory)
      .outcome()
    return directory
  }

  @Test func `a kind that people removed is not found any more, and again after a reset`()
    async throws
  {
    let directory = try await Self.store()
    let before = try await Self.found("2.jsonl", in: directory)
    #expect(before.alarms == 1 && before.reports == 1)
    #expect(try await Self.run("train", in: directory).output.contains("as shipped"))

    let train = try await Self.run("train", "--local", "1.jsonl", in: directory)
    #expect(train.status == 0 && train.errors.contains("24 verdicts"), "\(train.errors)")
    #expect(try await Self.run("train", in: directory).output.contains("is adapted"))
    let bytes = try directory.read("s/local-model")
    _ = try await Self.run("train", "--local", "1.jsonl", in: directory)
    #expect(try directory.read("s/local-model") == bytes)
    let adapted = try await Self.found("3.jsonl", in: directory)
    #expect(adapted.alarms == 0 && adapted.reports == 1)
    #expect(adapted.errors.contains("adapted to this store"))

    try directory.write(String(repeating: "x", count: bytes.count), to: "s/local-model")
    let damaged = try await Self.found("4.jsonl", in: directory)
    #expect(damaged.alarms == 1 && damaged.reports == 1)
    #expect(damaged.errors.contains("is damaged and not used"), "\(damaged.errors)")

    _ = try await Self.run("train", "--local", "1.jsonl", in: directory)
    #expect(try directory.read("s/local-model") == bytes)
    let reset = try await Self.run("train", "--reset", in: directory)
    #expect(reset.errors.contains("as shipped again"))
    let after = try await Self.found("5.jsonl", in: directory)
    #expect(after.alarms == 1 && after.reports == 1)
    let none = try await Self.run("train", "--reset", "--json", in: directory)
    #expect(none.status == 0 && none.output == #"{"schema":1,"removed":false}"# + "\n")
    #expect(none.errors.contains("nothing to reset"))
  }

  @Test(arguments: [(12, 4, 4), (3, 12, 12), (9, 10, 10)])
  func `too few verdicts change nothing, and it is said how many there are`(
    removed: Int, done: Int, items: Int
  ) async throws {
    let directory = try await Self.store(removing: removed, doing: done)
    let train = try await Self.run("train", "--local", "1.jsonl", "--json", in: directory)
    #expect(train.status == 0 && train.errors.contains("20 are needed, at least 5 of each kind"))
    #expect(
      train.output.hasPrefix(
        #"{"schema":1,"written":false,"items":\#(items),"noItems":\#(removed),"needed":20"#),
      "\(train.output)")
    #expect(try await Self.run("train", "--json", in: directory).output.contains(#""none""#))
  }

  @Test(arguments: [
    "duplicate of another", "done by phone", "Doppelt", "not needed any more, already done",
  ])
  func `what was removed as done or as a duplicate is not learned from`(reason: String)
    async throws
  {
    let directory = try await Self.store(because: reason)
    let train = try await Self.run("train", "--local", "1.jsonl", "--json", in: directory)
    #expect(train.output.contains(#""items":12,"noItems":0,"#), "\(train.output)")
  }

  @Test(
    arguments: [
      "nothing to be done here", "nothing is done with this", "not a duplicate, just talk",
      "hier muss nichts erledigt werden", "nicht doppelt, nur Gerede",
    ])
  func `a reason that only has such a word in it keeps nothing from being learned`(reason: String)
    async throws
  {
    let directory = try await Self.store(removing: 5, doing: 0, because: reason)
    let train = try await Self.run("train", "--local", "1.jsonl", "--json", in: directory)
    #expect(train.output.contains(#""items":0,"noItems":5,"#), "\(train.output)")
  }

  @Test func `what an export that is given twice holds is counted once`() async throws {
    let directory = try await Self.store(removing: 6, doing: 6)
    try directory.write(try directory.read("1.jsonl"), to: "copy.jsonl")
    let train = try await Self.run(
      "train", "--local", "1.jsonl", "copy.jsonl", "--json", in: directory)
    #expect(
      train.output.hasPrefix(#"{"schema":1,"written":false,"items":6,"noItems":6,"#),
      "\(train.output)")
  }

  @Test func `exports of which a part cannot be read change nothing`() async throws {
    let directory = try await Self.store()
    _ = try await Self.run("train", "--local", "1.jsonl", in: directory)
    let bytes = try directory.read("s/local-model")
    let more = try await Self.run("extract", "--offline", "--json", "2.jsonl", in: directory).lines
      .map { try ReportStore.id([$0]) }
    #expect(more.count == 1)
    _ = try await ToolProcess(["done", "--store", "s"] + more, in: directory).outcome()
    let partly = try await Self.run(
      "train", "--local", "1.jsonl", "2.jsonl", "missing.jsonl", "--json", in: directory)
    #expect(partly.status == 1 && partly.errors.contains("nothing is changed"), "\(partly.errors)")
    #expect(partly.output.contains(#""written":false"#))
    #expect(try directory.read("s/local-model") == bytes)
    _ = try await Self.run("train", "--local", "1.jsonl", "2.jsonl", in: directory)
    #expect(try directory.read("s/local-model") != bytes)
  }

  @Test(
    arguments: [
      ["--local"], ["1.jsonl"], ["--reset", "1.jsonl"], ["--local", "--reset", "1.jsonl"],
    ])
  func `what makes no sense is refused`(arguments: [String]) async throws {
    let directory = try TemporaryDirectory()
    let run = try await ToolProcess(["train"] + arguments, in: directory).outcome()
    #expect(run.status == 2, "\(run.errors)")
  }
}
