import Foundation
import TestSupport
import Testing

/// Servers and small models on one's own machine, with the faults that they are known for.
@Suite struct LocalServerTests {
  static let item = #"{"task":"do it","messageId":"m1","quote":"do it"},"#

  /// Answers that end at the limit, each in a loop.
  static let loops: [(name: String, answer: String)] = [
    ("white space", #"{"items":["# + String(repeating: "\n ", count: 900)),
    ("words", "[" + String(repeating: item, count: 60)),
  ]

  @Test(arguments: loops)
  func `a window whose answer never ends costs two requests and fails alone`(
    name: String, answer: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 2, messages: 7)
    let server = try LoopbackServer { request in
      HostileEndpointTests.conversation(of: request) == 1
        ? ScriptedEndpoint.answer(request) : ScriptedEndpoint.completion(answer, finish: "length")
    }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(server.requests.count == 3 && run.status == 1, "\(name): \(run.errors)")
    #expect(run.errors.contains("repeated itself until it was cut"), "\(name): \(run.errors)")
  }

  @Test(arguments: loops)
  func `a loop is left by another form of the request`(
    name: String, answer: String
  ) async throws {
    let directory = try ScriptedEndpoint.directory(conversations: 1, messages: 7)
    let server = try LoopbackServer { request in
      let body = ScriptedEndpoint.body(request)
      let isChanged = body["response_format"] == nil || body["frequency_penalty"] != nil
      return isChanged
        ? ScriptedEndpoint.answer(request) : ScriptedEndpoint.completion(answer, finish: "length")
    }
    let run = try await ExtractCommand.run("chat.jsonl", in: directory, server)
    #expect(server.requests.count == 2 && run.status == 0, "\(name): \(run.errors)")
    #expect(try await StoreListing.items(in: directory).count == 7, "\(name)")
  }
}
