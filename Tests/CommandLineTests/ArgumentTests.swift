import System
import Testing

@testable import CommandLine

/// Arguments of commands. Also: suggestions for mistyped names, durations, and the options and help of all commands.
@Suite struct ArgumentTests {
  static func parse(_ arguments: String..., command: Command = ListCommand.command) throws
    -> ParsedArguments
  {
    try ParsedArguments(arguments[...], for: command)
  }

  @Test func `options stand before and after operands, with their values either way`() throws {
    let parsed = try Self.parse(
      "a.json", "--store", "S", "-qv", "b", "--model=m=1", "--", "--json", "-",
      command: ExtractCommand.command)
    #expect(parsed.operands == ["a.json", "b", "--json", "-"])
    #expect(parsed.values["store"] == ["S"] && parsed.values["model"] == ["m=1"])
    #expect(parsed.values["quiet"] == ["true"] && parsed.values["verbose"] == ["true"])
  }

  @Test func `a single dash is an operand, a letter takes the rest as its value`() throws {
    let parsed = try Self.parse("-", "-ofile", command: ExportCommand.command)
    #expect(parsed.operands == ["-"] && parsed.values["output"] == ["file"])
  }

  @Test func `repeatable options add up, others take the last value`() throws {
    let parsed = try Self.parse(
      "--conversation", "a", "--conversation", "b", "--limit", "1", "--limit", "2")
    #expect(parsed.values["conversation"] == ["a", "b"] && parsed.values["limit"] == ["2"])
  }

  @Test(arguments: [
    (
      "unknown", ["--assigne", "x"],
      "unknown option '--assigne' for 'list'; did you mean '--assignee'?"
    ),
    (
      "far off", ["--zzzzzz"],
      "unknown option '--zzzzzz' for 'list'; see 'actionitems list --help'"
    ),
    ("letter", ["-x"], "unknown option '-x' for 'list'; see 'actionitems list --help'"),
    ("no value", ["--assignee"], "option '--assignee' needs a value: --assignee NAME"),
    ("value for a flag", ["--json=1"], "option '--json' takes no value except true or false"),
  ])
  func `an error suggests the nearest valid choice`(
    name: String, arguments: [String], message: String
  ) {
    do {
      _ = try ParsedArguments(arguments[...], for: ListCommand.command)
      Issue.record("\(name): accepted")
    } catch {
      #expect(error.description == message, "\(name)")
    }
  }

  @Test(
    arguments: [
      ("swapped", "lsit", "list"), ("left out", "extrct", "extract"), ("prefix", "ext", "extract"),
      ("put in", "doone", "done"), ("exchanged", "wotch", "watch"), ("far off", "banana", nil),
    ] as [(String, String, String?)])
  func `typing errors are recognised`(name: String, typed: String, meant: String?) {
    #expect(NearestName.find(typed, among: Commands.all.map(\.name)) == meant, "\(name)")
  }

  @Test(
    arguments: [
      ("seconds", "90", 90_000), ("with a unit", "90s", 90_000), ("minutes", "1.5m", 90_000),
      ("hours", "2h", 7_200_000), ("days", "3d", 259_200_000), ("nothing", "0", nil),
      ("below", "-5s", nil), ("word", "soon", nil), ("empty", "", nil), ("unit alone", "s", nil),
      ("endless", "1e99d", nil),
    ] as [(String, String, Int?)])
  func `lengths of time are read`(name: String, text: String, milliseconds: Int?) {
    #expect(DurationText.read(text) == milliseconds.map { .milliseconds($0) }, "\(name)")
  }

  @Test func `an option that files can set means the same everywhere`() {
    var seen: [String: String] = [:]
    for command in Commands.all {
      for option in command.allOptions where !option.isPerCall {
        let text = "\(option.placeholder ?? "-") \(option.help)"
        #expect(seen[option.name] ?? text == text, "--\(option.name) of \(command.name)")
        seen[option.name] = text
      }
    }
  }

  @Test func `the whole help names every option, and the manual every exit status`() {
    let manual = ManualPage.text(Commands.all)
    for status in ExitStatus.allCases { #expect(manual.contains(".B \(status.rawValue)\n")) }
    for command in Commands.all {
      let help = HelpText(command, isWhole: true).text
      for option in command.allOptions { #expect(help.contains("--\(option.name)")) }
      #expect(help.split(separator: "\n").allSatisfy { $0.count <= 110 }, "\(command.name)")
    }
  }
}
