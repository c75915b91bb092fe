import Foundation
import TestSupport
import Testing

/// `sync`, `hub` and `extract --sync`, as processes.
@Suite struct SyncTests {
  @Test func `items extracted on one machine reach the other after one sync each`() async throws {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(5, in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    let first = try await directory.tool(
      "sync", "--to", address, "--name", "desk", "--once", "--json", "--store", "a", "--verbose",
      environment: HubProcess.syncing)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.contains(#""ending":"delivered","delivered":5,"takenOver":0"#))
    #expect(!(first.output + first.errors).contains(HubProcess.token))

    try directory.write(
      #"[{"id":"1","user":"Ann","ts":1767600000,"text":"hello"}]"#, to: "hello.json")
    _ = try await directory.tool("extract", "--offline", "--store", "b", "hello.json")
    try await directory.tool(
      "sync", "--to", address, "--store", "b", environment: HubProcess.syncing
    ).expect(0, "5 received")
    let a = try await directory.tool("list", "--json", "--store", "a")
    let b = try await directory.tool("list", "--json", "--store", "b")
    let run = #""run":1"#
    let own = a.output.replacingOccurrences(of: run, with: #""run":null"#)
    #expect(own.replacingOccurrences(of: #""name":"desk""#, with: #""name":"default""#) == b.output)

    // The address is saved: `--once` and `extract --sync` only need the name.
    try directory.write(SampleStore.chat(6), to: "chat.jsonl")
    try await directory.tool(
      "extract", "--offline", "--store", "a", "--sync", "desk", "chat.jsonl",
      environment: HubProcess.syncing
    ).expect(0, "desk: 1 sent")

    let status = try await directory.tool("sync", "--status", "--json", "--store", "a")
    #expect(status.output.contains(#""name":"desk","waiting":0"#), "\(status.output)")
    #expect(!status.output.contains(HubProcess.token))
    let table = try await directory.tool("sync", "--status", "--store", "a")
    #expect(table.lines.count == 2 && table.lines[1].hasPrefix("desk  ws://127.0.0.1:"))

    let reset = try await directory.tool("sync", "--reset", "--name", "desk", "--store", "a")
    #expect(reset.status == 0)
    try await directory.tool(
      "sync", "--name", "desk", "--store", "a", environment: HubProcess.syncing
    ).expect(0, "desk: 6 sent")
    let ended = try await hub.end()
    #expect(ended.status == 143 && !ended.errors.contains(HubProcess.token))
  }

  @Test func `a hub that accepts a token in the address warns of it and hides it`()
    async throws
  {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(1, in: directory)
    let (hub, address) = try await HubProcess.start(
      in: directory, "--allow-token-in-url", "--verbose")
    let sync = try await directory.tool(
      "sync", "--to", address, "--token-in-url", "--store", "a", environment: HubProcess.syncing)
    #expect(sync.status == 0 && !sync.errors.contains(HubProcess.token), "\(sync.errors)")
    let outcome = try await hub.end()
    #expect(outcome.errors.contains("warning: the token may be sent in the address"))
    #expect(!outcome.errors.contains(HubProcess.token), "\(outcome.errors)")
  }

  @Test func `the token is in no process list, address or file`() async throws {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(1, in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    let follower = try ToolProcess(
      ["sync", "--to", address, "--follow", "--verbose", "--store", "a"], in: directory,
      environment: HubProcess.syncing)
    _ = try await follower.waitForErrors(containing: "session established")
    for process in [hub, follower] {
      let line = try Data(contentsOf: URL(filePath: "/proc/\(process.identifier)/cmdline"))
      #expect(!String(decoding: line, as: UTF8.self).contains(HubProcess.token))
    }
    follower.signal(SIGINT)
    let outcome = try await follower.outcome()
    #expect(
      outcome.status == 130 && !outcome.errors.contains(HubProcess.token), "\(outcome.errors)")
    hub.signal(SIGTERM)
    #expect(!(try await hub.outcome()).errors.contains(HubProcess.token))
    for folder in ["a", "h"] {
      let path = directory.path + "/" + folder
      for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
        let bytes = (try? Data(contentsOf: URL(filePath: path + "/" + name))) ?? Data()
        #expect(
          !String(decoding: bytes, as: UTF8.self).contains(HubProcess.token), "\(folder)/\(name)")
      }
    }
  }

  static let pin = String(repeating: "ab", count: 32)

  static let refusals: [(name: String, arguments: [String], status: Int32, words: String)] = [
    ("nobody there", ["--to", "ws://127.0.0.1:1"], 4, "connection refused"),
    ("no address", [], 2, "'default' has no address"),
    ("plain text elsewhere", ["--to", "ws://h.example"], 2, "--allow-insecure"),
    ("another scheme", ["--to", "ftp://h.example"], 2, "starts with ftp://"),
    ("a user", ["--to", "wss://u:p@h.example"], 2, "user name or password"),
    ("two modes", ["--once", "--follow"], 2, "cannot be used together"),
    (
      "no-ack for ever", ["--follow", "--no-ack"], 2,
      "--no-ack and --follow cannot be used together"
    ),
    ("a pin for nothing", ["--to", "ws://127.0.0.1:1", "--pin", pin], 2, "--pin: ws://127.0.0.1"),
    (
      "an authority for nothing", ["--to", "ws://127.0.0.1:1", "--ca", "f"], 2, "--ca: ws"
    ),
    ("no such authority", ["--to", "wss://h", "--ca", "/nope"], 2, "--ca: /nope cannot be read"),
    ("an authority that is none", ["--to", "wss://h", "--ca", "chat.jsonl"], 2, "-----BEGIN"),
    ("a token for its variable", ["--to", "wss://h", "--token-env", "a-b"], 2, "not the token"),
    ("one slash", ["--to", "ws:/h"], 2, "use wss://host/path"),
    ("a bad pin", ["--to", "wss://h", "--pin", "x"], 2, "a SHA-256"),
    ("a bad name", ["--name", "../x"], 2, "letters, digits"),
    ("no such destination", ["--status", "--name", "x"], 2, "unknown remote 'x'"),
    ("an empty variable", ["--to", "wss://h", "--token-env", "NOPE"], 2, "$NOPE"),
    (
      "a token for a name", ["--to", "wss://h", "--token-env", "ghp_abc1"], 2,
      "the given variable is not set"
    ),
    (
      "out of time", ["--to", "ws://127.0.0.1:1", "--max-time", "0.5s"], 6,
      "is the server running?); 1 change pending"
    ),
  ]

  @Test(arguments: refusals)
  func `an invalid sync is refused with its status`(
    name: String, arguments: [String], status: Int32, words: String
  ) async throws {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(1, in: directory)
    let run = try await directory.tool(["sync", "--store", "a"] + arguments)
    #expect(run.status == status && run.errors.contains(words), "\(name): \(run.errors)")
  }

  @Test func `permission for one server does not extend to another`() async throws {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(1, in: directory)
    for (arguments, status) in [
      (["--to", "ws://a.invalid", "--allow-insecure"], 6), (["--to", "ws://a.invalid/path"], 6),
      (["--to", "ws://b.invalid"], 2),
    ] as [([String], Int32)] {
      let run = try await directory.tool(
        ["sync", "--store", "a", "--max-time", "0.2s"] + arguments)
      #expect(run.status == status, "\(arguments): \(run.errors)")
    }
  }

  @Test
  func `a wrong token, a checkpoint of another store and a failed delivery have their status`()
    async throws
  {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(2, in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    try await directory.tool(
      "sync", "--to", address, "--store", "a", environment: ["ACTIONITEMS_SYNC_TOKEN": "wrong"]
    ).expect(4, "status 401", "the token is from $ACTIONITEMS_SYNC_TOKEN;")
    let none = try await directory.tool(
      "sync", "--store", "a", environment: ["ACTIONITEMS_SYNC_TOKEN": ""])
    none.expect(4, "$ACTIONITEMS_SYNC_TOKEN, which is empty")
    try await directory.tool(
      "sync", "--store", "a", environment: ["ACTIONITEMS_SYNC_TOKEN": "a\nb"]
    ).expect(2, "control character")
    let right = try await directory.tool("sync", "--store", "a", environment: HubProcess.syncing)
    #expect(right.status == 0)
    try await hub.end()

    try directory.write(SampleStore.chat(3), to: "chat.jsonl")
    let extract = try await directory.tool(
      "extract", "--offline", "--store", "a", "--sync", "default", "chat.jsonl",
      environment: HubProcess.syncing)
    extract.expect(1, "1 change pending")
    try await directory.tool(
      "extract", "--offline", "--no-store", "--sync", "default", "chat.jsonl"
    ).expect(2, "--no-store and --sync")
    let unknown = try await directory.tool(
      "extract", "--offline", "--store", "a", "--sync", "nope", "chat.jsonl")
    #expect(unknown.status == 2)

    let state = try directory.read("a/sync/default.json")
    let text = String(decoding: state, as: UTF8.self)
      .replacing(/"checksum":[0-9]+/, with: #""checksum":1"#)
    try directory.write(text, to: "a/sync/default.json")
    try await directory.tool("sync", "--store", "a").expect(
      5, "--name default --reset", "actionitems store renew")

    try directory.write("null", to: "a/sync/default.json")
    try directory.write(#"{"schema":1}"#, to: "a/sync/well.json")
    try await directory.tool("sync", "--store", "a").expect(5, "--name default --reset", "--to URL")
    let status = try await directory.tool("sync", "--status", "--store", "a")
    #expect(status.status == 5 && status.output.contains("well"), "\(status.output)")
    try await directory.tool("sync", "--reset", "--store", "a").expect(0, "--to URL --name default")

    try directory.write("null", to: "a/sync/default.json")
    for (options, wanted) in [
      ("--to=ws://127.0.0.1:9/", 2), ("--name=none", 2), ("--once", 2), ("--name=default", 0),
      ("--name=default", 2),
    ] {
      let forgotten = try await directory.tool("sync", "--forget", options, "--store", "a")
      #expect(forgotten.status == wanted, "\(options): \(forgotten.errors)")
    }
    let left = try await directory.tool("sync", "--status", "--store", "a")
    #expect(left.status == 0 && !left.output.contains("default"), "\(left.output)")
  }

  @Test func `a restored store has status 5 until it is renewed`() async throws {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(1, in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    let files = FileManager.default
    try files.copyItem(atPath: directory.path + "/a", toPath: directory.path + "/backup")
    let first = try await directory.tool(
      "sync", "--to", address, "--store", "a", environment: HubProcess.syncing)
    #expect(first.status == 0, "\(first.errors)")
    try directory.write(SampleStore.chat(3), to: "chat.jsonl")
    let extract = try await directory.tool(
      "extract", "--offline", "--store", "a", "--sync", "default", "chat.jsonl",
      environment: HubProcess.syncing)
    #expect(extract.status == 0, "\(extract.errors)")

    try await directory.tool(
      "sync", "--to", address, "--store", "backup", environment: HubProcess.syncing
    ).expect(5, "store renew")
    let renewal = try await directory.tool("store", "renew", "--store", "backup")
    #expect(renewal.status == 0)
    let renewed = try await directory.tool(
      "sync", "--store", "backup", environment: HubProcess.syncing)
    #expect(renewed.status == 0, "\(renewed.errors)")
    let items = try await directory.tool("list", "--json", "--store", "backup")
    #expect(items.lines.count == 3, "\(items.output)")
    // A store with a checkpoint also starts over, without further messages.
    let again = try await directory.tool("store", "renew", "--store", "a")
    #expect(again.status == 0, "\(again.errors)")
    try await directory.tool("sync", "--store", "a", environment: HubProcess.syncing).expect(
      0, "3 sent")
    try await hub.end()
  }

  @Test func `settings of a failed sync are not saved, and saved ones can be cleared`() async throws
  {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(1, in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    func run(_ arguments: String...) async throws -> ToolProcess.Outcome {
      try await directory.tool(
        ["sync", "--name", "n", "--store", "a"] + arguments,
        environment: HubProcess.syncing.merging(["OTHER": "wrong"]) { $1 })
    }
    #expect(try await run("--to", address).status == 0)
    for arguments in [
      ["--to", "ws://127.0.0.1:1", "--max-time", "0.2s"], ["--token-env", "OTHER"],
      ["--to", "wss://127.0.0.1:1", "--pin", Self.pin, "--max-time", "0.2s"],
    ] {
      let failed = try await directory.tool(
        ["sync", "--name", "n", "--store", "a"] + arguments,
        environment: HubProcess.syncing.merging(["OTHER": "wrong"]) { $1 })
      #expect(failed.status > 3 && failed.errors.contains("are not stored"), "\(failed.errors)")
      #expect(try await run().status == 0, "\(arguments)")
    }

    let state = try directory.text("a/sync/n.json")
    try directory.write(
      state.replacing(#""tokenVariable":null"#, with: #""tokenVariable":"OTHER""#),
      to: "a/sync/n.json")
    #expect(try await run().status == 4)
    #expect(try await run("--token-env", "", "--pin", "", "--ca", "").status == 0)
    #expect(try await run().status == 0)
    try await hub.end()
  }

  @Test func `a new machine may start with a sync, with a name from the environment`() async throws
  {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(2, in: directory)
    let (hub, address) = try await HubProcess.start(in: directory)
    let first = try await directory.tool(
      "sync", "--to", address, "--store", "a", environment: HubProcess.syncing)
    #expect(first.status == 0, "\(first.errors)")
    let environment = HubProcess.syncing.merging(["ACTIONITEMS_NAME": "desk"]) { $1 }
    try await directory.tool("sync", "--once", "--store", "new").expect(5, "there is no store")
    let wrong = try await directory.tool("sync", "--to", "ftp://h", "--store", "new")
    #expect(wrong.status == 2)
    #expect(!directory.has("new"))
    try await directory.tool(
      "sync", "--to", address, "--once", "--store", "new", environment: environment
    ).expect(0, "desk: 0 sent, 2 received")
    let items = try await directory.tool("list", "--json", "--store", "new")
    #expect(items.lines.count == 2)
    try directory.write("", to: "empty/note.txt")
    try await directory.tool(
      "sync", "--to", address, "--store", "empty", environment: HubProcess.syncing
    ).expect(0, "created a store at empty")
    try await hub.end()
  }

  @Test(.enabled(if: OpenSSL.isInstalled))
  func `TLS connects only if authority, name, dates and pin are right`() async throws {
    let directory = try TemporaryDirectory()
    try await SampleStore.extract(1, in: directory)
    let authority = try TestAuthority()
    let certificate = try authority.sign("good", for: ["IP:127.0.0.1"])
    let good = try TLSServer(certificate: certificate)
    let expired = try TLSServer(
      certificate: authority.sign("expired", for: ["IP:127.0.0.1"], days: -1))
    let other = try TLSServer(certificate: authority.sign("other", for: ["DNS:example.com"]))
    let pin = try certificate.pin()
    // The right server does not speak WebSocket; an error about that shows that TLS succeeded.
    for (name, server, options, words) in [
      ("right", good, ["--ca", authority.file, "--pin", pin], "is not HTTP/1.1"),
      ("no authority", good, [], "no trusted authority"),
      ("expired", expired, ["--ca", authority.file], "has expired"),
      ("another name", other, ["--ca", authority.file], "for another host name"),
      (
        "another key", good, ["--ca", authority.file, "--pin", try authority.own.pin()],
        "not the pinned one"
      ),
    ] as [(String, TLSServer, [String], String)] {
      let run = try await directory.tool(
        ["sync", "--to", "wss://127.0.0.1:\(server.port)", "--name", "n", "--store", "a"] + options,
        environment: HubProcess.syncing)
      #expect(run.status == 4 && run.errors.contains(words), "\(name): \(run.errors)")
      try FileManager.default.removeItem(atPath: directory.path + "/a/sync")
    }
  }
}
