import Foundation
import TestSupport
import Testing

/// Stores, a hub's store and checkpoints as the version before fields were merged wrote them.
@Suite struct EarlierStoreTests {
  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for name in ["a", "b", "c", "h", "chat.jsonl"] {
      try FileManager.default.copyItem(
        atPath: Golden.path("stores/before-fields/\(name)"),
        toPath: directory.path + "/" + name)
    }
    return directory
  }

  @Test(arguments: [
    ("a", "6685f0ddb6cced2fddcee584d7bc5f24b758b84fb052f76ec24acbb910616571"),
    ("b", "b0abc641f626614a6170a5968bd7b6ba67033861544c4e1ca9f4357d5ce16f5c"),
    ("c", "27749c4759348171199c58759c2a20a4d2a46abbf88dac145147091e2af845f3"),
    ("h", "b0abc641f626614a6170a5968bd7b6ba67033861544c4e1ca9f4357d5ce16f5c"),
  ])
  func `they verify as before, compacted or not, and nothing is read again`(
    store: String, digest: String
  ) async throws {
    let directory = try Self.directory()
    let verified = try await ToolProcess.run(
      "store", "verify", "--json", "--store", store, in: directory)
    #expect(verified.status == 0, "\(verified.errors)")
    #expect(verified.output.contains(#""digest":"\#(digest)","damages":[]"#), "\(verified.output)")
    guard store == "a" || store == "c" else { return }
    let night = try await ToolProcess.run(
      "extract", "--offline", "--store", store, "chat.jsonl", in: directory)
    #expect(night.status == 0 && night.errors.contains("0 new of 4 messages"), "\(night.errors)")
    let compacted = try await ToolProcess.run("store", "compact", "--store", store, in: directory)
    #expect(compacted.status == 0, "\(compacted.errors)")
    let again = try await ToolProcess.run(
      "store", "verify", "--json", "--store", store, in: directory)
    #expect(again.output.contains(#""digest":"\#(digest)""#), "\(again.output)")
  }

  @Test func `their checkpoints go on, and what they held merges by fields`() async throws {
    let directory = try Self.directory()
    let (hub, address) = try await HubProcess.start(in: directory)
    func run(_ arguments: String...) async throws -> ToolProcess.Outcome {
      try await ToolProcess(arguments, in: directory, environment: HubProcess.syncing).outcome()
    }
    // One change waited, and nothing else is told again.
    let first = try await run("sync", "--to", address, "--name", "hub", "--store", "a")
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.errors.contains("hub: 1 delivered, 0 taken over"), "\(first.errors)")
    let second = try await run("sync", "--to", address, "--name", "hub", "--store", "b")
    #expect(second.errors.contains("hub: 0 delivered, 1 taken over"), "\(second.errors)")
    // What B did long ago stands against a later edit on A.
    _ = try await run("edit", "--store", "a", "--priority", "low", "862beec7")
    for store in ["a", "b", "a"] {
      #expect(try await run("sync", "--name", "hub", "--store", store).status == 0)
    }
    for store in ["a", "b"] {
      let item = try await run("show", "--json", "--store", store, "862beec7").output
      #expect(
        item.contains(#""isComplete":true"#) && item.contains(#""priority":"low""#), "\(item)")
    }
    let removed = try await run("show", "--store", "a", "6172bf2c")
    #expect(removed.output.contains("because       not ours"), "\(removed.output)")
    hub.signal(SIGTERM)
    _ = try await hub.outcome()
  }
}
