import Foundation
import TestSupport
import Testing

/// Two machines that pair and share a list, as processes over loopback.
@Suite struct PeerCommandTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func run(_ arguments: String..., input: String = "") async throws -> ToolProcess.Outcome {
    try await directory.tool(arguments, input: input)
  }

  /// Starts a listener and waits for its port; returns both.
  private func start(_ arguments: String...) async throws -> (ToolProcess, port: String) {
    let process = try ToolProcess(
      arguments + ["--no-discovery", "--listen", "127.0.0.1:0"], in: directory)
    let word = try await process.waitForErrors(containing: "on 127.0.0.1:")
    return (process, String(word.prefix { $0.isNumber }))
  }

  /// Pairs the stores `a` and `b`; returns the pairing words.
  private func pair() async throws -> String {
    let (waiting, port) = try await start("peer", "pair", "--store", "a", "--device-name", "anna")
    let words = try waiting.output().trimmingCharacters(in: .whitespacesAndNewlines)
    let taken = try await run(
      "peer", "pair", "--words", "--store", "b", "--device-name", "bo's", "--connect",
      "127.0.0.1:\(port)", "--json",
      input: words.uppercased().split(separator: "-").joined(separator: " ") + "\n")
    #expect(taken.status == 0 && taken.output.contains(#""name":"anna""#), "\(taken.errors)")
    let shown = try await waiting.outcome()
    shown.expect(0, "here 'bo-s'")
    return words
  }

  @Test func `eight words pair two machines, which then share a list`() async throws {
    _ = try await run("add", "Write the report", "--store", "a")
    _ = try await run("add", "Call Bo", "--store", "b")
    _ = try await pair()
    let (going, port) = try await start("peer", "--follow", "--store", "a")
    let synced = try await run(
      "peer", "--store", "b", "--no-discovery", "--connect", "127.0.0.1:\(port)", "--json")
    #expect(synced.status == 0, "\(synced.errors)")
    #expect(
      synced.output.contains(#""delivered":1"#) && synced.output.contains(#""takenOver":1"#),
      "\(synced.output)")
    for store in ["a", "b"] {
      let list = try await run("list", "--store", store)
      #expect(list.output.contains("Write the report") && list.output.contains("Call Bo"))
    }
    let end = try await going.end()
    #expect(end.status == 143 && !end.errors.contains("error"), "\(end.errors)")
  }

  @Test func `pairing words are not stored, and keys only in private files`() async throws {
    let words = try await pair()
    let manager = FileManager.default
    var holders: [String] = []
    let names = try #require(manager.enumerator(atPath: directory.path)).compactMap {
      $0 as? String
    }
    let folder = directory.path + "/a/peers"
    let file = try #require(try manager.contentsOfDirectory(atPath: folder).first)
    let kept = try directory.text("a/peers/" + file)
    let key = try #require(kept.components(separatedBy: #""key":""#).last?.prefix { $0 != "\"" })
    for name in names {
      guard let data = manager.contents(atPath: directory.path + "/" + name) else { continue }
      let text = String(decoding: data, as: UTF8.self)
      if text.contains(key) { holders.append(name) }
      // The `.out` files hold the output of the processes, which print the words.
      if text.lowercased().contains(words), !name.hasSuffix(".out") { holders.append(name) }
    }
    #expect(holders.count == 2 && holders.allSatisfy { $0.contains("/peers/") }, "\(holders)")
    let mode = try manager.attributesOfItem(atPath: folder + "/" + file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func `wrong words create no pair and are reported as such`() async throws {
    let (waiting, port) = try await start("peer", "pair", "--store", "a")
    try await run(
      "peer", "pair", "--words", "--store", "b", "--connect", "127.0.0.1:\(port)",
      input: "baba-baba-baba-baba-baba-baba-baba-baba\n"
    ).expect(4, "the words do not match")
    try await run(
      "peer", "pair", "--words", "--store", "b", "--connect", "127.0.0.1:\(port)",
      input: "baba-bxba-baba-baba-baba-baba-baba-baba\n"
    ).expect(2, "word 2, 'bxba'")
    waiting.signal(SIGINT)
    #expect(try await waiting.outcome().status == 130)
    try await run("peer", "--store", "a", "--no-discovery").expect(2, "no pairs yet")
  }

  @Test func `an absent peer is reported, and a forgotten pair is gone`() async throws {
    _ = try await pair()
    try await run("peer", "--store", "a", "--no-discovery", "--wait", "1s").expect(
      4, "bo-s: not found")
    // The options of a pair count, even if the peer was not reached with them.
    _ = try await run(
      "peer", "--store", "a", "--no-discovery", "--wait", "1s", "--conversation", "team*")
    let status = try await run("sync", "--status", "--store", "a", "--json")
    #expect(status.output.contains(#""conversations":["team*"]"#), "\(status.output)")
    let sync = try await run("sync", "--store", "a", "--name", "bo-s")
    #expect(sync.status == 2, "\(sync.errors)")
    let forgotten = try await run("peer", "forget", "bo-s", "--store", "a")
    #expect(forgotten.status == 0, "\(forgotten.errors)")
    try await run("peer", "forget", "bo-s", "--store", "a").expect(2, "unknown pair 'bo-s'")
  }

  @Test func `a given address that fails is reported each time`() async throws {
    _ = try await pair()
    for _ in 0..<3 {
      let alone = try await run(
        "peer", "--store", "a", "--no-discovery", "--wait", "1s", "--connect", "127.0.0.1:1")
      #expect(alone.status == 4, "\(alone.errors)")
      #expect(alone.errors.contains("127.0.0.1:1:"), "\(alone.errors)")
    }
  }

  @Test func `a pair forgotten by the other machine is reported as just that`() async throws {
    _ = try await pair()
    #expect(try await run("peer", "forget", "anna", "--store", "b").status == 0)
    let (going, port) = try await start("peer", "--follow", "--store", "b")
    let refused = try await run(
      "peer", "--store", "a", "--no-discovery", "--wait", "2s", "--connect", "127.0.0.1:\(port)")
    #expect(refused.status == 4, "\(refused.errors)")
    let told = refused.errors.split(separator: "\n")
    #expect(told.count { $0.contains("does not accept this one's key") } == 1, "\(refused.errors)")
    #expect(!refused.errors.contains("not found"), "\(refused.errors)")
    try await going.end()
  }

  @Test(arguments: [
    (["peer", "pair", "--connect", "x:1"], "--connect needs --words"),
    (["peer", "--name", "nobody", "--follow"], "unknown pair 'nobody'"),
    (["peer", "--connect", "x", "--follow"], "--connect"),
    (["peer", "--listen", "x", "--follow"], "--listen"),
    (["peer", "forget"], "peer forget"),
    (["peer", "--list", "--connect", "x:1"], "--list and --connect"),
    (["peer", "--follow", "--wait", "1s"], "--follow and --wait"),
    (["peer", "pair", "--words", "--listen", "1"], "--words and --listen"),
    (["peer", "pair", "--words", "--no-discovery"], "need --connect"),
  ])
  func `an invalid command is refused`(arguments: [String], words: String) async throws {
    _ = try await run("add", "Write", "--store", "a")
    try await directory.tool(arguments + ["--store", "a"]).expect(2, words)
  }
}
