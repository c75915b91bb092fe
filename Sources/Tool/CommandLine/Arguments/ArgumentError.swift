/// A mistake in the command line itself. `SettingsError` is about invalid values.
enum ArgumentError: Error, Hashable {
  case noCommand
  case unknownCommand(String, nearest: String?)
  case incompleteCommand(String, family: [String])
  case unknownOption(String, command: String, nearest: String?)
  case misplacedOption(String)
  case missingValue(option: String, placeholder: String)
  case unwantedValue(option: String)
  case operandCount(command: String, operands: String, found: Int)
}

extension ArgumentError: CustomStringConvertible {
  var description: String {
    switch self {
    case .noCommand: "no command given; see 'actionitems --help'"
    case .unknownCommand(let name, let nearest):
      "unknown command '\(name)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "; see 'actionitems --help'")
    case .incompleteCommand(let name, let family):
      "'\(name)' needs a subcommand: \(family.joined(separator: ", "))"
    case .unknownOption(let name, let command, let nearest):
      "unknown option '\(name)' for '\(command)'"
        + (nearest.map { "; did you mean '--\($0)'?" }
          ?? "; see 'actionitems \(command) --help'")
    case .misplacedOption(let name):
      "option '\(name)' must follow the command: actionitems COMMAND \(name)"
    case .missingValue(let option, let placeholder):
      "option '--\(option)' needs a value: --\(option) \(placeholder)"
    case .unwantedValue(let option): "option '--\(option)' takes no value except true or false"
    case .operandCount(let command, let operands, let found):
      found == 0
        ? "'\(command)' needs \(operands); see 'actionitems \(command) --help'"
        : "'\(command)' takes \(operands.isEmpty ? "no operands" : operands), found \(found)"
    }
  }
}
