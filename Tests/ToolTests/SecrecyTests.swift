import Foundation
import TestSupport
import Testing

/// The key and other header values are sent to their endpoint and appear nowhere else.
@Suite struct SecrecyTests {
  static let key = "sk-secret-key"

  /// Whether a text contains the key, or a large part of it, also in base64 after "Bearer ".
  private static func reveals(_ text: String) -> Bool {
    text.contains("sk-secret") || text.contains("LXNlY3JldC1r")
  }

  /// Returns every file in a folder that reveals the key.
  static func leaks(below path: String) throws -> [String] {
    let files = FileManager.default.enumerator(atPath: path)
    var found: [String] = []
    while let name = files?.nextObject() as? String {
      let url = URL(filePath: path).appending(path: name)
      guard let data = try? Data(contentsOf: url) else { continue }
      if reveals(String(decoding: data, as: UTF8.self)) { found.append(name) }
    }
    return found
  }

  @Test(arguments: [
    (
      "repeated in an error", 401,
      #"{"error":{"message":"Incorrect API key: sk-secret-key","code":"invalid_api_key"}}"#
    ),
    ("repeated in a plain error", 500, "Authorization: Bearer sk-secret-key"),
    ("repeated in part", 401, #"{"error":{"message":"Incorrect API key: sk-secret-ke[…]"}}"#),
    ("repeated in base64", 401, #"{"error":{"message":"not QmVhcmVyIHNrLXNlY3JldC1rZXk="}}"#),
    (
      "repeated in an answer", 200,
      #"{"choices":[{"message":{"content":"[{\"task\":\"Use sk-secret-key\",\"messageId\":\"m1\",\"quote\":\"do\"}]"}}]}"#
    ),
    (
      "repeated in a reply of no use", 200,
      #"{"choices":[{"message":{"content":"Your key is sk-secret-key"}}]}"#
    ),
  ])
  func `a server that echoes the key does not reveal it`(
    name: String, status: Int, body: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let server = try LoopbackServer { request in
      #expect(request.header("Authorization") == "Bearer \(Self.key)")
      return .text(body, status: status, headers: [("X-Echo", Self.key)])
    }
    let run = try await ExtractCommand.run(
      "--verbose", "--retries", "1", "--cache", "cache", "--rejected", "rejected.jsonl",
      "--metrics", "metrics.txt", "--limits-dir", "limits", "--budget-per", "day", "chat.jsonl",
      in: directory, server)
    #expect(!server.requests.isEmpty && run.errors.contains("call "), "\(name)")
    #expect(!Self.reveals(run.output + run.errors), "\(name): \(run.errors)")
    #expect(try Self.leaks(below: directory.path).isEmpty, "\(name)")
  }

  @Test(arguments: ["X-Gateway-Pass", "X-Team", "Cookie"])
  func `the value of any header field is not revealed either`(name: String) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let value = "session=sk-secret-of-gateway"
    for (status, repeated) in [(400, value), (400, "sk-secret-of-gateway"), (200, value)] {
      let text = "[{\"task\":\"Use \(repeated)\",\"messageId\":\"m1\",\"quote\":\"do\"}]"
      let server = try LoopbackServer { request in
        #expect(request.header(name) == value)
        return status == 200
          ? ScriptedEndpoint.completion(text)
          : .text("{\"error\":{\"message\":\"bad \(repeated)\"}}", status: status)
      }
      let run = try await ExtractCommand.run(
        "--verbose", "--retries", "1", "--cache", "cache", "--rejected", "rejected.jsonl",
        "--header", "\(name): \(value)", "chat.jsonl", in: directory, server)
      #expect(!server.requests.isEmpty && run.errors.contains("call "))
      #expect(!(run.output + run.errors).contains("sk-secret"), "\(run.errors)")
      #expect(try Self.leaks(below: directory.path).isEmpty)
    }
  }

  @Test func `redirects are not followed with the key`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 3)
    let other = try LoopbackServer { ScriptedEndpoint.answer($0) }
    for status in [301, 302, 307, 308] {
      let server = try LoopbackServer { _ in
        .text(
          "", status: status,
          headers: [("Location", "\(other.address)/v1/chat/completions?key=\(Self.key)")])
      }
      let run = try await ExtractCommand.run(
        "--verbose", "chat.jsonl", in: directory, server)
      #expect(run.status == 4 && run.errors.contains("redirected to"), "\(status): \(run.errors)")
      #expect(!(run.output + run.errors).contains("sk-secret"))
    }
    #expect(other.requests.isEmpty)
    #expect(try Self.leaks(below: directory.path).isEmpty)
  }

  @Test func `the process's command line never contains the key, whatever its source`()
    async throws
  {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    let outside = try TemporaryDirectory(Self.key, in: "key")
    let server = try LoopbackServer { _ in .silence }
    let process = try ToolProcess(
      ["extract", "--store", "s", "--api-key-file", "\(outside.path)/key", "chat.jsonl"],
      in: directory,
      environment: ["OPENAI_BASE_URL": server.address + "/v1", "OPENAI_MODEL": "m"])
    try await server.waitForRequests(1)
    let line = try Data(contentsOf: URL(filePath: "/proc/\(process.identifier)/cmdline"))
    #expect(!line.isEmpty && !String(decoding: line, as: UTF8.self).contains("sk-secret"))
    #expect(server.requests.first?.header("Authorization") == "Bearer \(Self.key)")
    process.signal(SIGINT)
    _ = try await process.outcome()
    #expect(try Self.leaks(below: directory.path).isEmpty)
  }

  @Test func `plain HTTP to another machine is refused unless allowed`() async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1)
    try await directory.run(
      "extract", "--kind", "public,direct", "chat.jsonl",
      environment: [
        "OPENAI_BASE_URL": "http://192.0.2.1:9/v1", "OPENAI_MODEL": "m", "OPENAI_API_KEY": Self.key,
      ]
    ).expect(2, "--allow-plain-http")
  }
}
