import Encoding
import System

/// The manual page that `man` prints, in the markup of man(7). It is made from the commands and their options.
enum ManualPage {
  static func text(_ commands: [Command]) -> String {
    var text = """
      .\\" Made by 'actionitems man'.
      .TH ACTIONITEMS 1 "" "actionitems \(Tool.version)" "User Commands"
      .SH NAME
      actionitems \\- reads exported chats and keeps one to\\-do list
      .SH SYNOPSIS
      .B actionitems
      .I COMMAND
      [\\fIOPTIONS\\fR] [\\-\\-] [\\fIOPERANDS\\fR]
      .SH DESCRIPTION
      Reads exported chats and keeps one to\\-do list: who owes what, by when, and the message that proves it.
      Options may precede or follow operands; \\- is standard input.
      .SH COMMANDS

      """
    for command in commands {
      text += ".SS \(escaped(command.name)) \(escaped(command.operands))\n"
      text += paragraphs(command.details)
      text += options(command.options)
    }
    text += ".SH COMMON OPTIONS\n" + options(CommonOptions.all)
    text += ".SH EXIT STATUS\n"
    for status in ExitStatus.allCases {
      text += ".TP\n.B \(status.rawValue)\n\(escaped(status.meaning))\n"
    }
    text += """
      .SH ENVIRONMENT
      \(escaped(HelpText.setElsewhere))
      .TP
      .B OPENAI_BASE_URL\\fR, \\fBOPENAI_API_KEY\\fR, \\fBOPENAI_MODEL
      The endpoint, its key and the model.
      .TP
      .B NO_COLOR
      Turns colours off, unless \\-\\-color turns them on.
      .SH FILES
      .TP
      .I $XDG_CONFIG_HOME/actionitems/config.json
      The settings file; in ~/.config if the variable is not set.
      .TP
      .I $XDG_DATA_HOME/actionitems
      The store; in ~/.local/share if the variable is not set.

      """
    return text
  }

  private static func paragraphs(_ details: String) -> String {
    details.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ".PP\n" : escaped(String($0)) + "\n" }.joined()
  }

  private static func options(_ options: [any OptionDescribing]) -> String {
    options.map { option in
      let letter = option.letter.map { "\\-\($0)\\fR, \\fB" } ?? ""
      let value = option.placeholder.map { " \\fI\(escaped($0))\\fR" } ?? ""
      return ".TP\n\\fB\(letter)\\-\\-\(escaped(option.name))\\fR\(value)\n"
        + escaped(option.helpWithDefault) + "\n"
    }.joined()
  }

  /// Escapes text for man(7).
  static func escaped(_ text: String) -> String {
    let plain = text.replacing(every: "\\", with: "\\e").replacing(every: "-", with: "\\-")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}
