@testable import CommandLine

/// Client messages to a server with a set of tools.
enum AssistantTalk {
  static func server() -> AssistantServer {
    AssistantServer(
      .init(name: "shelf", version: "1", instructions: "Take care."), ShelfOfTools())
  }

  /// The answer of a server that received `lines` before.
  static func answer(_ line: String, after lines: [String] = []) async -> String? {
    let server = server()
    for line in lines { _ = await server.answer(AssistantMessage(parsing: line.utf8)) }
    let answer = await server.answer(AssistantMessage(parsing: line.utf8))
    return answer.map { String(decoding: $0, as: UTF8.self) }
  }

  static func greeting(_ version: String) -> String {
    #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":""#
      + version + #"","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#
  }

  /// A request that needs no handshake before it.
  static func request(
    _ method: String, _ version: String = #""2026-07-28""#, capabilities: String = "{}",
    more: String = ""
  ) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":""# + method + #"","params":{"# + more
      + #""_meta":{"io.modelcontextprotocol/protocolVersion":"# + version
      + #","io.modelcontextprotocol/clientCapabilities":"# + capabilities + "}}}"
  }
}
