import Foundation
import TestSupport
import Testing

/// What a person meets on the first days: help, names, completions, errors, and items that the chat finished.
@Suite struct DailyUseTests {
  private static func run(
    _ arguments: [String], in directory: TemporaryDirectory
  ) async throws -> ToolProcess.Outcome {
    try await directory.tool(arguments, environment: ["ACTIONITEMS_STORE": "s"])
  }

  // MARK: - Help

  @Test func `a bare call prints the short help and is a usage error`() async throws {
    let bare = try await Self.run([], in: try TemporaryDirectory())
    #expect(bare.status == 2 && bare.output.isEmpty)
    #expect(
      bare.errors.contains("Commands:") && bare.errors.hasPrefix("error: no command given"))
  }

  @Test(arguments: ["extract", "list", "show", "export"])
  func `help is as recorded`(command: String) async throws {
    let directory = try TemporaryDirectory()
    let short = try await Self.run([command, "--help"], in: directory)
    #expect(try Golden.difference(short.output, "help/\(command).txt") == nil)
    let whole = try await Self.run([command, "--help-all"], in: directory)
    #expect(whole.status == 0 && whole.output.utf8.count >= short.output.utf8.count)
    #expect(!short.output.contains("Exit status"))
  }

  @Test func `the short help of extract has groups and few options`() async throws {
    let directory = try TemporaryDirectory()
    let short = try await Self.run(["help", "extract"], in: directory).output
    let whole = try await Self.run(["extract", "--help-all"], in: directory).output
    for title in ["What is read:", "Limits:", "Model:", "Output:"] {
      #expect(short.contains("\n\(title)\n") && whole.contains("\n\(title)\n"), "\(title)")
    }
    #expect(!short.contains("--tokens-per-minute") && whole.contains("--tokens-per-minute"))
    #expect(short.split(separator: "\n").count < 70)
  }

  @Test(arguments: [
    ("one", ["formats", "whatsapp"], 0, "whatsapp", "Slack export"),
    ("case", ["formats", "SLACK"], 0, "Slack export (slack)", "whatsapp"),
    ("misspelt", ["formats", "whatsap p"], 2, "", "Slack"),
    ("unknown", ["formats", "zz"], 2, "", "Slack"),
  ])
  func `formats narrows to a name`(
    name: String, arguments: [String], status: Int32, has: String, lacks: String
  ) async throws {
    let run = try await Self.run(arguments, in: try TemporaryDirectory())
    #expect(run.status == status && !run.output.contains(lacks), "\(name): \(run)")
    #expect(has.isEmpty || run.output.contains(has), "\(name)")
  }

  // MARK: - Errors that say what to do

  @Test func `an unknown table names the option for columns`() async throws {
    let directory = try TemporaryDirectory("x;y\n1;2\n", in: "t.csv")
    try await Self.run(["inspect", "t.csv"], in: directory).expect(3, "--columns")
  }

  @Test func `runs without failures say so`() async throws {
    let directory = try await SampleStore.ordered()
    let run = try await Self.run(["runs", "--failures"], in: directory)
    #expect(run.status == 0 && run.errors == "no failures\n")
  }

  @Test func `config shows the paths in force`() async throws {
    let directory = try TemporaryDirectory()
    let run = try await directory.tool("config")
    #expect(run.output.contains(directory.path + "/.local/share/actionitems"), "\(run.output)")
    #expect(run.output.contains(directory.path + "/.config/actionitems/config.json"))
  }

  @Test func `a full disk is reported with the file's name`() async throws {
    let directory = try await SampleStore.ordered()
    try await Self.run(["export", "--format", "csv", "-o", "/dev/full"], in: directory).expect(
      1, "cannot write /dev/full")
  }

  @Test(arguments: ["show", "done", "edit"])
  func `an ambiguous id lists its items`(command: String) async throws {
    let directory = try await SampleStore.ordered()
    let ids = try await Self.run(["completions", "--values", "ids"], in: directory).lines
    let counts = Dictionary(grouping: ids, by: { $0.prefix(1) })
    let (letter, items) = try #require(counts.first { $0.value.count > 1 })
    let more = command == "edit" ? ["--task", "x"] : []
    let run = try await Self.run([command, String(letter)] + more, in: directory)
    #expect(run.status == 2)
    for item in items.prefix(5) {
      let task = try #require(item.split(separator: "\t").last)
      #expect(run.errors.contains(task.prefix(60)), "\(run.errors)")
    }
  }

  @Test func `done completes open items only`() async throws {
    let directory = try await SampleStore.ordered()
    let all = try await Self.run(["completions", "--values", "ids"], in: directory).lines
    let id = try #require(all.first?.split(separator: "\t").first)
    _ = try await Self.run(["done", String(id)], in: directory)
    let open = try await Self.run(["completions", "--values", "open-ids"], in: directory).lines
    #expect(!open.contains { $0.hasPrefix(id) } && !open.isEmpty)
    let next = try await Self.run(["completions", "--words", "--", "done", ""], in: directory)
    #expect(next.lines == open)
  }

  @Test func `bash completes by asking the program`() async throws {
    let directory = try await SampleStore.ordered()
    let script = try await Self.run(["completions", "bash"], in: directory).output
    try directory.write(script, to: "completion.bash")
    try directory.write("", to: "a file.txt")
    let lines = [
      "list --pri", "extract comp", "extract a", "list --priority =", "list --priority = h",
    ]
    let ask =
      ". ./completion.bash; actionitems() { \(ToolProcess.binary) \"$@\"; }; for line in "
      + lines.map { "'\($0)' " }.joined()
      + "; do COMP_WORDS=(actionitems $line); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _actionitems; "
      + "printf '%s\\n' \"${COMPREPLY[@]}\"; done"
    let found = try await ToolProcess(["-c", ask], in: directory, program: "/bin/bash").outcome()
      .lines
    #expect(
      found == ["--priority", "completion.bash", "a file.txt", "high", "medium", "low", "high"],
      "\(found)")
  }

  @Test(.enabled(if: isInstalled("fish"))) func `fish completes by asking the program`()
    async throws
  {
    let directory = try await SampleStore.ordered()
    let script = try await Self.run(["completions", "fish"], in: directory).output
    try directory.write(script, to: "completion.fish")
    // Other files here have hexadecimal names, and fish ignores case.
    try directory.write("", to: "zz file.txt")
    let lines = ["lis", "list --pri", "list --priority=h", "export --output=./z", "extract ./z"]
    let ask =
      "source ./completion.fish; function actionitems; \(ToolProcess.binary) $argv; end; "
      + lines.map { "complete -C 'actionitems \($0)'" }.joined(separator: "; ")
    let found = try await ToolProcess(["-c", ask], in: directory, program: "/usr/bin/fish")
      .outcome().lines.map { $0.prefix { $0 != "\t" } }
    #expect(
      found == [
        "list", "--priority", "--priority=high", "--output=./zz file.txt", "./zz file.txt",
      ],
      "\(found)")
  }

  @Test(.enabled(if: isInstalled("zsh"))) func `the script for zsh is valid`() async throws {
    let directory = try TemporaryDirectory()
    let script = try await Self.run(["completions", "zsh"], in: directory).output
    try directory.write(script, to: "_actionitems")
    let check = try await ToolProcess(
      ["-n", "_actionitems"], in: directory, program: "/usr/bin/zsh"
    ).outcome()
    #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
  }

  private static func isInstalled(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)")
  }

  @Test func `what follows an equals sign is completed with its option`() async throws {
    let directory = try await SampleStore.ordered()
    func next(_ words: String...) async throws -> [String] {
      try await Self.run(["completions", "--words", "--"] + words, in: directory).lines
    }
    #expect(
      try await next("list", "--priority=") == [
        "--priority=high", "--priority=medium", "--priority=low",
      ])
    let people = try await next("list", "--assignee", "")
    #expect(try await next("list", "--assignee=") == people.map { "--assignee=" + $0 })
    #expect(!people.isEmpty)
  }

  @Test(arguments: [
    ("an unknown key", ["ACTIONITEMS_CONFIG": "c.json"]),
    ("no file", ["ACTIONITEMS_CONFIG": "none.json"]),
    ("a wrong variable", ["ACTIONITEMS_QUIET": "perhaps"]),
  ])
  func `a wrong setting prevents no completion of words`(
    name: String, environment: [String: String]
  ) async throws {
    let directory = try TemporaryDirectory()
    try directory.write(#"{"unknown":1}"#, to: "c.json")
    for (words, status) in [(["lis"], 0), (["export", "--format="], 0), (["done", ""], 2)] {
      let next = try await ToolProcess(
        ["completions", "--words", "--"] + words, in: directory, environment: environment
      ).outcome()
      #expect(next.status == status && next.output.isEmpty == (status != 0), "\(name): \(words)")
    }
  }

  @Test(arguments: [["--values", "ids", "foo", "bar"], ["bash", "zsh"], []])
  func `a wrong number of operands of completions is an error`(arguments: [String]) async throws {
    let run = try await Self.run(["completions"] + arguments, in: try TemporaryDirectory())
    #expect(run.status == 2 && run.output.isEmpty, "\(run.errors)")
  }

  // MARK: - People

  private static func chat() async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory(
      #"[{"user":"ben","ts":1767600000,"text":"I'll send the invoice to the client"},{"user":"Ben Okafor","ts":1767600100,"text":"I'll order the chairs for the office"},{"user":"Ann","ts":1767600200,"text":"I'll book the flights to Oslo"}]"#,
      in: "c.json")
    let run = try await run(["extract", "--offline", "c.json"], in: directory)
    try #require(run.status == 0, "\(run.errors)")
    return directory
  }

  @Test func `people lists names with counts and proposes who is the same`() async throws {
    let directory = try await Self.chat()
    let before = try await Self.run(["people"], in: directory)
    let ben = try #require(before.lines.first { $0.hasPrefix("ben ") })
    #expect(ben.hasSuffix("Ben Okafor"), "\(before.output)")
    try directory.write(
      #"{"people":[{"name":"Ben Okafor (Northern)","names":["ben","Ben Okafor"]}]}"#,
      to: "s/people.json")
    let after = try await Self.run(["people", "--json"], in: directory)
    #expect(after.lines.count == 3 && after.output.contains(#""listedAs":"Ben Okafor (Northern)""#))
    #expect(!after.output.contains(#""perhapsSameAs":""#), "\(after.output)")
  }

  @Test func `lists show the names of people json, and a word of a name finds its items`()
    async throws
  {
    let directory = try await Self.chat()
    try directory.write(
      #"{"people":[{"name":"Ben Okafor (Northern)","names":["ben","Ben Okafor"]}]}"#,
      to: "s/people.json")
    let list = try await Self.run(["list", "--assignee", "northern"], in: directory)
    let shown = list.lines.filter { $0.contains("Ben Okafor (Northern)") }
    #expect(shown.count == 2 && list.lines.count == 3, "\(list.output)")
  }

  @Test func `a whole name finds its items, though it is a word of another one in people json`()
    async throws
  {
    let directory = try TemporaryDirectory()
    _ = try await Self.run(["add", "Call Bo", "--assignee", "ben"], in: directory)
    try directory.write(#"{"people":[{"name":"Ben Fischer"}]}"#, to: "s/people.json")
    let list = try await Self.run(["list", "--assignee", "ben"], in: directory)
    #expect(list.output.contains("Call Bo"), "\(list)")
  }

  @Test(arguments: [
    ("beside people", #"{"peoples":[],"me":"Ann"}"#, "peoples"),
    ("of a person", #"{"people":[{"name":"Ann","alias":["a"]}]}"#, "alias"),
  ])
  func `an unknown key of people json is an error`(
    name: String, text: String, key: String
  ) async throws {
    let directory = try await Self.chat()
    try directory.write(text, to: "s/people.json")
    let run = try await Self.run(["list"], in: directory)
    #expect(run.status == 2 && run.errors.contains("unknown key '\(key)'"), "\(name): \(run)")
  }

  // MARK: - What the chat finished

  @Test func `what a message finished has a section and a review of its own`() async throws {
    let directory = try TemporaryDirectory(
      #"[{"id":"1","user":"Ann","ts":"2026-01-05T10:00:00Z","text":"I'll send the yearly report to the auditors"},{"id":"2","user":"Ann","ts":"2026-01-05T12:00:00Z","text":"Done, I sent the yearly report to the auditors"}]"#,
      in: "c.json")
    _ = try await Self.run(["extract", "--offline", "c.json"], in: directory)
    let report = try await Self.run(["report", "--since", "3650d"], in: directory)
    #expect(report.output.contains("Finished, as the chat says"), "\(report.output)")
    let shown = try await directory.tool(
      "review", "--done", "--json", environment: ["ACTIONITEMS_STORE": "s"])
    #expect(shown.lines.count == 1, "\(shown)")
    let id = try #require(shown.output.firstMatch(of: /"id":"([0-9a-f-]{36})"/)?.1)
    let judged = try await directory.tool(
      "review", "--done", "--json", environment: ["ACTIONITEMS_STORE": "s"],
      input: #"{"id":"\#(id)","verdict":"reopen"}"# + "\n")
    #expect(judged.output.contains(#""state":"open""#), "\(judged)")
    let again = try await Self.run(["review", "--done", "--json"], in: directory)
    #expect(again.lines.isEmpty)
    let later = try await Self.run(["report", "--since", "3650d"], in: directory)
    #expect(!later.output.contains("Finished, as the chat says"))
  }
}
