import Encoding
import Testing

@testable import CommandLine

@Suite struct CommandToolTests {
  @Test(arguments: CommandTool.all.map(\.name))
  func `a tool sets nothing that its command does not have`(name: String) throws {
    let tool = try #require(CommandTool.all.first { $0.name == name })
    let known = Set(tool.command.allOptions.map(\.name))
    let set = tool.options.map(\.name) + tool.fixed.keys + tool.usual.keys
    #expect(known.isSuperset(of: set), "\(name)")
    // Fixed options are not for the assistant to set.
    #expect(tool.options.allSatisfy { tool.fixed[$0.name] == nil }, "\(name)")
    #expect(tool.command.operandCount.contains(0) == (tool.operand == nil), "\(name)")
  }

  @Test func `a schema says what kind of thing each argument is`() throws {
    let tool = try #require(CommandTool.all.first { $0.name == "list" })
    let properties = tool.inputSchema["properties"]
    #expect(properties?["overdue"]?["type"] == "boolean")
    #expect(properties?["priority"]?["enum"] == ["high", "medium", "low"])
    #expect(properties?["conversation"]?["items"] == ["type": "string"])
    #expect(properties?["limit"]?["maximum"] == 500 && properties?["due_before"] != nil)
    #expect(tool.inputSchema["required"] == [] && tool.inputSchema["additionalProperties"] == false)
    let done = try #require(CommandTool.all.first { $0.name == "done" })
    #expect(done.inputSchema["required"] == ["ids"])
  }
}
