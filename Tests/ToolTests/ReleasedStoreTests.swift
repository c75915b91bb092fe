import Foundation
import TestSupport
import Testing

/// Stores, a hub's store, checkpoints and a batch as version 0.1.0 wrote them. Later versions continue with them and
/// send no request twice.
@Suite struct ReleasedStoreTests {
  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let path = Golden.path("stores/0.1.0")
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      try FileManager.default.copyItem(
        atPath: "\(path)/\(name)", toPath: "\(directory.path)/\(name)")
    }
    return directory
  }

  @Test(arguments: [
    ("a", "3006fa3ee6cc7d76898928d91cd271ce66007736ea843caa6b91fb2a66cdb37c"),
    ("c", "5fed6764b1faa91ee8b14c4c60d907bfe05e4428ca47f6b67f5b347ec8f68c1e"),
    ("h", "5fed6764b1faa91ee8b14c4c60d907bfe05e4428ca47f6b67f5b347ec8f68c1e"),
  ])
  func `old stores verify as written, compacted or not`(store: String, digest: String)
    async throws
  {
    let directory = try Self.directory()
    for compacts in [false, true] {
      if compacts {
        let compacted = try await directory.tool("store", "compact", "--store", store)
        #expect(compacted.status == 0, "\(compacted.errors)")
      }
      let verified = try await directory.tool("store", "verify", "--json", "--store", store)
      #expect(
        verified.output.contains(#""digest":"\#(digest)","damages":[]"#), "\(verified.output)")
    }
    let list = try await directory.tool("list", "--all", "--store", store)
    #expect(list.output.contains("[archived] Book the venue"), "\(list.output)")
  }

  @Test func `messages that were read are not sent again`() async throws {
    let directory = try Self.directory()
    try await directory.tool("extract", "--offline", "--store", "a", "chat.jsonl").expect(
      0, "0 new of 4 messages")
  }

  @Test func `a checkpoint resumes at its position`() async throws {
    let directory = try Self.directory()
    let (hub, address) = try await HubProcess.start(in: directory)
    let outcome = try await directory.tool(
      "sync", "--to", address, "--name", "hub", "--store", "a", environment: HubProcess.syncing)
    // The last edit had not been sent.
    #expect(outcome.errors.contains("hub: 1 sent, 0 received"), "\(outcome.errors)")
    try await hub.end()
  }

  @Test func `an old batch cannot be collected, and can be cancelled`() async throws {
    let directory = try Self.directory()
    try await directory.tool("batch", "collect", "--store", "a", "results.jsonl").expect(
      1, "prepared by an earlier version")
    try await directory.tool(
      "store", "purge", "--person", "Nobody", "--yes", "--quiet", "--store", "a"
    ).expect(1, "its questions cannot be checked")
    // Its conversations are known.
    let other = try await directory.tool(
      "store", "purge", "--conversation", "none", "--yes", "--store", "a")
    #expect(
      other.status == 0 && !other.errors.contains("cannot be checked"), "\(other.errors)")
    let cancelled = try await directory.tool("batch", "cancel", "1", "--store", "a")
    #expect(cancelled.status == 0, "\(cancelled.errors)")
  }

  @Test func `an old batch does not keep others from being collected and sent`() async throws {
    let directory = try Self.directory()
    try directory.write(ScriptedEndpoint.conversations(1, messages: 2), to: "more.jsonl")
    let prepared = try await directory.tool(
      "batch", "prepare", "--model", "test", "-o", "more-requests.jsonl", "--store", "a",
      "more.jsonl")
    #expect(prepared.status == 0, "\(prepared.errors)")
    let questions = try BatchEngine.questions("more-requests.jsonl", in: directory)
    try directory.write(lines: questions.map { BatchEngine.result($0) }, to: "more-results.jsonl")
    let (hub, address) = try await HubProcess.start(in: directory)
    let first = try await directory.tool(
      "sync", "--to", address, "--name", "hub", "--store", "a", environment: HubProcess.syncing)
    #expect(first.status == 0, "\(first.errors)")
    let collected = try await directory.tool(
      "batch", "collect", "results.jsonl", "more-results.jsonl", "--store", "a", "--sync", "hub",
      environment: HubProcess.syncing)
    #expect(collected.status == 1, "\(collected.errors)")
    #expect(
      collected.errors.contains("prepared by an earlier version")
        && collected.errors.contains("2 new items"), "\(collected.errors)")
    #expect(collected.errors.contains("hub: 2 sent"), "\(collected.errors)")
    try await hub.end()
  }
}
