import Foundation
import TestSupport
import Testing

/// `hub` as a process: where it listens, and with which token.
@Suite struct HubCommandTests {
  @Test func `a hub without a token is for its own machine`() async throws {
    let directory = try TemporaryDirectory()
    let open = try await ToolProcess.run(
      "hub", "--listen", "0.0.0.0:0", "--store", "h", in: directory)
    #expect(open.status == 2 && open.errors.contains("ACTIONITEMS_HUB_TOKEN"), "\(open.errors)")
    let (hub, address) = try await HubProcess.start(in: directory, token: nil)
    try await SampleStore.extract(1, in: directory)
    let run = try await ToolProcess.run("sync", "--to", address, "--store", "a", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    let busy = try await ToolProcess.run(
      "hub", "--listen", String(address.dropFirst(5)), "--store", "other", in: directory)
    #expect(busy.status == 2 && busy.errors.contains("cannot listen"), "\(busy.errors)")
    // It told nobody anything.
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/other/hub"))
    let second = try await ToolProcess.run(
      "hub", "--listen", "127.0.0.1:0", "--store", "h", in: directory)
    #expect(second.status == 7 && second.errors.contains("another hub"), "\(second.errors)")
    hub.signal(SIGTERM)
    _ = try await hub.outcome()
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
  func `a hub that is asked to stop says nothing of an error`(
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
  func `beyond its own machine a hub takes no token that can be guessed`(
    token: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let refused = try await ToolProcess.run(
      "hub", "--listen", "0.0.0.0:0", "--store", "h", in: directory,
      environment: ["ACTIONITEMS_HUB_TOKEN": token])
    #expect(refused.status == 2, "\(refused.errors)")
    #expect(refused.errors.contains("fewer than 16 characters"), "\(refused.errors)")
    #expect(!refused.errors.contains(token))
    // Where nobody else gets to it may be short.
    let (hub, _) = try await HubProcess.start(in: directory, token: token)
    hub.signal(SIGTERM)
    #expect(!(try await hub.outcome()).errors.contains("TLS"))
  }

  @Test func `beyond its own machine a hub warns that it speaks no TLS`() async throws {
    let directory = try TemporaryDirectory()
    let hub = try ToolProcess(
      ["hub", "--listen", "0.0.0.0:0", "--store", "h"], in: directory,
      environment: ["ACTIONITEMS_HUB_TOKEN": HubProcess.token])
    _ = try await hub.waitForErrors(containing: "listening on ")
    hub.signal(SIGTERM)
    let outcome = try await hub.outcome()
    #expect(outcome.errors.contains("the hub speaks no TLS"), "\(outcome.errors)")
    #expect(!outcome.errors.contains(HubProcess.token))
  }
}
