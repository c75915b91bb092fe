import Encoding
import Testing

@testable import CommandLine

@Suite struct OpenRequestsTests {
  /// No tools and no resources.
  private struct NoTools: AssistantTools {
    var tools: [AssistantTool] { [] }
    var resourceTemplates: [AssistantResource] { [] }

    func call(_ name: String, _ arguments: [JSONValue.Member]) async -> AssistantToolResult {
      AssistantToolResult(text: "")
    }

    func resources() async throws(AssistantError) -> [AssistantResource] { [] }
    func read(_ address: String) async throws(AssistantError) -> JSONValue? { nil }
  }

  @Test func `a request that was taken back is not answered, and its neighbours are`() async {
    let server = AssistantServer(.init(name: "t", version: "1", instructions: ""), NoTools())
    let requests = OpenRequests()
    let messages =
      (1...3).map {
        AssistantMessage.request(id: .number("\($0)"), method: "ping", parameters: [:])
      }
      + [.cancellation(of: 2), .cancellation(of: 9), .cancellation(of: "2")]
    for message in messages { requests.open(message) }
    var answers: [String?] = []
    for message in messages {
      let answer = await requests.answer(message, by: server)
      answers.append(answer.map { String(decoding: $0, as: UTF8.self) })
    }
    #expect(
      answers == [
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#, nil, #"{"jsonrpc":"2.0","id":3,"result":{}}"#,
        nil, nil, nil,
      ])
    // Its id may be used again.
    requests.open(messages[1])
    #expect(await requests.answer(messages[1], by: server) != nil)
  }
}
