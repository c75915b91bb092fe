import Foundation
import TestSupport
import Testing

/// What `list` says beside the items.
@Suite struct ListTests {
  @Test func `totals go to standard error, not with JSON and not when quiet`() async throws {
    let (directory, id) = try await PeoplesHandTests.store()
    let listed = try await ToolProcess.run("list", "--store", "s", in: directory)
    #expect(listed.errors == "1 open, 1 overdue\n")
    #expect(listed.lines.last?.hasPrefix(id.prefix(4) + "  ") == true, "\(listed.output)")
    #expect(listed.lines.last?.contains(" late ") == true)
    for option in ["--json", "--quiet"] {
      let silent = try await ToolProcess.run("list", option, "--store", "s", in: directory)
      #expect(silent.errors.isEmpty && silent.lines.count >= 1)
    }
    let first = try await ToolProcess.run("list", "--limit", "1", "--store", "s", in: directory)
    #expect(first.errors.hasSuffix("; --limit ends the list here\n"))
  }

  @Test func `what is for one call only is typed, and a variable that would set it is named`()
    async throws
  {
    let (directory, _) = try await PeoplesHandTests.store()
    for (variables, options, note) in [
      (["DONE"], ["--all"], "$ACTIONITEMS_DONE is ignored"),
      (["DONE"], ["--overdue"], "$ACTIONITEMS_DONE is ignored"),
      (["DONE", "ALL"], [], "$ACTIONITEMS_ALL and $ACTIONITEMS_DONE are ignored"),
      (["ARCHIVED"], [], "$ACTIONITEMS_ARCHIVED is ignored"),
      (["ALL"], ["--all"], ""),
    ] {
      let environment = Dictionary(
        uniqueKeysWithValues: variables.map { ("ACTIONITEMS_\($0)", "true") })
      let listed = try await ToolProcess(
        ["list", "--store", "s"] + options, in: directory, environment: environment
      ).outcome()
      #expect(
        listed.status == 0 && listed.output.contains(" late "), "\(options): \(listed.errors)")
      #expect(
        (note.isEmpty || listed.errors.contains(note))
          && listed.errors.contains("ignored") != note.isEmpty,
        "\(options): \(listed.errors)")
    }
  }

  @Test func `show says where an item has no deadline`() async throws {
    let directory = try await Self.team()
    for line in try await Self.list([], in: directory).lines.dropFirst() {
      let shown = try await ToolProcess.run(
        "show", String(line.prefix { $0 != " " }), "--store", "s", in: directory)
      let due = line.contains("books") ? "2099-03-01" : "no deadline"
      #expect(shown.output.contains("  due           \(due)\n"), "\(shown.output)")
    }
  }

  @Test func `colours are put in a pipe where they are asked for`() async throws {
    let (directory, _) = try await PeoplesHandTests.store()
    func list(_ options: String...) async throws -> String {
      try await ToolProcess(["list", "--store", "s"] + options, in: directory).outcome().output
    }
    #expect(try await list("--color", "always").contains("\u{1B}[31m"))
    for options in [[], ["--color", "never"]] as [[String]] {
      let plain = try await ToolProcess(["list", "--store", "s"] + options, in: directory).outcome()
      #expect(!plain.output.isEmpty && !plain.output.contains("\u{1B}"))
    }
  }

  /// A store with items of three people, said on different days.
  private static func team() async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let texts = [
      ("1", "2026-01-05T10:00:00Z", "Team", "TODO: Anna to close the books by 2099-03-01"),
      ("2", "2026-02-05T10:00:00Z", "Team", "TODO: Ben to water the plants"),
      ("3", "2026-03-05T10:00:00Z", "Garden", "TODO: Carla to sort the archive"),
      ("4", "2026-01-06T10:00:00Z", "Garden", "TODO: Anna to call the bank, it is urgent"),
    ]
    let lines = texts.map { id, time, title, text in
      #"{"id":"\#(id)","conversationId":"\#(title)","conversationTitle":"\#(title)","sender":"Anna","timestamp":"\#(time)","text":"\#(text)"}"#
    }
    try directory.write(lines.joined(separator: "\n"), to: "chat.jsonl")
    _ = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "chat.jsonl", in: directory)
    return directory
  }

  private static func list(
    _ options: [String], in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(["list", "--store", "s"] + options, in: directory).outcome()
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
      ("due before a day in words", ["--due-before", "tomorrow"], []),
      ("due before what is far off", ["--due-before", "2100-01-01"], ["books"]),
      ("stale", ["--stale", "--said-until", "2026-02-01"], ["bank"]),
      ("a priority in capitals", ["--priority", "HIGH"], ["bank"]),
    ] as [(String, [String], [String])])
  func `items are filtered and put in order`(
    name: String, options: [String], expected: [String]
  ) async throws {
    let directory = try await Self.team()
    for form in [["--json"], []] {
      let listed = try await Self.list(options + form, in: directory)
      #expect(listed.status == 0, "\(listed.errors)")
      let found = listed.lines.compactMap { line in
        ["books", "archive", "plants", "bank"].first { line.contains($0) }
      }
      #expect(found == expected, "\(name): \(listed.output)")
    }
  }

  @Test func `a divided list has headings with counts`() async throws {
    let directory = try await Self.team()
    let listed = try await Self.list(["--by", "person"], in: directory)
    #expect(listed.lines.contains("Anna (2)") && listed.lines.contains("Ben (1)"))
    #expect(!listed.lines[0].contains("WHO"))
    let due = try await Self.list(["--by", "due"], in: directory)
    #expect(due.lines.contains("later (1)") && due.lines.contains("no day (3)"), "\(due.output)")
  }

  @Test func `a word of a title that is misspelt is enough for a proposal`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      #"[{"id":"1","conversationId":"c","conversationTitle":"release-2.4","sender":"Ben","timestamp":"2026-01-05T10:00:00Z","text":"I'll send the report by Friday"}]"#,
      to: "chat.json")
    _ = try await ToolProcess.run(
      "extract", "--offline", "--store", "s", "chat.json", in: directory)
    let listed = try await Self.list(["--conversation", "relase"], in: directory)
    #expect(listed.errors.contains("did you mean 'release-2.4'?"), "\(listed.errors)")
  }

  @Test(
    arguments: [
      ("a slip", ["--assignee", "Bne"], "by the name of 'Bne'; did you mean 'Ben'?"),
      ("a title", ["--conversation", "gardn"], "did you mean 'Garden'?"),
      (
        "nothing near", ["--assignee", "Zacharias"], "nobody has items by the name of 'Zacharias'\n"
      ),
      ("a person", ["--conversation", "bne"], "did you mean --assignee 'Ben'?"),
      ("a place", ["--assignee", "gardn"], "did you mean --conversation 'Garden'?"),
      ("one of two", ["--conversation", "Team", "--conversation", "x*"], "conversation 'x*'"),
    ] as [(String, [String], String)])
  func `a filter that fits nothing there is says so, and what is near`(
    name: String, options: [String], note: String
  ) async throws {
    let directory = try await Self.team()
    for form in [["--json"], []] {
      let listed = try await Self.list(options + form, in: directory)
      #expect(listed.status == 0 && listed.errors.contains(note), "\(name): \(listed.errors)")
    }
    // Ben is known: that nothing of his is overdue is no slip.
    let known = try await Self.list(["--assignee", "Ben", "--overdue"], in: directory)
    #expect(known.status == 0 && known.errors == "no items\n", "\(known.errors)")
  }
}
