/// The values of all options of one command, each with its source: command line, environment or settings file.
/// `SettingsError` (below) is an invalid value or an unusable settings file.
struct Settings: Sendable {
  /// The source of a value, in order of precedence.
  enum Source: Hashable, Sendable, CustomStringConvertible {
    case commandLine
    case environment(variable: String)
    case file(path: String)

    var description: String {
      switch self {
      case .commandLine: "command line"
      case .environment(let variable): "$\(variable)"
      case .file(let path): path
      }
    }
  }

  /// The values of an option.
  struct Entry: Sendable {
    var values: [String]
    var source: Source
  }

  private let entries: [String: Entry]
  /// The places that set per-call options, which are ignored.
  let ignored: [String]

  /// Takes each option's values from the first source that has any, and checks them.
  /// - Throws: `SettingsError` for an invalid value.
  init(
    command: Command, arguments: ParsedArguments, environment: [String: String], file: SettingsFile?
  ) throws(SettingsError) {
    var entries: [String: Entry] = [:]
    for option in command.allOptions {
      guard let entry = Self.entry(for: option, arguments, environment, file) else { continue }
      for value in entry.values {
        if let problem = option.problem(with: value) {
          throw .badValue(option: option.name, problem: problem, source: entry.source)
        }
      }
      entries[option.name] = entry
    }
    self.entries = entries
    ignored =
      Self.ignoredVariables(command, arguments, environment).map { "$\($0)" }
      + Self.ignoredKeys(command, arguments, file)
  }

  private static func entry(
    for option: any OptionDescribing, _ arguments: ParsedArguments,
    _ environment: [String: String], _ file: SettingsFile?
  ) -> Entry? {
    if let values = arguments.values[option.name] {
      return Entry(values: values, source: .commandLine)
    }
    if option.isPerCall { return nil }
    for variable in [option.variable] + option.otherVariables {
      // Shells often leave a variable empty to unset it.
      if let value = environment[variable], !value.isEmpty {
        let values = option.isRepeatable ? value.split(separator: "\n").map(String.init) : [value]
        return Entry(values: values, source: .environment(variable: variable))
      }
    }
    return file?.values[option.name].map {
      Entry(values: $0, source: .file(path: file?.path ?? ""))
    }
  }

  /// Returns the variables of per-call options, which have no effect.
  private static func ignoredVariables(
    _ command: Command, _ arguments: ParsedArguments, _ environment: [String: String]
  ) -> [String] {
    let ignored = command.options.filter { option in
      // A variable that another command uses is meant for that command.
      option.isPerCall && arguments.values[option.name] == nil
        && !(environment[option.variable] ?? "").isEmpty && Commands.isForOneCall(option.name)
    }
    return ignored.map(\.variable)
  }

  /// Returns the ignored keys of the settings file; for `config`, which shows all settings, those of any command.
  private static func ignoredKeys(
    _ command: Command, _ arguments: ParsedArguments, _ file: SettingsFile?
  ) -> [String] {
    guard let file else { return [] }
    let keys = file.ignored.filter { key in
      arguments.values[key] == nil
        && (command.name == ConfigCommand.command.name
          || command.options.contains { $0.name == key })
    }
    return keys.map { "'\($0)' in \(file.path)" }
  }

  /// Returns an option's value; nil if it is not set.
  func value<Value>(of option: Option<Value>) -> Value? {
    entries[option.name]?.values.last.flatMap(option.read)
  }

  func values<Value>(of option: Option<Value>) -> [Value] {
    entries[option.name]?.values.compactMap(option.read) ?? []
  }

  func isOn(_ flag: Option<Bool>) -> Bool { value(of: flag) ?? false }

  /// Returns the source of an option's value; nil if it is not set.
  func source(of option: any OptionDescribing) -> Source? { entries[option.name]?.source }

  func written(_ option: any OptionDescribing) -> [String]? { entries[option.name]?.values }

  /// Returns the settings with other values for some options. An option without a valid value becomes unset.
  func recalling(_ options: [any OptionDescribing], _ values: [String: [String]]) -> Settings {
    var entries = entries
    for option in options {
      let valid = (values[option.name] ?? []).filter { option.problem(with: $0) == nil }
      entries[option.name] = valid.isEmpty ? nil : Entry(values: valid, source: .commandLine)
    }
    return Settings(entries: entries, ignored: ignored)
  }

  private init(entries: [String: Entry], ignored: [String]) {
    (self.entries, self.ignored) = (entries, ignored)
  }
}

/// An invalid value of an option, or an unusable settings file.
enum SettingsError: Error, Hashable {
  case badValue(option: String, problem: String, source: Settings.Source)
  case unreadableFile(path: String, problem: String)
  case unknownKey(String, path: String, nearest: String?)
  case badKey(String, path: String, problem: String)
}

extension SettingsError: CustomStringConvertible {
  var description: String {
    switch self {
    case .badValue(let option, let problem, .commandLine): "--\(option) \(problem)"
    case .badValue(let option, let problem, let source): "\(option) (from \(source)) \(problem)"
    case .unreadableFile(let path, let problem): "settings file \(path): \(problem)"
    case .unknownKey(let key, let path, let nearest):
      "settings file \(path): unknown key '\(key)'"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    case .badKey(let key, let path, let problem): "settings file \(path): '\(key)' \(problem)"
    }
  }
}
