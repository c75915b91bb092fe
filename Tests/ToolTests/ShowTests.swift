import TestSupport
import Testing

/// `show`, `list` and exports for people have one form of time. Also lines of `show` that wrap on a terminal.
@Suite struct ShowTests {
  /// A store with a message from New York, as Slack writes it, and a deadline with a time of day.
  private static func store() async throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let folder = "acme/"
    try directory.write(
      #"[{"id":"U1","name":"ann","real_name":"Ann","tz":"America/New_York"},{"id":"U2","name":"ben","real_name":"Ben","tz":"Europe/Berlin"}]"#,
      to: folder + "users.json")
    try directory.write(
      #"[{"id":"C1","name":"general","members":["U1","U2"]}]"#, to: folder + "channels.json")
    try directory.write(
      #"[{"type":"message","user":"U2","ts":"1767610000.000100","text":"Who writes the report?"},{"type":"message","user":"U1","ts":"1767610800.000300","text":"I'll send the yearly report to the auditors by 2026-01-09 5pm"}]"#,
      to: folder + "general/2026-01-05.json")
    let run = try await directory.run("extract", "--offline", "acme")
    try #require(run.status == 0, "\(run.errors)")
    return directory
  }

  private static func id(in directory: TemporaryDirectory) async throws -> String {
    let list = try await directory.run("list", "--all")
    return String(try #require(list.lines.last).prefix { $0 != " " })
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Tokyo"])
  func `show has one form of time, on the reader's clock`(zone: String) async throws {
    let directory = try await Self.store()
    let shown = try await directory.run(
      "show", try await Self.id(in: directory), "--time-zone", zone)
    // Ids and the time of the run differ from run to run.
    let lines = shown.lines.filter { !["id", "found"].contains($0.split(separator: " ").first) }
    let name = "show/\(zone.split(separator: "/").last ?? "").txt"
    #expect(
      try Golden.difference(lines.joined(separator: "\n") + "\n", name) == nil, "\(shown.errors)")
  }

  @Test func `history and done items have the same form`() async throws {
    let directory = try await Self.store()
    let id = try await Self.id(in: directory)
    _ = try await directory.run("edit", id, "--deadline", "2099-01-09T17:00:00-05:00")
    _ = try await directory.run("done", id)
    for options in [
      ["show", id, "--history"], ["list", "--all"], ["export", "--format", "markdown"],
    ] {
      let run = try await directory.run(options)
      #expect(run.output.contains("2099-01-09 23:00"), "\(options): \(run.output)")
      #expect(run.output.firstMatch(of: /[0-9]T[0-9][0-9]:/) == nil, "\(options): \(run.output)")
    }
  }

  @Test func `lines wrap at words on a terminal`() async throws {
    let directory = try await Self.store()
    let id = try await Self.id(in: directory)
    let terminal = try TerminalProcess(
      ["show", id, "--store", "s"], in: directory, columns: 40, rows: 60)
    try await terminal.wait(for: "quote")
    try await terminal.wait(for: "auditors by")
    // Only ids and links may be longer than the terminal is wide.
    let lines = terminal.text.split(whereSeparator: \.isNewline).map(String.init)
    let long = lines.filter { $0.count > 40 && $0.dropFirst(16).contains(" ") }
    #expect(lines.count > 10 && long.isEmpty, "\(long)")
    #expect(lines.contains { $0.hasPrefix(String(repeating: " ", count: 16)) })
  }
}
