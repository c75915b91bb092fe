import Foundation
import TestSupport
import Testing

/// `hub token`, `hub tokens` and `hub revoke` as processes, and syncs with the tokens.
@Suite struct HubTokenCommandTests {
  @Test func `a token goes to standard output only, and admits its person`() async throws {
    let directory = try TemporaryDirectory()
    let made = try await directory.tool(
      "hub", "token", "--name", "Anna", "--scope", "write", "--store", "h")
    #expect(made.status == 0 && made.lines.count == 1, "\(made.errors)")
    let token = try #require(made.lines.first)
    #expect(token.hasPrefix("eyJ") && !made.errors.contains(token))
    try directory.write(token + "\n", to: "anna.token")
    let (hub, address) = try await HubProcess.start(in: directory, token: nil)
    try await SampleStore.extract(1, in: directory)
    let run = try await directory.tool(
      "sync", "--to", address, "--token-file", "anna.token", "--store", "a")
    #expect(run.status == 0, "\(run.errors)")
    // The location of the token is saved.
    let again = try await directory.tool("sync", "--store", "a")
    #expect(again.status == 0, "\(again.errors)")
    // A client without a token is refused.
    let other = try await directory.tool("sync", "--to", address, "--store", "b")
    #expect(other.status == 4, "\(other.errors)")
    let revoked = try await directory.tool("hub", "revoke", "Anna", "--store", "h")
    #expect(revoked.status == 0, "\(revoked.errors)")
    let late = try await directory.tool(
      "sync", "--to", address, "--token-file", "anna.token", "--store", "a")
    #expect(late.status == 4, "\(late.errors)")
    let errors = try await hub.end().errors
    #expect(!errors.contains(token))
  }

  @Test(arguments: [["--max-items", "3"], ["--max-bytes", "1M", "--scope", "read"]])
  func `a quota of a read-only token is refused`(options: [String]) async throws {
    let directory = try TemporaryDirectory()
    try await directory.tool(["hub", "token", "--name", "Anna", "--store", "h"] + options).expect(
      2, "\(options[0]) needs --scope write")
    #expect(!directory.has("h"))
  }

  @Test func `following continues once a new token replaces a revoked one`()
    async throws
  {
    let directory = try TemporaryDirectory()
    func make(_ name: String) async throws {
      let made = try await directory.tool(
        "hub", "token", "--name", name, "--scope", "write", "-o", "t", "--store", "h")
      #expect(made.status == 0, "\(made.errors)")
    }
    try await make("Anna")
    let (hub, address) = try await HubProcess.start(in: directory, token: nil, "--verbose")
    try await SampleStore.extract(1, in: directory)
    let sync = try ToolProcess(
      ["sync", "--follow", "--to", address, "--token-file", "t", "--store", "a"], in: directory)
    _ = try await hub.waitForErrors(containing: " of Anna")
    let revoked = try await directory.tool("hub", "revoke", "Anna", "--store", "h")
    #expect(revoked.status == 0, "\(revoked.errors)")
    _ = try await sync.waitForErrors(containing: "waiting for another token in ")
    try await make("Bo")
    // A device of a person without access may pass to another person.
    let came = try await hub.waitForErrors(containing: " of Bo")
    #expect(!came.contains("the device id of another person"))
    let errors = try await sync.end().errors
    #expect(errors.contains("the token was revoked"), "\(errors)")
    try await hub.end()
  }

  @Test(arguments: ["folder", "link", "none/token"])
  func `a token that cannot be delivered is not created, or is revoked`(output: String)
    async throws
  {
    let directory = try TemporaryDirectory("kept", in: "folder/other")
    try directory.write("kept", to: "file")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/link", withDestinationPath: "file")
    let made = try await directory.tool(
      "hub", "token", "--name", "Anna", "-o", output, "--store", "h")
    #expect(made.status != 0 && made.errors.contains("--output \(output)"), "\(made.errors)")
    #expect(try String(contentsOfFile: directory.path + "/file", encoding: .utf8) == "kept")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(!names.contains { $0.hasSuffix(".new") }, "\(names)")
    if directory.has("h") {
      let listed = try await directory.tool("hub", "tokens", "--json", "--store", "h")
      #expect(!listed.output.contains(#""revoked":null"#), "\(listed.output)")
    }
  }

