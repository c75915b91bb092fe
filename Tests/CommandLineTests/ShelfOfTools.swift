import CommandLine
import Encoding

/// Two tools and a resource that need no store.
struct ShelfOfTools: AssistantTools {
  var tools: [AssistantTool] {
    [
      AssistantTool(
        name: "echo", title: "Echo", description: "Says it again.",
        inputSchema: ["type": "object"], outputSchema: ["type": "object"], effect: .reads),
      AssistantTool(
        name: "break", title: "Break", description: "Fails.", inputSchema: ["type": "object"],
        outputSchema: nil, effect: .overwrites),
    ]
  }

  func call(_ name: String, _ arguments: [JSONValue.Member]) async -> AssistantToolResult {
    name == "echo"
      ? AssistantToolResult(text: JSONValue.object(arguments).text, structured: .object(arguments))
      : AssistantToolResult(text: "broken", isError: true)
  }

  var resourceTemplates: [AssistantResource] {
    [AssistantResource(address: "shelf://{name}", name: "thing", description: "A thing.")]
  }

  func resources() async throws(AssistantError) -> [AssistantResource] {
    [AssistantResource(address: "shelf://cup", name: "cup", description: "A cup.")]
  }

  func read(_ address: String) async throws(AssistantError) -> JSONValue? {
    if address == "shelf://broken" { throw .failed("it is broken") }
    return address == "shelf://cup" ? ["full": true] : nil
  }
}
