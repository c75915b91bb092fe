import System

/// A command: name, options, help and the function that runs it. `CommonOptions` (below) belong to every command.
struct Command: Sendable {
  let name: String
  /// The operands for the usage line, as in `PATH…`.
  var operands = ""
  var operandCount = 0...0
  /// One line for the list of commands.
  let summary: String
  let details: String
  /// The options in addition to the common ones.
  let options: [any OptionDescribing]
  /// Whether the command runs until a signal stops it, which is then not an error.
  var isServer = false
  let run: @Sendable (Invocation) async throws -> ExitStatus

  var allOptions: [any OptionDescribing] { options + CommonOptions.all }
}

/// The options that every command has.
enum CommonOptions {
  static let store = Option.text("store", "DIR", "the store's folder").defaulting(
    to: "$XDG_DATA_HOME/actionitems, else ~/.local/share/actionitems")
  static let json = Option.flag("json", "print JSON, one object per line")
  static let quiet = Option.flag(
    "quiet", letter: "q",
    "print only lists, errors and important warnings; changed items only with --json")
  static let verbose = Option.flag("verbose", letter: "v", "print more details to standard error")
  static let config = Option.text("config", "FILE", "the settings file").defaulting(
    to: "$XDG_CONFIG_HOME/actionitems/config.json, else ~/.config/actionitems/config.json")
  static let help = Option.flag("help", letter: "h", "print the help with the usual options")
  static let helpAll = Option.flag("help-all", "print the help with all options")
  static let version = Option.flag("version", "print the version")

  static let all: [any OptionDescribing] = [
    store, json, quiet, verbose, config, help, helpAll, version,
  ]
}
