import Encoding
import System

/// The help of a command (`--help`, `--help-all`), of a family of commands, and of the tool. `man` prints `ManualPage`.
struct HelpText {
  private let command: Command
  /// The commands whose names begin with its own.
  private let family: [Command]
  /// Whether all options are listed, and all details.
  private let isWhole: Bool

  init(_ command: Command, family: [Command] = [], isWhole: Bool) {
    (self.command, self.family) = (command, family)
    // A command with few options always gets the whole help.
    self.isWhole = isWhole || command.options.count <= Self.longestList
  }

  /// The number of options up to which the help lists them all.
  private static let longestList = 24

  var text: String {
    var text = "Usage: actionitems \(command.name) [OPTIONS]"
    if !command.operands.isEmpty { text += " \(command.operands)" }
    text += "\n\n\(isWhole ? command.details : Self.firstParagraph(of: command.details))\n"
    if !family.isEmpty { text += "\nSee also, each with --help:\n\(Self.list(family))\n" }
    for group in OptionGroup.groups(of: command, isWhole: isWhole) {
      text += "\n\(group.title):\n" + Self.options(group.options)
    }
    text += "\nCommon options:\n" + Self.options(CommonOptions.all)
    let more = isWhole ? "" : "--help-all lists the other options and explains more. "
    return text + "\n" + Self.wrapped(more + Self.setElsewhere, indent: 0) + "\n"
  }

  private static func firstParagraph(of details: String) -> String {
    details.firstPlace(of: "\n\n").map { String(details[..<$0.lowerBound]) } ?? details
  }

  static func overview(_ commands: [Command]) -> String {
    """
    actionitems reads exported chats and keeps one to-do list: who owes what, by when, and the
    message that proves it.

    Usage: actionitems COMMAND [OPTIONS] [--] [OPERANDS]

    Commands:
    \(list(commands))

    'actionitems COMMAND --help' shows the help of a command. Try:
      actionitems extract export.zip          read an export (offline without an endpoint)
      actionitems list                        list open items

    """
  }

  private static func list(_ commands: [Command]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    return commands.map { "  \(padded($0.name, width))  \($0.summary)" }.joined(separator: "\n")
  }

  /// Returns the help of a word that begins several commands but is not a command itself.
  static func family(_ word: String, _ commands: [Command]) -> String {
    """
    Usage: actionitems \(word) COMMAND [OPTIONS] [--] [OPERANDS]

    Commands:
    \(list(commands))

    'actionitems \(word) COMMAND --help' shows the help of a command.

    """
  }

  static let setElsewhere =
    "Options that are not specific to one call can also be set by an environment variable, ACTIONITEMS_ and "
    + "the option's name in capitals with _ for -, or in the settings file. The command line takes precedence "
    + "over the environment, and the environment over the settings file. 'actionitems man' explains exit statuses."

  private static func options(_ options: [any OptionDescribing]) -> String {
    let labels = options.map { option in
      (option.letter.map { "-\($0), " } ?? "    ") + "--\(option.name)"
        + (option.placeholder.map { " \($0)" } ?? "")
    }
    let width = min(labels.map(\.count).max() ?? 0, 30)
    return zip(options, labels).map { option, label in
      let start = "  " + padded(label, width) + "  "
      let help = wrapped(option.helpWithDefault, indent: width + 4)
      return label.count > width
        ? "  \(label)\n\(String(repeating: " ", count: width + 4))\(help)\n" : start + help + "\n"
    }.joined()
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// Wraps a text at 90 columns and indents all lines but the first.
  private static func wrapped(_ text: String, indent: Int) -> String {
    SafeText.wrapped(text, to: 90 - indent)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
