import Foundation
import TestSupport
import Testing

/// `hub token`, `hub tokens` and `hub revoke` as processes.
@Suite struct HubTokenCommandTests {
  @Test func `a token goes to standard output only, and admits its person`() async throws {
    let directory = try TemporaryDirectory()
    let made = try await ToolProcess.run(
      "hub", "token", "--name", "Anna", "--scope", "write", "--store", "h", in: directory)
    #expect(made.status == 0 && made.lines.count == 1, "\(made.errors)")
    let token = try #require(made.lines.first)
    #expect(token.hasPrefix("eyJ") && !made.errors.contains(token))
    try directory.write(token + "\n", to: "anna.token")
    let (hub, address) = try await HubProcess.start(in: directory, token: nil)
    try await SampleStore.extract(1, in: directory)
    let run = try await ToolProcess.run(
      "sync", "--to", address, "--token-file", "anna.token", "--store", "a", in: directory)
    #expect(run.status == 0, "\(run.errors)")
    // The location of the token is saved.
    let again = try await ToolProcess.run("sync", "--store", "a", in: directory)
    #expect(again.status == 0, "\(again.errors)")
    // A client without a token is refused.
    let other = try await ToolProcess.run("sync", "--to", address, "--store", "b", in: directory)
    #expect(other.status == 4, "\(other.errors)")
    let revoked = try await ToolProcess.run("hub", "revoke", "Anna", "--store", "h", in: directory)
    #expect(revoked.status == 0, "\(revoked.errors)")
    let late = try await ToolProcess.run(
      "sync", "--to", address, "--token-file", "anna.token", "--store", "a", in: directory)
    #expect(late.status == 4, "\(late.errors)")
    hub.signal(SIGTERM)
    let errors = try await hub.outcome().errors
    #expect(!errors.contains(token))
  }

  @Test(arguments: [["--max-items", "3"], ["--max-bytes", "1M", "--scope", "read"]])
  func `a quota of a read-only token is refused`(options: [String]) async throws {
    let directory = try TemporaryDirectory()
    let made = try await ToolProcess(
      ["hub", "token", "--name", "Anna", "--store", "h"] + options, in: directory
    ).outcome()
    #expect(made.status == 2 && made.errors.contains("\(options[0]) needs --scope write"))
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/h"))
  }

  @Test func `following continues once a new token replaces a revoked one`()
    async throws
  {
    let directory = try TemporaryDirectory()
    func make(_ name: String) async throws {
      let made = try await ToolProcess.run(
        "hub", "token", "--name", name, "--scope", "write", "-o", "t", "--store", "h",
        in: directory)
      #expect(made.status == 0, "\(made.errors)")
    }
    try await make("Anna")
    let (hub, address) = try await HubProcess.start(in: directory, token: nil, "--verbose")
    try await SampleStore.extract(1, in: directory)
    let sync = try ToolProcess(
      ["sync", "--follow", "--to", address, "--token-file", "t", "--store", "a"], in: directory)
    _ = try await hub.waitForErrors(containing: " of Anna")
    let revoked = try await ToolProcess.run("hub", "revoke", "Anna", "--store", "h", in: directory)
    #expect(revoked.status == 0, "\(revoked.errors)")
    _ = try await sync.waitForErrors(containing: "waiting for another token in ")
    try await make("Bo")
    // A device of a person without access may pass to another person.
    let came = try await hub.waitForErrors(containing: " of Bo")
    #expect(!came.contains("the device id of another person"))
    sync.signal(SIGTERM)
    let errors = try await sync.outcome().errors
    #expect(errors.contains("the token was revoked"), "\(errors)")
    hub.signal(SIGTERM)
    _ = try await hub.outcome()
  }

  @Test(arguments: ["folder", "link", "none/token"])
  func `a token that cannot be delivered is not created, or is revoked`(output: String)
    async throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("kept", to: "folder/other")
    try directory.write("kept", to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/link", withDestinationPath: "file")
    let made = try await ToolProcess.run(
      "hub", "token", "--name", "Anna", "-o", output, "--store", "h", in: directory)
    #expect(made.status != 0 && made.errors.contains("--output \(output)"), "\(made.errors)")
    #expect(try String(contentsOfFile: directory.path + "/file", encoding: .utf8) == "kept")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!names.contains { $0.hasSuffix(".new") }, "\(names)")
    if FileManager.default.fileExists(atPath: directory.path + "/h") {
      let listed = try await ToolProcess.run(
        "hub", "tokens", "--json", "--store", "h", in: directory)
      #expect(!listed.output.contains(#""revoked":null"#), "\(listed.output)")
    }
  }

