import LanguageModel
import System

/// Reads the API key from its file or environment variable. Tokens of remotes and webhooks use the name checks.
enum APIKeySource {
  static let usual = "OPENAI_API_KEY"

  /// Maximum bytes of a key.
  private static let limit = 1 << 16

  /// Returns the variable that contains a key; nil if none does.
  static func variableInForce(_ settings: Settings, _ environment: [String: String]) -> String? {
    let name = settings.value(of: ModelOptionSet.keyVariable) ?? usual
    return environment[name].map { !$0.isEmpty } == true ? name : nil
  }

  /// Returns the key from the configured file, or else from the variable; nil if there is none.
  /// - Throws: `CommandFailure` if a configured source has no valid key.
  static func key(
    _ invocation: Invocation, file: Option<String> = EndpointOptionSet.keyFile,
    variable named: Option<String> = ModelOptionSet.keyVariable, usual: String = APIKeySource.usual
  ) throws(CommandFailure) -> APIKey? {
    let settings = invocation.settings
    let variable = settings.value(of: named) ?? usual
    let text: String
    let place: String
    if let path = settings.value(of: file) {
      place = "--\(file.name) \(path)"
      let bytes = try SmallFile.read(path, for: file.name, limit: limit)
      text = String(decoding: bytes, as: UTF8.self)
    } else if let value = invocation.environment[variable], !value.isEmpty {
      place = "$\(variable)"
      text = value
    } else {
      guard let source = settings.source(of: named) else { return nil }
      throw CommandFailure(
        .usage,
        "--\(named.name) (\(source))"
          + (isVariable(variable)
            ? ": \(shown(variable)) is not set"
            : " takes the name of a variable, not the key itself"))
    }
    guard let key = APIKey(text) else {
      throw CommandFailure(.usage, "\(place): the key is empty")
    }
    if key.isSendable { return key }
    throw CommandFailure(.usage, "\(place): its content is not a valid key")
  }

  /// Returns the display name of an unset variable. One with lower-case letters may be the key itself and is not shown.
  static func shown(_ variable: String) -> String {
    variable.contains(where: \.isLowercase) ? "the given variable" : "$\(variable)"
  }

  /// Returns whether a text is a valid variable name. Anything else may be the key itself in the wrong option and must
  /// not be shown.
  static func isVariable(_ name: String) -> Bool {
    name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
