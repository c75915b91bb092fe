/// Every command of the tool, in the order of its help.
enum Commands {
  /// The commands that settings are for.
  private static let working: [Command] = [
    ExtractCommand.command, InspectCommand.command, FormatsCommand.command, ListCommand.command,
    ShowCommand.command, CompletionCommands.done, CompletionCommands.reopen, WatchCommand.command,
    ExportCommand.command,
  ]

  static let all: [Command] = working + [ConfigCommand.command]

  /// Every option of any command, once, the common ones aside.
  static let settable: [any OptionDescribing] = {
    var seen = Set(CommonOptions.all.map(\.name))
    return working.flatMap(\.options).filter { !$0.isPerCall && seen.insert($0.name).inserted }
  }()

  /// Every option of any command, once.
  static let allOptions: [any OptionDescribing] = settable + CommonOptions.all
}