  @Test func `a token file is private, and listings do not show its token`() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("before", to: "t")
    let made = try await ToolProcess.run(
      "hub", "token", "--name", "Bo", "--channel", "person:Bo", "--for", "2d", "-o", "t",
      "--store", "h", in: directory)
    #expect(made.status == 0 && made.output.isEmpty, "\(made.errors)")
    #expect(try directory.mode(of: "t") == 0o600)
    let token = String(decoding: try directory.read("t"), as: UTF8.self)
    let listed = try await ToolProcess.run("hub", "tokens", "--json", "--store", "h", in: directory)
    #expect(
      listed.output.contains(#""name":"Bo","scope":"read channels","channels":["person:Bo"]"#))
    #expect(!listed.output.contains(token.dropLast()))
  }

  @Test func `a token is an object for programs, and appears in one place only`()
    async throws
  {
    let directory = try TemporaryDirectory()
    func make(_ words: String...) async throws -> [String: Any] {
      let words = ["hub", "token", "--name", "Bo", "--channel", "person:Bo", "--json"] + words
      let made = try await ToolProcess(words + ["--store", "h"], in: directory).outcome()
      #expect(made.status == 0 && made.lines.count == 1, "\(made.output)\(made.errors)")
      return try ReportStore.object(made.output)
    }
    let printed = try await make()
    let token = try #require(printed["token"] as? String)
    #expect(token.hasPrefix("eyJ") && printed["name"] as? String == "Bo")
    #expect(printed["scope"] as? String == "read channels" && printed["expires"] is String)
    #expect(printed["channels"] as? [String] == ["person:Bo"])
    let limited = try await make("--scope", "write", "--max-items", "3", "--max-bytes", "2K")
    #expect(limited["maxItems"] as? Int == 3 && limited["maxBytes"] as? Int == 2048)
    let written = try await make("-o", "t")
    #expect(written["token"] is NSNull && written["id"] is String, "\(written)")
    #expect(String(decoding: try directory.read("t"), as: UTF8.self).hasPrefix("eyJ"))
  }

  @Test func `an undelivered token is revoked`() async throws {
    let directory = try TemporaryDirectory()
    let full = FileHandle(forWritingAtPath: "/dev/full")
    let made = try await ToolProcess(
      ["hub", "token", "--name", "Bo", "--store", "h"], in: directory, output: full
    ).outcome()
    #expect(made.status == 1 && made.errors.contains("No space left"), "\(made.errors)")
    #expect(made.errors.contains("it is revoked"), "\(made.errors)")
    let listed = try await ToolProcess.run("hub", "tokens", "--json", "--store", "h", in: directory)
    #expect(listed.output.contains(#""revoked":"2"#), "\(listed.output)")
  }

  @Test func `a token in its file stays valid, whatever happens to the output`() async throws {
    let directory = try TemporaryDirectory()
    let made = try await ToolProcess(
      ["hub", "token", "--name", "Bo", "--json", "-o", "t", "--store", "h"], in: directory,
      output: FileHandle(forWritingAtPath: "/dev/full")
    ).outcome()
    #expect(made.status == 1 && made.errors.contains("No space left"), "\(made.errors)")
    let listed = try await ToolProcess.run("hub", "tokens", "--json", "--store", "h", in: directory)
    #expect(listed.output.contains(#""revoked":null"#), "\(listed.output)")
  }

  @Test func `tokens of a lost secret are marked in listings`() async throws {
    let directory = try TemporaryDirectory()
    func run(_ words: String...) async throws -> ToolProcess.Outcome {
      try await ToolProcess(words + ["--store", "h"], in: directory).outcome()
    }
    _ = try await run("hub", "token", "--name", "Anna")
    #expect(try await run("hub", "tokens").output.contains("Anna"))
    try FileManager.default.removeItem(atPath: directory.path + "/h/hub/token.secret")
    #expect(try await run("hub", "tokens").output.isEmpty)
    _ = try await run("hub", "token", "--name", "Bo")
    let listed = try await run("hub", "tokens", "--json").lines
    try #require(listed.count == 2)
    #expect(listed[0].contains("Anna") && !listed[0].contains(#""revoked":null"#), "\(listed)")
    #expect(listed[1].contains("Bo") && listed[1].contains(#""revoked":null"#), "\(listed)")
  }