  @Test func `a token file is private, and listings do not show its token`() async throws {
    let directory = try TemporaryDirectory("before", in: "t")
    let made = try await directory.tool(
      "hub", "token", "--name", "Bo", "--channel", "person:Bo", "--for", "2d", "-o", "t", "--store",
      "h")
    #expect(made.status == 0 && made.output.isEmpty, "\(made.errors)")
    #expect(try directory.mode(of: "t") == 0o600)
    let token = try directory.text("t")
    let listed = try await directory.tool("hub", "tokens", "--json", "--store", "h")
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
      let made = try await directory.tool(words + ["--store", "h"])
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
    #expect(try directory.text("t").hasPrefix("eyJ"))
  }

  @Test(arguments: [(["--json", "-o", "t"], "null"), ([], "\"2")])
  func `a token that was only to be printed is revoked if the output fails`(
    options: [String], revoked: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let made = try await ToolProcess(
      ["hub", "token", "--name", "Bo", "--store", "h"] + options, in: directory,
      output: FileHandle(forWritingAtPath: "/dev/full")
    ).outcome()
    made.expect(1, "No space left")
    #expect(made.errors.contains("it is revoked") == options.isEmpty, "\(made.errors)")
    let listed = try await directory.tool("hub", "tokens", "--json", "--store", "h")
    #expect(listed.output.contains(#""revoked":\#(revoked)"#), "\(listed.output)")
  }

  @Test func `tokens of a lost secret are marked in listings`() async throws {
    let directory = try TemporaryDirectory()
    func run(_ words: String...) async throws -> ToolProcess.Outcome {
      try await directory.tool(words + ["--store", "h"])
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
      let made = try await directory.tool(
        "hub", "token", "--name", name, "--scope", "write", "-o", "\(store).token", "--store", "h")
      #expect(made.status == 0, "\(made.errors)")
    }
    let (hub, address) = try await HubProcess.start(in: directory, token: nil)
    func sync(_ store: String) async throws {
      let run = try await directory.tool(
        "sync", "--to", address, "--token-file", "\(store).token", "--store", store)
      #expect(run.status == 0, "\(run.errors)")
    }
    try await SampleStore.extract(1, in: directory)
    for store in ["a", "b"] { try await sync(store) }
    let list = try await directory.tool("list", "--json", "--store", "a").output
    let id = try #require(list.split(separator: "\"").dropFirst(5).first.map(String.init))
    for (store, name) in [("a", "Zoe"), ("b", "Ann")] {
      let edit = try await directory.tool("edit", id, "--assignee", name, "--store", store)
      #expect(edit.status == 0, "\(edit.errors)")
    }
    for store in ["a", "b", "a"] { try await sync(store) }
    let conflicts = try await directory.tool("sync", "--conflicts", "--json", "--store", "a").output
    #expect(conflicts.contains(#""by":"person","name":"Bo""#), "\(conflicts)")
    let shown = try await directory.tool("show", id, "--history", "--store", "a")
    #expect(shown.output.contains(" by Bo on "), "\(shown.output)")
    #expect(shown.output.contains(" Bo, on device "), "\(shown.output)")
    #expect(shown.output.contains(" on this machine: who: Zoe"), "\(shown.output)")
    let told = try await directory.tool("show", id, "--history", "--json", "--store", "a").output
    #expect(
      told.contains(#""history":[{"sequence":"#) && told.contains(#""isWhole":true"#), "\(told)")
    try await hub.end()
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
    _ = try await directory.tool("hub", "token", "--name", "X", "--store", "h")
    let run = try await directory.tool(arguments + ["--store", "h"])
    #expect(run.status == status && run.output.isEmpty, "\(name): \(run.errors)")
  }

  @Test func `revoking a name in a store without tokens leaves the hub as it was`() async throws {
    let directory = try TemporaryDirectory()
    let added = try await directory.tool("add", "Call Bo", "--store", "h")
    #expect(added.status == 0, "\(added.errors)")
    try directory.write("", to: "h/hub/keep")
    let revoked = try await directory.tool("hub", "revoke", "Bo", "--store", "h")
    #expect(revoked.status == 2, "\(revoked.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/h/hub")
    #expect(names == ["keep"])
  }
}
