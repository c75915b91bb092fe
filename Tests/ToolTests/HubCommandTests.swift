import Foundation
import TestSupport
import Testing

/// `hub` as a process: its address, its token and its end by a signal. Also `hub revoke --all`.
@Suite struct HubCommandTests {
  @Test func `a hub without a token listens on its own machine only`() async throws {
    let directory = try TemporaryDirectory()
    let open = try await directory.tool("hub", "--listen", "0.0.0.0:0", "--store", "h")
    open.expect(2, "ACTIONITEMS_HUB_TOKEN")
    let (hub, address) = try await HubProcess.start(in: directory, token: nil, "--open")
    try await SampleStore.extract(1, in: directory)
    let run = try await directory.tool("sync", "--to", address, "--store", "a")
    #expect(run.status == 0, "\(run.errors)")
    try await directory.tool(
      "hub", "--open", "--listen", String(address.dropFirst(5)), "--store", "other"
    ).expect(2, "cannot listen")
    // The refused hub created no `hub` folder.
    #expect(!directory.has("other/hub"))
    try await directory.tool("hub", "--open", "--listen", "127.0.0.1:0", "--store", "h").expect(
      7, "another hub")
    try await hub.end()
  }

  @Test(
    arguments: [
      ("no token and no flag", [], [], "with --open"),
      ("the flag, but other machines", ["--open", "--listen", "0.0.0.0:0"], [], "has no token"),
      ("the secret is gone", ["--open"], ["token.secret"], "'hub token'"),
      ("all files are gone", ["--open"], ["token.secret", "tokens"], "'hub token'"),
      ("named tokens", ["--open"], nil, "leave out one"),
      (
        "a token in the address", ["--open", "--allow-token-in-url"], [], "cannot be used together"
      ),
      ("an empty variable", ["--token-env", "NO_SUCH_TOKEN"], nil, "has no token"),
    ] as [(String, [String], [String]?, String)])
  func `a hub is open to everybody on request only, and never after it had tokens`(
    name: String, options: [String], lost: [String]?, words: String
  ) async throws {
    let directory = try TemporaryDirectory()
    if lost != [] {
      let made = try await directory.tool("hub", "token", "--name", "Anna", "--store", "h")
      #expect(made.status == 0, "\(made.errors)")
    }
    for file in lost ?? [] {
      try FileManager.default.removeItem(atPath: directory.path + "/h/hub/" + file)
    }
    let listen = options.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
    let run = try await directory.tool(["hub", "--store", "h"] + options + listen)
    #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
  }

  @Test func `all tokens are revoked at once, also with a damaged register`() async throws {
    let directory = try TemporaryDirectory()
    func run(_ words: String...) async throws -> ToolProcess.Outcome {
      try await directory.tool(words + ["--store", "h"])
    }
    let token = try await run("hub", "token", "--name", "Anna")
    try directory.write("{", to: "h/hub/tokens")
    let revoked = try await run("hub", "revoke", "--all", "--json")
    #expect(revoked.status == 0 && revoked.output.contains(#""revoked":[]"#), "\(revoked.errors)")
    let next = try await run("hub", "token", "--name", "Bo")
    #expect(next.status == 0 && next.output != token.output, "\(next.errors)")
    for words in [["hub", "revoke"], ["hub", "revoke", "Bo", "--all"]] {
      try await directory.tool(words + ["--store", "h"]).expect(2, "or --all")
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
  func `a hub stops on request without an error message`(
    number: Int32, status: Int32
  ) async throws {
    let directory = try TemporaryDirectory()
    let (hub, _) = try await HubProcess.start(in: directory)
    hub.signal(number)
    let outcome = try await hub.outcome()
    #expect(outcome.status == status)
    #expect(
      outcome.errors.split(separator: "\n").allSatisfy { !$0.contains("error") }
        && !outcome.errors.contains("interrupted"), "\(outcome.errors)")
  }

  @Test(arguments: ["short", "fifteen-letters"])
  func `a hub open to other machines refuses a weak token`(
    token: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let refused = try await directory.tool(
      "hub", "--listen", "0.0.0.0:0", "--store", "h", environment: ["ACTIONITEMS_HUB_TOKEN": token])
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(refused.errors.contains("fewer than 16 characters"), "\(refused.errors)")
    #expect(!refused.errors.contains(token))
    // A hub on its own machine accepts a short token.
    let (hub, _) = try await HubProcess.start(in: directory, token: token)
    hub.signal(SIGTERM)
    #expect(!(try await hub.outcome()).errors.contains("TLS"))
  }

  @Test func `a hub open to other machines warns that it has no TLS`() async throws {
    let directory = try TemporaryDirectory()
    let hub = try ToolProcess(
      ["hub", "--listen", "0.0.0.0:0", "--store", "h"], in: directory,
      environment: ["ACTIONITEMS_HUB_TOKEN": HubProcess.token])
    _ = try await hub.waitForErrors(containing: "listening on ")
    let outcome = try await hub.end()
    #expect(outcome.errors.contains("the hub has no TLS"), "\(outcome.errors)")
    #expect(!outcome.errors.contains(HubProcess.token))
  }
}