  @Test func `conflicts and settings name their people`() async throws {
    let directory = try TemporaryDirectory()
    for (name, store) in [("Anna", "a"), ("Bo", "b")] {
      let made = try await ToolProcess.run(
        "hub", "token", "--name", name, "--scope", "write", "-o", "\(store).token", "--store", "h",
        in: directory)
      #expect(made.status == 0, "\(made.errors)")
    }
    let (hub, address) = try await HubProcess.start(in: directory, token: nil)
    func sync(_ store: String) async throws {
      let run = try await ToolProcess.run(
        "sync", "--to", address, "--token-file", "\(store).token", "--store", store, in: directory)
      #expect(run.status == 0, "\(run.errors)")
    }
    try await SampleStore.extract(1, in: directory)
    for store in ["a", "b"] { try await sync(store) }
    let list = try await ToolProcess.run("list", "--json", "--store", "a", in: directory).output
    let id = try #require(list.split(separator: "\"").dropFirst(5).first.map(String.init))
    for (store, name) in [("a", "Zoe"), ("b", "Ann")] {
      let edit = try await ToolProcess.run(
        "edit", id, "--assignee", name, "--store", store, in: directory)
      #expect(edit.status == 0, "\(edit.errors)")
    }
    for store in ["a", "b", "a"] { try await sync(store) }
    let conflicts = try await ToolProcess.run(
      "sync", "--conflicts", "--json", "--store", "a", in: directory
    ).output
    #expect(conflicts.contains(#""by":"person","name":"Bo""#), "\(conflicts)")
    let shown = try await ToolProcess.run("show", id, "--history", "--store", "a", in: directory)
    #expect(shown.output.contains(" by Bo on "), "\(shown.output)")
    #expect(shown.output.contains(" Bo, on device "), "\(shown.output)")
    #expect(shown.output.contains(" on this machine: who: Zoe"), "\(shown.output)")
    let told = try await ToolProcess.run(
      "show", id, "--history", "--json", "--store", "a", in: directory
    ).output
    #expect(
      told.contains(#""history":[{"sequence":"#) && told.contains(#""isWhole":true"#), "\(told)")
    hub.signal(SIGTERM)
    _ = try await hub.outcome()
  }

  @Test(
    arguments: [
      ("no name", ["hub", "token"], 2),
      ("an unknown scope", ["hub", "token", "--name", "A", "--scope", "all"], 2),
      ("too long", ["hub", "token", "--name", "A", "--for", "9999d"], 2),
      ("no channel", ["hub", "token", "--name", "A", "--channel", "tag:x"], 2),
      ("a name with a line in it", ["hub", "token", "--name", "A\nB"], 2),
      ("nobody", ["hub", "revoke", "Nobody"], 2), ("nothing to revoke", ["hub", "revoke"], 2),
    ] as [(String, [String], Int32)])
  func `an invalid command is refused`(name: String, arguments: [String], status: Int32)
    async throws
  {
    let directory = try TemporaryDirectory()
    _ = try await ToolProcess.run("hub", "token", "--name", "X", "--store", "h", in: directory)
    let run = try await ToolProcess(arguments + ["--store", "h"], in: directory).outcome()
    #expect(run.status == status && run.output.isEmpty, "\(name): \(run.errors)")
  }

  @Test func `revoking a name in a store without tokens leaves the hub as it was`() async throws {
    let directory = try TemporaryDirectory()
    let added = try await ToolProcess.run("add", "Call Bo", "--store", "h", in: directory)
    #expect(added.status == 0, "\(added.errors)")
    try directory.write("", to: "h/hub/keep")
    let revoked = try await ToolProcess.run("hub", "revoke", "Bo", "--store", "h", in: directory)
    #expect(revoked.status == 2, "\(revoked.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/h/hub")
    #expect(names == ["keep"])
  }
}
