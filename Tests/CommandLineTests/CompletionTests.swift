import Testing

@testable import CommandLine

@Suite struct CompletionTests {
  @Test func `every command and every option is completed in each shell and in the manual`() {
    let commands = Commands.all
    let bash = BashCompletion.script(commands)
    let zsh = ZshCompletion.script(commands)
    let fish = FishCompletion.script(commands).split(separator: "\n")
    let manual = ManualPage.text(commands)
    for command in commands {
      let inBash = bash.split(separator: "\n").first {
        $0.hasPrefix("    \"\(command.name)\") options=")
      }
      let inZsh = zsh.split(separator: "    \"\(command.name)\")\n").dropFirst().first?
        .split(separator: ";;").first
      let inManual = manual.split(separator: ".SS \(ManualPage.escaped(command.name)) ")
        .dropFirst().first?.split(separator: "\n.S").first
      #expect(inManual != nil, "\(command.name)")
      for option in command.allOptions {
        let name = "--\(option.name)"
        #expect(inBash?.contains(name) == true, "\(command.name) \(name)")
        #expect(inZsh?.contains("'\(name):") == true, "\(command.name) \(name)")
        let line =
          "complete -c actionitems -n '__actionitems_is \(command.name)' -l \(option.name) "
        #expect(fish.contains { $0.hasPrefix(line) }, "\(command.name) \(name)")
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

  @Test func `help is completed with what it can explain`() {
    let families = CompletionWords(Commands.all, list: { _ in "" }).families
    let help = families.first { $0.word == "help" }
    #expect(help?.seconds.contains("list") == true && help?.seconds.contains("store") == true)
    #expect(BashCompletion.script(Commands.all).contains("\"help\") values=\"extract "))
  }

  @Test func `the manual takes no text for a request`() {
    #expect(ManualPage.escaped(".x -y \\z") == "\\&.x \\-y \\ez")
    #expect(ManualPage.escaped("'a'") == "\\&'a'")
  }
}
