import Encoding
import System

/// The tools and resources of `mcp` for a store: each tool is a command, and each resource is a command's output.
struct StoreAssistant: AssistantTools {
  private let caller: Invocation
  private let offered: [CommandTool]

  /// Offers the tools of a store; with `readsOnly` only those that change nothing.
  init(_ caller: Invocation, readsOnly: Bool) {
    self.caller = caller
    offered = CommandTool.all.filter { !readsOnly || $0.effect == .reads }
  }

  var tools: [AssistantTool] {
    offered.map { tool in
      let schema = tool.answersItems ? Self.itemsSchema : nil as JSONValue?
      return AssistantTool(
        name: tool.name, title: tool.title, description: tool.about,
        inputSchema: tool.inputSchema, outputSchema: schema, effect: tool.effect)
    }
  }

  func call(_ name: String, _ arguments: [JSONValue.Member]) async -> AssistantToolResult {
    guard let tool = offered.first(where: { $0.name == name }) else {
      return AssistantToolResult(text: "unknown tool", isError: true)
    }
    do throws(CommandFailure) {
      var words = try tool.words(arguments)
      if tool.answersItems { words = words.setting(CommonOptions.json, to: "true") }
      let call = await CommandCall(tool.command, words, from: caller)
      if let failure = call.failure {
        // The warnings may explain the failure.
        throw CommandFailure(call.status, ([failure] + call.notes).joined(separator: "\n"))
      }
      return tool.answersItems ? Self.items(call, words) : Self.text(call)
    } catch {
      let lines = error.message.split(separator: "\n").map { SafeText.line(String($0)) }
      return AssistantToolResult(text: lines.joined(separator: "\n"), isError: true)
    }
  }

  private static func items(_ call: CommandCall, _ words: ParsedArguments) -> AssistantToolResult {
    let items = call.items
    let most = words.values[ListCommand.limit.name]?.last.flatMap { Int($0) }
    let answer: JSONValue = [
      "items": .array(items), "isCut": .bool(items.count == most),
      "notes": .texts(call.notes),
    ]
    return AssistantToolResult(
      text: answer.text, structured: answer, isError: call.status != .done)
  }

  private static func text(_ call: CommandCall) -> AssistantToolResult {
    var text = String(decoding: call.output, as: UTF8.self)
    text.unicodeScalars.removeAll { $0 != "\n" && InvisibleCharacters.contains($0.value) }
    return AssistantToolResult(
      text: (call.notes + [text]).joined(separator: "\n"), isError: call.status != .done)
  }

  private static let itemsSchema: JSONValue = {
    let text: JSONValue = ["type": "string"]
    let optional: JSONValue = ["type": ["string", "null"]]
    return [
      "type": "object",
      "properties": [
        "items": [
          "type": "array",
          "items": [
            "type": "object",
            "properties": [
              "id": text, "task": text, "assignee": optional, "deadline": optional,
              "priority": ["type": "string", "enum": ["high", "medium", "low"]],
              "isComplete": ["type": "boolean"],
              "archivedAt": [
                "type": "string",
                "description": "when the item was archived; absent for open items",
              ],
              "conversationTitle": optional,
              "quote": optional,
            ],
            "required": ["id", "task", "assignee", "deadline", "priority", "isComplete"],
          ],
        ],
        "isCut": ["type": "boolean", "description": "whether 'limit' may have cut off the list"],
        "notes": ["type": "array", "items": text, "description": "notes on the result"],
      ],
      "required": ["items", "isCut", "notes"],
    ]
  }()

  private static let list = "actionitems://items"
  private static let item = "actionitems://item/"

  var resourceTemplates: [AssistantResource] {
    [
      AssistantResource(
        address: Self.item + "{id}", name: "item",
        description: "An action item with its quotes and the messages around it, by id.")
    ]
  }

  func resources() async throws(AssistantError) -> [AssistantResource] {
    let list = AssistantResource(
      address: Self.list, name: "open items",
      description: "The open action items, the most urgent first: at most 500, or 1 MiB.")
    let items = try await openItems(100) ?? []
    return [list]
      + items.compactMap { item in
        // The tools find all other items.
        guard let id = item["id"]?.string, Self.isPlain(id) else { return nil }
        let who = item["assignee"]?.string.map { "Assigned to \($0)" } ?? "Unassigned"
        return AssistantResource(
          address: Self.item + id, name: SafeText.cut(item["task"]?.string ?? id, to: 80),
          description: who
            + (item["deadline"]?.string.map { ", due \($0)." } ?? "."))
      }
  }

  func read(_ address: String) async throws(AssistantError) -> JSONValue? {
    if address == Self.list { return try await openItems(500).map(JSONValue.array) }
    guard address.hasPrefix(Self.item) else { return nil }
    let id = String(address.dropFirst(Self.item.count))
    guard Self.isPlain(id) else { return nil }
    return try await read(ShowCommand.command, [:], [id])?.first
  }

  private func openItems(_ most: Int) async throws(AssistantError) -> [JSONValue]? {
    try await read(ListCommand.command, [ListCommand.limit.name: ["\(most)"]], [])
  }

  /// Returns whether an id needs no escaping in a URI. Ids created by this tool need none.
  private static func isPlain(_ id: String) -> Bool {
    !id.isEmpty && id.allSatisfy { $0.isASCII && $0.isHexDigit || $0 == "-" }
  }

  /// Returns the items that a command prints; nil if the arguments match none.
  private func read(
    _ command: Command, _ values: [String: [String]], _ operands: [String]
  ) async throws(AssistantError) -> [JSONValue]? {
    let words = ParsedArguments(values: values, operands: operands)
    let call = await CommandCall(
      command, words.setting(CommonOptions.json, to: "true"), from: caller)
    if call.status == .usage { return nil }
    // A cut list is still valid. A cut item is not.
    if call.isCut, command.name == ListCommand.command.name { return call.items }
    if let failure = call.failure { throw .failed(SafeText.line(failure)) }
    return call.items
  }
}

extension ParsedArguments {
  fileprivate func setting(_ option: Option<Bool>, to value: String) -> ParsedArguments {
    ParsedArguments(
      values: values.merging([option.name: [value]]) { $1 }, operands: operands)
  }
}

extension CommandCall {
  /// The items printed as JSON. Texts from chats are on one line, without invisible characters.
  fileprivate var items: [JSONValue] {
    output.split(separator: 0x0A).compactMap { try? JSONValue(parsing: $0).shown }
  }
}

extension JSONValue {
  fileprivate var shown: JSONValue {
    switch self {
    case .string(let text): .string(SafeText.line(text))
    case .array(let elements): .array(elements.map(\.shown))
    case .object(let members): .object(members.map { Member($0.key, $0.value.shown) })
    default: self
    }
  }
}
