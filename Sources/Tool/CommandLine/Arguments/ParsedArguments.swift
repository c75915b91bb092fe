/// The words after the command's name, split into options with their values, and operands. The values are still text;
/// `Settings` checks them.
struct ParsedArguments {
  /// The values of each option, in order; `true` for a flag.
  private(set) var values: [String: [String]] = [:]
  private(set) var operands: [String] = []
}

extension ParsedArguments {
  /// Parses the arguments after the command's name.
  ///
  /// Options may come before and after operands. `--` ends the options; `-` is an operand.
  init(_ arguments: ArraySlice<String>, for command: Command) throws(ArgumentError) {
    self.init()
    var rest = arguments
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
        operands.append(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else if argument.hasPrefix("--") {
        try takeLong(argument, &rest, command)
      } else {
        try takeLetters(argument, &rest, command)
      }
    }
  }

  private mutating func takeLong(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(ArgumentError) {
    let parts = argument.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.allOptions.first(where: { $0.name == name }) else {
      throw .unknownOption(
        "--" + name, command: command.name,
        nearest: NearestName.find(name, among: command.allOptions.map(\.name)))
    }
    if parts.count > 1 {
      // With `--flag=false`, a script can override a variable or the settings file.
      if option.placeholder == nil, parts[1] != "true", parts[1] != "false" {
        throw .unwantedValue(option: name)
      }
      add(String(parts[1]), to: option)
    } else {
      try takeValue(of: option, &rest)
    }
  }

  /// Parses `-q`, `-qv` and `-o FILE`.
  private mutating func takeLetters(
    _ argument: String, _ rest: inout ArraySlice<String>, _ command: Command
  ) throws(ArgumentError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.allOptions.first(where: { $0.letter == letter }) else {
        throw .unknownOption("-\(letter)", command: command.name, nearest: nil)
      }
      if option.placeholder != nil, !letters.isEmpty {
        add(String(letters), to: option)
        return
      }
      try takeValue(of: option, &rest)
    }
  }

  private mutating func takeValue(
    of option: any OptionDescribing, _ rest: inout ArraySlice<String>
  ) throws(ArgumentError) {
    guard let placeholder = option.placeholder else { return add("true", to: option) }
    guard let value = rest.popFirst() else {
      throw .missingValue(option: option.name, placeholder: placeholder)
    }
    add(value, to: option)
  }

  private mutating func add(_ value: String, to option: any OptionDescribing) {
    values[option.name] = option.isRepeatable ? (values[option.name] ?? []) + [value] : [value]
  }
}
