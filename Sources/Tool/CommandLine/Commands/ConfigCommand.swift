import Encoding
import System

/// `config`: prints the effective settings and their sources. With `--init`, writes an initial settings file.
enum ConfigCommand {
  static let begin = Option.flag(
    "init", "write an initial settings file; an existing one is not changed"
  ).perCall

  static let command = Command(
    name: "config", summary: "print the effective settings and their sources",
    details: """
      Prints every effective setting of any command, and its source, or 'default'. Keys are masked. With
      --json, one object per setting.

      --init writes a settings file that names the usual settings and sets none of them, to the path of
      --config or the default path. Fill in the values that you need and leave the others null.
      """,
    options: [begin] + Commands.settable, run: run)

  @Sendable private static func run(_ invocation: Invocation) async throws -> ExitStatus {
    let settings = invocation.settings
    if settings.isOn(begin) { return try beginFile(invocation) }
    let set = invocation.command.allOptions
      .filter { settings.source(of: $0) != nil || $0.defaultText != nil }
      .sorted { $0.name < $1.name }
    func source(_ option: any OptionDescribing) -> String {
      settings.source(of: option)?.description ?? "default"
    }
    // The defaults of these depend on other variables, so the resulting paths are shown.
    let paths = [
      CommonOptions.store.name: try? invocation.storePath(),
      CommonOptions.config.name: settings.written(CommonOptions.config)?.last
        ?? UserFolders(environment: invocation.environment).settingsFile,
    ]
    func value(_ option: any OptionDescribing) -> String {
      (paths[option.name] ?? nil) ?? shown(option, settings)
    }
    try invocation.print(
      set, titles: ["SETTING", "VALUE", "FROM"], isWhole: true,
      cells: { [$0.name, value($0), source($0)] },
      object: {
        [
          "name": .string($0.name), "value": .string(value($0)),
          "source": .string(source($0)),
        ]
      })
    if !invocation.isJSON, let name = APIKeySource.variableInForce(settings, invocation.environment)
    {
      try invocation.console.output.write("The key is read from $\(name): ***\n")
    }
    return .done
  }

  /// The settings that most users need.
  private static let usual: [any OptionDescribing] = [
    ModelOptionSet.baseURL, ModelOptionSet.model, EndpointOptionSet.keyFile, ZoneOption.timeZone,
    LoadingOptionSet.dateOrder, ExportCommand.linkBase, ListCommand.color,
  ]

  private static func beginFile(_ invocation: Invocation) throws -> ExitStatus {
    guard
      let path = invocation.settings.written(CommonOptions.config)?.last
        ?? UserFolders(environment: invocation.environment).settingsFile
    else {
      throw CommandFailure(
        .usage, "no path for the settings file: set --config, $XDG_CONFIG_HOME or $HOME")
    }
    let lines = usual.map { "  \"\($0.name)\": null" }.joined(separator: ",\n")
    try SettingsFile.begin(at: path, with: "{\n\(lines)\n}\n")
    try invocation.printOutcome(["config": .string(path)])
    invocation.console.inform(
      "wrote \(path); it sets nothing yet. Replace null by values, as in "
        + "\"time-zone\": \"Europe/Berlin\"; 'actionitems config' shows the effective settings.")
    return .done
  }

  private static func shown(_ option: any OptionDescribing, _ settings: Settings) -> String {
    guard let written = settings.written(option) else { return option.defaultText ?? "" }
    return written.map { option.isSecret ? "***" : masked($0, of: option) }.joined(separator: ", ")
  }

  /// Masks secrets that were put in the wrong option: user, password and query of a URL, a key in place of a variable's
  /// name, or a member with a secret name.
  private static func masked(_ value: String, of option: any OptionDescribing) -> String {
    if option.name == ModelOptionSet.keyVariable.name {
      return APIKeySource.isVariable(value) ? value : "***"
    }
    if let scheme = value.firstPlace(of: "://") {
      var rest = value[scheme.upperBound...]
      let host = rest.prefix { $0 != "/" && $0 != "?" }
      if let at = host.lastIndex(of: "@") { rest = "***" + rest[at...] }
      let address = rest.prefix { $0 != "?" }
      return value[..<scheme.upperBound] + address + (address.count < rest.count ? "?***" : "")
    }
    if let equals = value.firstIndex(of: "=") {
      let name = value[..<equals].lowercased()
      if ["key", "token", "secret", "password"].contains(where: name.holds) {
        return value[...equals] + "***"
      }
    }
    return value
  }
}
