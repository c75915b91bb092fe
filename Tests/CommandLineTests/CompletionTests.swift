import Testing

@testable import CommandLine

/// The completion of command lines, the scripts for it, and the manual page.
@Suite struct CompletionTests {
  /// The words that complete a line, whose last word is being typed.
  private static func words(_ line: String) -> [Substring] {
    let line = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard case .words(let words) = CompletionValues(endOf: line) else { return [] }
    return words.map { $0.prefix { $0 != "\t" } }
  }

  @Test func `every command and every option is completed and in the manual`() {
    let manual = ManualPage.text(Commands.all)
    for command in Commands.all {
      let parts = command.name.split(separator: " ")
      #expect(Self.words("").contains(parts[0]), "\(command.name)")
      if parts.count > 1 { #expect(Self.words("\(parts[0]) ").contains(parts[1])) }
      let options = Self.words("\(command.name) --")
      let inManual = manual.split(separator: ".SS \(ManualPage.escaped(command.name)) ")
        .dropFirst().first?.split(separator: "\n.S").first
      #expect(inManual != nil, "\(command.name)")
      for option in command.allOptions {
        #expect(options.contains("--\(option.name)"), "\(command.name) \(option.name)")
      }
      for option in command.options {
        let name = ManualPage.escaped("--\(option.name)")
        #expect(inManual?.contains(name) == true, "\(command.name) \(option.name)")
      }
    }
  }

  @Test func `values are proposed where it is known what they can be`() {
    #expect(CompletionValues(ListCommand.priority) == .words(["high", "medium", "low"]))
    #expect(CompletionValues(ListCommand.assignee) == .known(.people))
    #expect(CompletionValues(CommonOptions.store) == .files)
    #expect(CompletionValues(ListCommand.limit) == .none)
    #expect(CompletionValues(ListCommand.text) == .none)
    #expect(CompletionValues(operandsOf: ShowCommand.command) == .known(.ids))
  }

  @Test(arguments: [
    ("after an option", "list --priority ", CompletionValues.words(["high", "medium", "low"])),
    ("after a letter", "export -o ", .files), ("after a flag", "show --history ", .known(.ids)),
    ("of an id", "done ", .known(.openIds)), ("of a file", "extract --offline x", .files),
    ("of nothing", "add ", .none), ("of no command", "nothing ", .words([])),
    ("after an equals sign", "list --priority=h", .words(["high", "medium", "low"])),
    ("after an equals sign in bash", "list --priority =", .words(["high", "medium", "low"])),
    ("begun after it in bash", "list --priority = h", .words(["high", "medium", "low"])),
    ("of a file after it", "export --output=x", .files), ("before a command", "--store=", .files),
    ("after a flag's", "show --history=", .none), ("after no option's", "list --none=", .none),
  ])
  func `what can follow depends on the words before`(
    name: String, line: String, expected: CompletionValues
  ) {
    let line = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(CompletionValues(endOf: line) == expected, "\(name)")
  }

  @Test func `help is completed with what it can explain`() {
    #expect(Self.words("help ").contains("list") && Self.words("help ").contains("store"))
    #expect(Self.words("").contains("help") && !Self.words("help ").contains("help"))
    #expect(Self.words("hub ").contains("token") && Self.words("--").contains("--store"))
  }

  @Test func `letters are offered next to their options`() {
    #expect(Self.words("export -").contains("-o") && Self.words("-").contains("-q"))
  }

  @Test(arguments: [
    (Shell.bash, ["complete -F _actionitems actionitems", "compgen -f"]),
    (
      .zsh,
      ["#compdef actionitems\n", "compset -P 1 '--*='\n", "_files\n", "_describe -V value found"]
    ),
    (
      .fish,
      ["complete -c actionitems -k -f -a '(__actionitems_found)'", "(complete -C \"'' $value\")"]
    ),
  ])
  func `a script asks the program, and leaves files to its shell`(shell: Shell, parts: [String]) {
    for part in ["actionitems completions --words -- "] + parts {
      #expect(shell.script.contains(part), "\(part)")
    }
    let help = ShellCommands.completions.details
    let command = "  actionitems completions \(shell) > "
    #expect(help.ranges(of: command).count == 1, "\(help)")
  }

  @Test func `the manual takes no text for a request`() {
    #expect(ManualPage.escaped(".x -y \\z") == "\\&.x \\-y \\ez")
    #expect(ManualPage.escaped("'a'") == "\\&'a'")
  }
}
