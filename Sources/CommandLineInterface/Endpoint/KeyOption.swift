import LanguageModel
import Streams

/// Where the key comes from.
enum KeyOption {
  static let usual = "OPENAI_API_KEY"

  /// More than this is no key.
  private static let limit = 1 << 16

  /// The variable that holds a key; nil where none does.
  static func variableInForce(_ settings: Settings, _ environment: [String: String]) -> String? {
    let name = settings.value(of: ModelOptionSet.keyVariable) ?? usual
    return environment[name].map { !$0.isEmpty } == true ? name : nil
  }

  /// The key: from the file that is set, else from the variable; nil where there is none.
  static func key(_ invocation: Invocation) throws(CommandFailure) -> APIKey? {
    let settings = invocation.settings
    let variable = settings.value(of: ModelOptionSet.keyVariable) ?? usual
    let text: String
    let place: String
    if let path = settings.value(of: EndpointOptionSet.keyFile) {
      place = "--api-key-file \(path)"
      let bytes = try SmallFile.read(path, for: EndpointOptionSet.keyFile.name, limit: limit)
      text = String(decoding: bytes, as: UTF8.self)
    } else if let value = invocation.environment[variable], !value.isEmpty {
      place = "$\(variable)"
      text = value
    } else {
      guard let source = settings.source(of: ModelOptionSet.keyVariable) else { return nil }
      throw CommandFailure(
        .usage,
        "--api-key-env (\(source))"
          + (isVariable(variable)
            ? ": \(shown(variable)) is not set"
            : " takes the name of a variable, not the key itself"))
    }
    guard let key = APIKey(text) else {
      throw CommandFailure(.usage, "\(place): there is no key in it")
    }
    if key.isSendable { return key }
    throw CommandFailure(.usage, "\(place): what is in it is no key")
  }

  /// The name of a variable that is not set, for people: one with small letters may be the key itself.
  static func shown(_ variable: String) -> String {
    variable.contains(where: \.isLowercase) ? "the variable that it names" : "$\(variable)"
  }

  /// Whether a text may be the name of a variable: one that is none may be the key itself, given in the wrong
  /// place, and is not to be shown.
  static func isVariable(_ name: String) -> Bool {
    name.allSatisfy { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}
