import Foundation
import TestSupport
import Testing

/// `hub` as a process: its address and its token.
@Suite struct HubCommandTests {
  @Test func `a hub without a token listens on its own machine only`() async throws {
    let directory = try TemporaryDirectory()
    let open = try await ToolProcess.run(
      "hub", "--listen", "0.0.0.0:0", "--store", "h", in: directory)
    #expect(open.status == 2 && open.errors.contains("ACTIONITEMS_HUB_TOKEN"), "\(open.errors)")
    let (hub, address) = try await HubProcess.start(in: directory, token: nil, "--open")
    try await SampleStore.extract(1, in: directory)
    let run = try await ToolProcess.run("sync", "--to", address, "--store", "a", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    let busy = try await ToolProcess.run(
      "hub", "--open", "--listen", String(address.dropFirst(5)), "--store", "other", in: directory)
    #expect(busy.status == 2 && busy.errors.contains("cannot listen"), "\(busy.errors)")
    // The refused hub created no `hub` folder.
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/other/hub"))
    let second = try await ToolProcess.run(
      "hub", "--open", "--listen", "127.0.0.1:0", "--store", "h", in: directory)
    #expect(second.status == 7 && second.errors.contains("another hub"), "\(second.errors)")
    hub.signal(SIGTERM)
    _ = try await hub.outcome()
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
      let made = try await ToolProcess.run(
        "hub", "token", "--name", "Anna", "--store", "h", in: directory)
      #expect(made.status == 0, "\(made.errors)")
    }
    for file in lost ?? [] {
      try FileManager.default.removeItem(atPath: directory.path + "/h/hub/" + file)
    }
    let listen = options.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]
    let run = try await ToolProcess(["hub", "--store", "h"] + options + listen, in: directory)
      .outcome()
    #expect(run.status == 2 && run.errors.contains(words), "\(name): \(run.errors)")
  }

  @Test func `all tokens are revoked at once, also with a damaged register`() async throws {
    let directory = try TemporaryDirectory()
    func run(_ words: String...) async throws -> ToolProcess.Outcome {
      try await ToolProcess(words + ["--store", "h"], in: directory).outcome()
    }
    let token = try await run("hub", "token", "--name", "Anna")
    try directory.write("{", to: "h/hub/tokens")
    let revoked = try await run("hub", "revoke", "--all", "--json")
    #expect(revoked.status == 0 && revoked.output.contains(#""revoked":[]"#), "\(revoked.errors)")
    let next = try await run("hub", "token", "--name", "Bo")
    #expect(next.status == 0 && next.output != token.output, "\(next.errors)")
    for words in [["hub", "revoke"], ["hub", "revoke", "Bo", "--all"]] {
      let refused = try await ToolProcess(words + ["--store", "h"], in: directory).outcome()
      #expect(refused.status == 2 && refused.errors.contains("or --all"), "\(refused.errors)")
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
    let refused = try await ToolProcess.run(
      "hub", "--listen", "0.0.0.0:0", "--store", "h", in: directory,
      environment: ["ACTIONITEMS_HUB_TOKEN": token])
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
    hub.signal(SIGTERM)
    let outcome = try await hub.outcome()
    #expect(outcome.errors.contains("the hub has no TLS"), "\(outcome.errors)")
    #expect(!outcome.errors.contains(HubProcess.token))
  }
}
