import Glibc
import System
import TestSupport
import Testing

@testable import CommandLine

/// Settings from arguments, environment and file. Also: the exit status, the user's folders and the pager.
@Suite struct SettingsTests {
  static func settings(
    _ arguments: [String] = [], environment: [String: String] = [:], file: String? = nil
  ) throws -> Settings {
    let command = ExtractCommand.command
    let directory = try TemporaryDirectory()
    let loaded = try file.map { text in
      try SettingsFile(
        path: try directory.write(text, to: "config.json"), isRequired: true,
        options: Commands.allOptions)
    }
    return try Settings(
      command: command, arguments: try ParsedArguments(arguments[...], for: command),
      environment: environment, file: loaded ?? nil)
  }

  @Test func `the command line goes first, then the environment, then the file`() throws {
    let file = #"{"model": "file", "concurrency": 3, "header": ["A:1", "B:2"], "offline": true}"#
    let environment = [
      "ACTIONITEMS_MODEL": "environment", "OPENAI_MODEL": "other", "ACTIONITEMS_CONCURRENCY": "",
    ]
    let all = try Self.settings(["--model", "line"], environment: environment, file: file)
    #expect(all.value(of: ModelOptionSet.model) == "line")
    #expect(all.source(of: ModelOptionSet.model) == .commandLine)
    #expect(all.value(of: RunOptionSet.concurrency) == 3)
    #expect(all.values(of: ModelOptionSet.header) == ["A:1", "B:2"])
    #expect(all.isOn(ModelOptionSet.offline))
    let fewer = try Self.settings(environment: environment, file: file)
    #expect(fewer.value(of: ModelOptionSet.model) == "environment")
    let usual = try Self.settings(environment: ["OPENAI_MODEL": "other"], file: file)
    #expect(usual.value(of: ModelOptionSet.model) == "other")
    #expect(usual.source(of: ModelOptionSet.model) == .environment(variable: "OPENAI_MODEL"))
  }

  @Test func `a bad value is named with its place`() {
    #expect(throws: SettingsError.self) { try Self.settings(["--concurrency", "many"]) }
    do {
      _ = try Self.settings(environment: ["ACTIONITEMS_CONCURRENCY": "0"])
      Issue.record("accepted")
    } catch {
      #expect(
        "\(error)"
          == "concurrency (from $ACTIONITEMS_CONCURRENCY) must be a whole number from 1 to 1024, not '0'"
      )
    }
  }

  @Test(arguments: [
    ("no JSON", "{", "settings file"), ("no object", "[1]", "does not contain a JSON object"),
    ("unknown key", #"{"modle": "x"}"#, "unknown key 'modle'; did you mean 'model'?"),
    ("an object as value", #"{"model": {}}"#, "'model' must be a string"),
    ("a list for one value", #"{"model": ["a"]}"#, "'model' must be a string"),
  ])
  func `a bad settings file is refused`(name: String, file: String, message: String) {
    do {
      _ = try Self.settings(file: file)
      Issue.record("\(name): accepted")
    } catch {
      #expect("\(error)".contains(message), "\(name): \(error)")
    }
  }

  @Test(
    arguments: [
      ("one", [0], 0), ("partial and done", [0, 1], 1), ("store before endpoint", [4, 5, 1], 5),
      ("locked before store", [5, 7], 7), ("usage first", [3, 2, 7], 2),
      ("no input before endpoint", [4, 3], 3), ("limit before partial", [1, 6], 6),
    ] as [(String, [Int32], Int32)])
  func `one status is returned if several apply`(name: String, all: [Int32], told: Int32) {
    #expect(
      ExitStatus.mostImportant(of: all.compactMap(ExitStatus.init)).rawValue == told, "\(name)")
  }

  @Test func `folders follow the XDG variables, then the home folder`() {
    let xdg = UserFolders(environment: [
      "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c", "HOME": "/h",
    ])
    #expect(xdg.store == "/d/actionitems" && xdg.settingsFile == "/c/actionitems/config.json")
    let home = UserFolders(environment: ["XDG_DATA_HOME": "relative", "HOME": "/h"])
    #expect(home.store == "/h/.local/share/actionitems")
    #expect(UserFolders(environment: [:]).store == nil)
  }

  @Test(
    arguments: [
      ("nothing set", [:], [], "less"), ("the usual variable", ["PAGER": "more -d"], [], "more -d"),
      ("our own variable", ["PAGER": "more", "ACTIONITEMS_PAGER": "less -S"], [], "less -S"),
      ("an option", ["ACTIONITEMS_PAGER": "more"], ["--pager", "less"], "less"),
      ("none", [:], ["--no-pager"], nil),
      ("none by a variable", ["ACTIONITEMS_NO_PAGER": "1"], [], nil),
      ("cat", ["PAGER": "cat"], [], nil),
      ("one that is not there", ["PAGER": "/nonesuch"], [], nil),
      ("a name that is not there", ["PAGER": "nonesuch-pager"], [], nil),
      ("more than a name", ["PAGER": "X='a b' less"], [], "X='a b' less"),
      ("an empty variable", ["PAGER": ""], [], "less"),
    ] as [(String, [String: String], [String], String?)])
  func `the pager is the one that is asked for, if it is there`(
    name: String, environment: [String: String], arguments: [String], expected: String?
  ) throws {
    let directory = try TemporaryDirectory()
    for program in ["less", "more"] {
      try directory.write("", to: program)
      chmod("\(directory.path)/\(program)", 0o755)
    }
    let environment = environment.merging(["PATH": "/nowhere:\(directory.path)"]) { $1 }
    let command = ListCommand.command
    let settings = try Settings(
      command: command, arguments: try ParsedArguments(arguments[...], for: command),
      environment: environment, file: nil)
    #expect(Pager(settings, environment)?.command == expected, "\(name)")
  }
}
