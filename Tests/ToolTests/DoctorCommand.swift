import Foundation
import TestSupport
import Testing

/// `doctor` with an endpoint that works, or with one that a test describes.
enum DoctorCommand {
  /// Answers like a working endpoint, with the contract's item among its results.
  static func answer(_ request: LoopbackRequest, items: String? = nil) -> Reply {
    if request.method == "GET" {
      return .text(#"{"data":[{"id":"test"},{"id":"tiny:latest"}]}"#)
    }
    let line = ScriptedEndpoint.lines(of: request).first { $0.text.contains("contract") }
    return ScriptedEndpoint.completion(
      items
        ?? #"[{"task":"Send the contract","messageId":"\#(line?.id ?? "m0")","quote":"signed contract"}]"#
    )
  }

  static func run(
    _ server: LoopbackServer, _ arguments: String..., base: String = "/v1"
  ) async throws -> (outcome: ToolProcess.Outcome, states: [String: String]) {
    let directory = try TemporaryDirectory()
    let outcome = try await directory.run(
      ["doctor", "--json", "--base-url", server.address + base] + arguments,
      environment: ScriptedEndpoint.environment(server))
    var states: [String: String] = [:]
    for line in outcome.lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let check = try #require(object?["check"] as? String)
      states[check] = object?["state"] as? String
      // Each check that is not ok includes a fix.
      #expect((object?["fix"] is String) == (states[check] != "ok"), "\(line)")
    }
    return (outcome, states)
  }
}
