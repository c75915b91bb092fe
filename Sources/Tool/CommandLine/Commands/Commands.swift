/// All commands, in the order of the help, and the search for a command by the words of the command line.
enum Commands {
  /// The commands to which settings apply.
  private static let working: [Command] =
    [
      ExtractCommand.command, InspectCommand.command, FormatsCommand.command, ListCommand.command,
      ShowCommand.command, ReviewCommand.command, AddCommand.command, StateCommands.done,
      StateCommands.reopen, EditCommand.command, StateCommands.archive, StateCommands.remove,
      MergeCommand.command, UndoCommand.command, WatchCommand.command, ExportCommand.command,
      ReportCommand.command,
      PeopleCommand.command, EvalCommand.command, DeadlineCommand.command, RunsCommands.runs,
      RunsCommands.undo, MergeItemsCommand.command, StoreCommands.verify, StoreCommands.compact,
      StoreCommands.purge, StoreCommands.renew, SyncCommand.command, HubCommand.command,
      HubTokenCommands.token, HubTokenCommands.tokens, HubTokenCommands.revoke, PeerCommand.command,
      PeerPairCommands.pair, PeerPairCommands.forget, AssistantCommand.command,
      DoctorCommand.command,
    ] + BatchCommands.all

  static let all: [Command] =
    working + [ConfigCommand.command, ShellCommands.completions, ShellCommands.man]

  /// All options that settings can set, without the common ones and without duplicates.
  static let settable: [any OptionDescribing] = {
    var seen = Set(CommonOptions.all.map(\.name))
    return working.flatMap(\.options).filter { !$0.isPerCall && seen.insert($0.name).inserted }
  }()

  /// All options, without duplicates.
  static let allOptions: [any OptionDescribing] = settable + CommonOptions.all

  /// Returns whether a name belongs to an option that neither a variable nor the settings file can set.
  static func isForOneCall(_ name: String) -> Bool {
    all.contains { $0.options.contains { $0.isPerCall && $0.name == name } }
      && !settable.contains { $0.name == name }
  }

  /// Returns the commands that begin with a word, as in `store verify`.
  static func family(_ word: String) -> [Command] { all.filter { $0.name.hasPrefix(word + " ") } }

  /// Returns the command at the start of the words, and the number of words in its name.
  /// - Throws: `ArgumentError` if there is no such command.
  static func find(_ words: ArraySlice<String>) throws(ArgumentError) -> (Command, words: Int) {
    guard let first = words.first else { throw .noCommand }
    let two = words.prefix(2).joined(separator: " ")
    if let command = all.first(where: { $0.name == two }) { return (command, 2) }
    if let command = all.first(where: { $0.name == first }) { return (command, 1) }
    let family = family(first).map(\.name)
    guard family.isEmpty else { throw .incompleteCommand(first, family: family) }
    let names = all.flatMap { [$0.name, String($0.name.prefix { $0 != " " })] }
    throw .unknownCommand(first, nearest: NearestName.find(first, among: names))
  }
}
