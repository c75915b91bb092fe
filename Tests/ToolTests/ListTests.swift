import Foundation
import TestSupport
import Testing

/// `list`: totals, filters, order, counts, groups and colours. Also `show` without a deadline, settings for one-off
/// options, and typing errors in other commands.
@Suite struct ListTests {
  @Test func `totals go to standard error, not with JSON and not when quiet`() async throws {
    let (directory, id) = try await ReportStore.make()
    let listed = try await directory.run("list")
    #expect(listed.errors == "1 open, 1 overdue\n")
    #expect(listed.lines.last?.hasPrefix(id.prefix(4) + "  ") == true, "\(listed.output)")
    #expect(listed.lines.last?.contains(" late ") == true)
    for option in ["--json", "--quiet"] {
      let silent = try await directory.run("list", option)
      #expect(silent.errors.isEmpty && silent.lines.count >= 1)
    }
    let first = try await directory.run("list", "--limit", "1")
    #expect(first.errors.hasSuffix("; cut off by --limit\n"))
  }

  @Test func `one-off options must be typed, and a variable for one is named`()
    async throws
  {
    let (directory, _) = try await ReportStore.make()
    for (variables, options, note) in [
      (["DONE"], ["--all"], "$ACTIONITEMS_DONE is ignored"),
      (["DONE"], ["--overdue"], "$ACTIONITEMS_DONE is ignored"),
      (["DONE", "ALL"], [], "$ACTIONITEMS_ALL and $ACTIONITEMS_DONE are ignored"),
      (["ARCHIVED"], [], "$ACTIONITEMS_ARCHIVED is ignored"),
      (["COUNT"], [], "$ACTIONITEMS_COUNT is ignored"), (["ALL"], ["--all"], ""),
    ] {
      let environment = Dictionary(
        uniqueKeysWithValues: variables.map { ("ACTIONITEMS_\($0)", "true") })
      let listed = try await directory.run(["list"] + options, environment: environment)
      #expect(
        listed.status == 0 && listed.output.contains(" late "), "\(options): \(listed.errors)")
      #expect(
        (note.isEmpty || listed.errors.contains(note))
          && listed.errors.contains("ignored") != note.isEmpty,
        "\(options): \(listed.errors)")
    }
  }

  @Test func `show says when an item has no deadline`() async throws {
    let directory = try await Self.team.copy()
    for line in try await Self.list([], in: directory).lines.dropFirst() {
      let shown = try await directory.run("show", String(line.prefix { $0 != " " }))
      let due = line.contains("books") ? "2099-03-01" : "no deadline"
      #expect(shown.output.contains("  due           \(due)\n"), "\(shown.output)")
    }
  }

  @Test func `colours appear in a pipe on request`() async throws {
    let (directory, _) = try await ReportStore.make()
    func list(_ options: String...) async throws -> String {
      try await directory.run(["list"] + options).output
    }
    #expect(try await list("--color", "always").contains("\u{1B}[31m"))
    for options in [[], ["--color", "never"]] as [[String]] {
      let plain = try await directory.run(["list"] + options)
      #expect(!plain.output.isEmpty && !plain.output.contains("\u{1B}"))
    }
  }

  /// A store with items of three people, from different days.
  private static let team = FolderTemplate { directory in
    let texts = [
      ("1", "2026-01-05T10:00:00Z", "Team", "I'll close the books by 2099-03-01"),
      ("2", "2026-02-05T10:00:00Z", "Team", "Ben, can you please water the plants?"),
      ("3", "2026-03-05T10:00:00Z", "Garden", "Carla, can you please sort the archive?"),
      ("4", "2026-01-06T10:00:00Z", "Garden", "I'll call the bank, it is urgent"),
    ]
    let lines = texts.map { id, time, title, text in
      #"{"id":"\#(id)","conversationId":"\#(title)","conversationTitle":"\#(title)","sender":"Anna","timestamp":"\#(time)","text":"\#(text)"}"#
    }
    try directory.write(lines.joined(separator: "\n"), to: "chat.jsonl")
    _ = try await directory.run("extract", "--offline", "chat.jsonl")
  }

  private static func list(
    _ options: [String], in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await directory.run(["list"] + options)
  }

  @Test(
    arguments: [
      ("by the date of the message", [], ["books", "archive", "plants", "bank"]),
      ("said last", ["--sort", "said"], ["archive", "plants", "bank", "books"]),
      ("by person", ["--sort", "person"], ["books", "bank", "plants", "archive"]),
      ("the first of an order", ["--sort", "said", "--limit", "2"], ["archive", "plants"]),
      ("divided", ["--by", "conversation"], ["archive", "bank", "books", "plants"]),
      ("said since", ["--said-since", "2026-02-01"], ["archive", "plants"]),
      ("said until", ["--said-until", "2026-01-06"], ["books"]),
      (
        "due before the very day",
        ["--due-before", "2099-03-01", "--time-zone", "America/New_York"], []
      ),
      ("due before a day in words", ["--due-before", "tomorrow"], []),
      ("due before what is far off", ["--due-before", "2100-01-01"], ["books"]),
      ("stale", ["--stale", "--said-until", "2026-02-01"], ["bank"]),
      ("a priority in capitals", ["--priority", "HIGH"], ["bank"]),
    ] as [(String, [String], [String])])
  func `items are filtered and sorted`(
    name: String, options: [String], expected: [String]
  ) async throws {
    let directory = try await Self.team.copy()
    for form in [["--json"], []] {
      let listed = try await Self.list(options + form, in: directory)
      #expect(listed.status == 0, "\(listed.errors)")
      let found = listed.lines.compactMap { line in
        ["books", "archive", "plants", "bank"].first { line.contains($0) }
      }
      #expect(found == expected, "\(name): \(listed.output)")
    }
  }

  @Test(
    arguments: [
      ("what is open", [], 4), ("a filter", ["--assignee", "Anna"], 2),
      ("nothing", ["--overdue"], 0), ("several filters", ["--assignee", "Anna", "--stale"], 1),
      ("done ones", ["--done"], 0), ("archived ones", ["--archived"], 0),
      ("all when quiet", ["--all", "--quiet"], 4),
    ] as [(String, [String], Int)])
  func `a count covers matching items, as a line or an object, and nothing else`(
    name: String, options: [String], expected: Int
  ) async throws {
    let directory = try await Self.team.copy()
    for (form, output) in [
      ([], "\(expected)\n"), (["--json"], "{\"schema\":1,\"count\":\(expected)}\n"),
    ] as [([String], String)] {
      let counted = try await Self.list(["--count"] + options + form, in: directory)
      #expect(counted.status == 0 && counted.errors.isEmpty, "\(name): \(counted.errors)")
      #expect(counted.output == output, "\(name): \(counted.output)")
    }
  }

  @Test func `archived and removed items are counted as they are listed`() async throws {
    let directory = try await Self.team.copy()
    for (option, change) in [
      ("--archived", ["archive"]), ("--removed", ["remove", "--because", "x"]),
    ] {
      let bank = try await Self.list(["--text", "bank", "--all", "--json"], in: directory)
      let id = try ReportStore.id(bank.lines)
      try await directory.succeed(change + [id])
      #expect(try await Self.list([option, "--count"], in: directory).output == "1\n")
      #expect(try await Self.list(["--count"], in: directory).output == "3\n")
      let left = try await Self.list(["--all", "--count"], in: directory).output
      #expect(left == (option == "--archived" ? "4\n" : "3\n"))
    }
  }

  @Test(arguments: [["--limit", "2"], ["--by", "person"], ["--sort", "said"]])
  func `a count refuses typed list options and ignores preset ones`(
    options: [String]
  ) async throws {
    let directory = try await Self.team.copy()
    let refused = try await Self.list(["--count"] + options, in: directory)
    #expect(refused.status == 2 && refused.output.isEmpty)
    #expect(refused.errors.contains("cannot be used with \(options[0])"), "\(refused.errors)")
    let name = options[0].dropFirst(2)
    for more in [[], ["--removed"]] {
      let counted = try await directory.run(
        ["list", "--count"] + more, environment: ["ACTIONITEMS_\(name.uppercased())": options[1]])
      #expect(counted.output == (more.isEmpty ? "4\n" : "0\n"), "\(counted.errors)")
    }
  }

  @Test func `removed items are sorted, limited and grouped like others`() async throws {
    let directory = try await Self.team.copy()
    for line in try await Self.list(["--json"], in: directory).lines {
      try await directory.succeed("remove", try ReportStore.id([line]))
    }
    let said = try await Self.list(
      ["--removed", "--sort", "said", "--limit", "2"], in: directory)
    #expect(said.lines.count == 3, "\(said)")
    #expect(said.errors.contains("2 removed; cut off by --limit"), "\(said.errors)")
    #expect(said.lines[1].contains("rchive") && said.lines[2].contains("plants"), "\(said.output)")
    let divided = try await Self.list(["--removed", "--by", "conversation"], in: directory)
    #expect(divided.lines.filter { $0.hasSuffix("(2)") } == ["Garden (2)", "Team (2)"])
    let json = try await Self.list(["--removed", "--sort", "said", "--json"], in: directory)
    #expect(json.lines.count == 4 && json.lines[0].contains(#""removal":"person""#))
  }

  @Test func `a long reason leaves room for the task of what was removed`() async throws {
    let (directory, id) = try await ReportStore.make()
    let reason = String(repeating: "nobody needs it ", count: 10)
    _ = try await directory.run("remove", id, "--because", reason)
    let table = try await Self.list(["--removed"], in: directory)
    #expect(table.lines.count == 2 && table.lines[1].contains("nobody needs it"), "\(table)")
    #expect(table.lines[1].contains("…") && table.lines[1].count < 150, "\(table.output)")
  }

  @Test(arguments: [
    ["list", "--due-before", "nonsense"], ["list", "--done", "--overdue"], ["edit", "1"],
    ["edit", "1", "--deadline", "nonsense"], ["store", "purge"], ["undo", "1", "--change", "1"],
    ["report", "--since", "nonsense"], ["list", "--time-zone", "Nowhere/Town"],
  ])
  func `a typing error is reported before a missing store`(words: [String])
    async throws
  {
    let directory = try TemporaryDirectory()
    let refused = try await directory.run(words)
    #expect(refused.status == 2 && !refused.errors.contains("no store"), "\(refused.errors)")
  }

  @Test func `archived items can come first in a requested order`() async throws {
    let directory = try await Self.team.copy()
    let newest = try await Self.list(["--text", "archive", "--json"], in: directory)
    let id = try ReportStore.id(newest.lines)
    _ = try await directory.run("archive", id)
    let first = try await Self.list(
      ["--all", "--sort", "said", "--limit", "1", "--json"], in: directory)
    #expect(try ReportStore.id(first.lines) == id && first.lines.count == 1)
  }

  @Test(arguments: [
    (["list"], ["count", "overdue"]), (["list", "--overdue"], ["count"]), (["runs"], []),
    (["config"], ["count", "overdue"]),
  ])
  func `a setting for one-off options has no effect and ends no nightly run`(
    command: [String], told: [String]
  ) async throws {
    let directory = try await Self.team.copy()
    try directory.write(
      #"{"count": true, "overdue": true, "done": null}"#, to: "config.json")
    let outcome = try await directory.tool(command + ["--store", "s", "--config", "config.json"])
    #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    let names = told.map { "'\($0)' in config.json" }.joined(separator: " and ")
    let end =
      told.count == 1
      ? " is ignored: allowed only on the command line"
      : " are ignored: allowed only on the command line"
    #expect(outcome.errors.contains("ignored") != told.isEmpty, "\(command): \(outcome.errors)")
    #expect(told.isEmpty || outcome.errors.contains(names + end), "\(outcome.errors)")
  }

  @Test func `a grouped list has headings with counts`() async throws {
    let directory = try await Self.team.copy()
    let listed = try await Self.list(["--by", "person"], in: directory)
    #expect(listed.lines.contains("Anna (2)") && listed.lines.contains("Ben (1)"))
    #expect(!listed.lines[0].contains("WHO"))
    let due = try await Self.list(["--by", "due"], in: directory)
    #expect(
      due.lines.contains("later (1)") && due.lines.contains("no deadline (3)"), "\(due.output)")
  }

  @Test func `one misspelt word of a title is enough for a suggestion`() async throws {
    let directory = try TemporaryDirectory(
      #"[{"id":"1","conversationId":"c","conversationTitle":"release-2.4","sender":"Ben","timestamp":"2026-01-05T10:00:00Z","text":"I'll send the report by Friday"}]"#,
      in: "chat.json")
    _ = try await directory.run("extract", "--offline", "chat.json")
    let listed = try await Self.list(["--conversation", "relase"], in: directory)
    #expect(listed.errors.contains("did you mean 'release-2.4'?"), "\(listed.errors)")
  }

  @Test(
    arguments: [
      ("a slip", ["--assignee", "Bne"], "assigned to 'Bne'; did you mean 'Ben'?"),
      ("a title", ["--conversation", "gardn"], "did you mean 'Garden'?"),
      (
        "nothing near", ["--assignee", "Zacharias"], "no items assigned to 'Zacharias'\n"
      ),
      ("a person", ["--conversation", "bne"], "did you mean --assignee 'Ben'?"),
      ("a place", ["--assignee", "gardn"], "did you mean --conversation 'Garden'?"),
      ("one of two", ["--conversation", "Team", "--conversation", "x*"], "conversation 'x*'"),
    ] as [(String, [String], String)])
  func `a filter without a match is reported with similar names`(
    name: String, options: [String], note: String
  ) async throws {
    let directory = try await Self.team.copy()
    for form in [["--json"], []] {
      for count in [[], ["--count"]] {
        let listed = try await Self.list(options + form + count, in: directory)
        #expect(listed.status == 0 && listed.errors.contains(note), "\(name): \(listed.errors)")
      }
    }
    // Ben is known, so an empty result for his overdue items is not a typing error.
    let known = try await Self.list(["--assignee", "Ben", "--overdue"], in: directory)
    #expect(known.status == 0 && known.errors == "no items\n", "\(known.errors)")
  }
}
