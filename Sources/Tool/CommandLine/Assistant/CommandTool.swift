import Encoding
import System

/// A command that is offered as a tool of `mcp`, with the options that an assistant may set. Converts the arguments of
/// a tool call to those of the command, and describes them as a JSON schema.
struct CommandTool: Sendable {
  let name: String
  let title: String
  let about: String
  let effect: AssistantTool.Effect
  let command: Command
  /// The operands, such as ids.
  var operand: Operand?
  let options: [any OptionDescribing]
  /// The options that are required.
  var required: [String] = []
  /// Option values that apply to every call.
  var fixed: [String: [String]] = [:]
  /// Option values that the assistant may override.
  var usual: [String: [String]] = [:]
  /// Whether the result consists of items and not of text.
  var answersItems = true

  /// The operand of the command, as an argument of the tool.
  struct Operand: Sendable {
    let name: String
    let help: String
    var isList = false
    /// Whether the operand is an item's id. It is refused if it is a dash (standard input) or blank (any item).
    var isID = true

    static let id = Operand(name: "id", help: "the item's id, or a unique prefix of it")
    static let ids = Operand(
      name: "ids", help: "the items' ids, or unique prefixes of them", isList: true)
    static let task = Operand(name: "task", help: "what is to be done", isID: false)
  }

  /// Maximum items in a result or a list of ids.
  private static let most = 500
  /// Maximum length of an argument.
  private static let longestText = 10_000

  func words(_ arguments: [JSONValue.Member]) throws(CommandFailure) -> ParsedArguments {
    var values = usual
    var operands: [String] = []
    for argument in arguments where !argument.value.isNull {
      if let operand, operand.name == argument.key {
        operands = try Self.operands(argument.value, operand)
      } else if let option = options.first(where: { $0.toolName == argument.key }) {
        values[option.name] = try Self.texts(argument.value, option)
      } else {
        let names = (operand.map { [$0.name] } ?? []) + options.map(\.toolName)
        throw CommandFailure(
          .usage,
          "'\(name)' has no argument '\(argument.key)'; the arguments are "
            + (names.isEmpty ? "none" : names.joined(separator: ", ")))
      }
    }
    if let operand, operands.isEmpty { throw Self.missing(operand.name) }
    for name in required where values[name] == nil { throw Self.missing(name) }
    return ParsedArguments(values: values.merging(fixed) { $1 }, operands: operands)
  }

  private static func missing(_ name: String) -> CommandFailure {
    CommandFailure(.usage, "the argument '\(name)' is missing")
  }

  private static func operands(
    _ value: JSONValue, _ operand: Operand
  ) throws(CommandFailure) -> [String] {
    let elements = operand.isList ? value.array ?? [] : [value]
    guard (1...most).contains(elements.count) else {
      throw CommandFailure(.usage, "'\(operand.name)' must be a list of 1 to \(most) strings")
    }
    return try elements.map { element throws(CommandFailure) in
      let text = try text(element, operand.name)
      if operand.isID, text == "-" || text.allSatisfy(\.isWhitespace) {
        throw CommandFailure(.usage, "'\(text)' is not an id")
      }
      return text
    }
  }

  private static func texts(
    _ value: JSONValue, _ option: any OptionDescribing
  ) throws(CommandFailure) -> [String] {
    let name = option.toolName
    var elements = [value]
    switch option.toolKind {
    case .flag:
      guard let bool = value.bool else {
        throw CommandFailure(.usage, "'\(name)' must be true or false")
      }
      return [bool ? "true" : "false"]
    case .number:
      guard let int = value.int, (1...most).contains(int) else {
        throw CommandFailure(.usage, "'\(name)' must be an integer from 1 to \(most)")
      }
      return ["\(int)"]
    case .texts:
      guard let array = value.array else {
        throw CommandFailure(.usage, "'\(name)' must be a list of strings")
      }
      elements = array
    case .text: break
    }
    return try elements.map { element throws(CommandFailure) in
      let text = try text(element, name)
      if let problem = option.problem(with: text) {
        throw CommandFailure(.usage, "'\(name)' \(problem)")
      }
      return text
    }
  }

  private static func text(
    _ value: JSONValue, _ name: String
  ) throws(CommandFailure) -> String {
    guard let text = value.string else {
      throw CommandFailure(.usage, "'\(name)' must be a string")
    }
    guard text.utf8.count <= longestText else {
      throw CommandFailure(.usage, "'\(name)' has more than \(longestText) bytes")
    }
    return text
  }

  var inputSchema: JSONValue {
    var properties = options.map { JSONValue.Member($0.toolName, $0.toolSchema(most: Self.most)) }
    if let operand {
      let help = JSONValue.string(operand.help)
      let schema: JSONValue =
        operand.isList
        ? [
          "type": "array", "items": ["type": "string"], "minItems": 1,
          "maxItems": .int(Self.most), "description": help,
        ] : ["type": "string", "description": help]
      properties.insert(.init(operand.name, schema), at: 0)
    }
    return [
      "type": "object", "properties": .object(properties),
      "required": .texts((operand.map { [$0.name] } ?? []) + required),
      "additionalProperties": false,
    ]
  }
}

/// The type of an option's value in JSON Schema.
private enum ToolKind {
  case flag, number, text, texts
}

extension OptionDescribing {
  fileprivate var toolName: String { name.replacing(every: "-", with: "_") }

  fileprivate var toolKind: ToolKind {
    if placeholder == nil { return .flag }
    if placeholder == "N" { return .number }
    return isRepeatable ? .texts : .text
  }

  fileprivate func toolSchema(most: Int) -> JSONValue {
    let type: JSONValue =
      switch toolKind {
      case .flag: ["type": "boolean"]
      case .number: ["type": "integer", "minimum": 1, "maximum": .int(most)]
      case .texts: ["type": "array", "items": ["type": "string"]]
      case .text where choices.isEmpty: ["type": "string"]
      case .text: ["type": "string", "enum": .texts(choices)]
      }
    return .joined(type, ["description": .string(help)])
  }
}
