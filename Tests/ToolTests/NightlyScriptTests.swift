import Foundation
import TestSupport
import Testing

/// The scripts under Fixtures/nightly, with stand-ins for the programs that they call.
@Suite struct NightlyScriptTests {
  private static func script(_ name: String) -> String {
    Golden.fixtures.appending(path: "nightly/\(name)").path
  }

  private static func run(
    _ name: String, _ arguments: [String], in directory: TemporaryDirectory,
    _ environment: [String: String] = [:]
  ) async throws -> ToolProcess.Outcome {
    try await ToolProcess(
      [script(name)] + arguments, in: directory,
      environment: ["PATH": directory.path + "/bin:/usr/bin:/bin"].merging(environment) { $1 },
      program: "/bin/sh"
    ).outcome()
  }

  private static func program(
    _ name: String, _ text: String, in directory: TemporaryDirectory
  ) async throws {
    // A shell writes it: a descriptor of this process could be in a child of another test for a moment, and the system
    // runs no program that is open for writing.
    let run = try await ToolProcess(
      [
        "-c", #"mkdir -p bin && printf '%s\n' '#!/bin/sh' "$1" > "bin/$2" && chmod 755 "bin/$2""#,
        "sh", text, name,
      ], in: directory, environment: ["PATH": "/usr/bin:/bin"], program: "/bin/sh"
    ).outcome()
    #expect(run.status == 0, "\(run)")
  }

  private static func text(_ name: String, in directory: TemporaryDirectory) throws -> String {
    try directory.text(name)
  }

  /// `slackdump`, which notes its calls, writes what it was told to write, and fails on demand.
  private static let slackdump = """
    echo "$1" >> calls
    [ "${FAIL:-}" != "$1" ] || exit 3
    while [ $# -gt 0 ]; do [ "$1" != -o ] || out=$2; shift; done
    case $(tail -n 1 calls) in
      archive) mkdir -p "$out" && : > "$out/slackdump.sqlite" ;;
      convert) cat calls > "$out" ;;
    esac
    """

  @Test func `slack resumes its archive, and a failure leaves the old export`() async throws {
    let directory = try TemporaryDirectory()
    try await Self.program("slackdump", Self.slackdump, in: directory)
    #expect(try await Self.run("slack", ["out"], in: directory).status == 0)
    #expect(try Self.text("out/slack.zip", in: directory) == "archive\nconvert\n")
    for step in ["resume", "convert"] {
      let failed = try await Self.run("slack", ["out"], in: directory, ["FAIL": step])
      #expect(failed.status == 3, "\(step): \(failed)")
      #expect(try Self.text("out/slack.zip", in: directory) == "archive\nconvert\n", "\(step)")
    }
    #expect(try await Self.run("slack", ["out"], in: directory).status == 0)
    #expect(try Self.text("out/slack.zip", in: directory).hasSuffix("resume\nconvert\n"))
  }

  @Test func `discord hands the token over by the environment and keeps earlier days`()
    async throws
  {
    let directory = try TemporaryDirectory("secret-token\n", in: "token")
    try await Self.program(
      "DiscordChatExporter.Cli",
      """
      echo "$*" >> calls
      case $1 in
        list) [ "$DISCORD_TOKEN" = secret-token ] && echo 53555 ;;
        export) read -r id; echo "$id" > out/.new/1.json ;;
      esac
      """, in: directory)
    let environment = ["DISCORD_TOKEN_FILE": "token"]
    let run = try await Self.run("discord", ["out", "21814"], in: directory, environment)
    #expect(run.status == 0, "\(run)")
    let calls = try Self.text("calls", in: directory)
    #expect(calls.contains("--after 2015-01-01") && !calls.contains("secret-token"))
    let days = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/out")
    #expect(days.count { $0.hasPrefix("2") } == 1, "\(days)")
    // It goes back to the last success, and another server begins with everything.
    try directory.write("1767607200\n", to: "out/.begun-21814")
    let later = try await Self.run("discord", ["out", "21814", "5"], in: directory, environment)
    #expect(later.status == 0, "\(later)")
    let exports = try Self.text("calls", in: directory).split(separator: "\n")
      .filter { $0.hasPrefix("export") }
    #expect(exports.count == 3 && exports[1].contains("--after 2026-01-04"), "\(exports)")
    #expect(exports.last?.contains("--after 2015-01-01") ?? false, "\(exports)")
    let none = try await Self.run("discord", ["out"], in: directory, environment)
    #expect(none.status == 2)
  }

  @Test func `mattermost takes the export that its own job made`() async throws {
    let directory = try TemporaryDirectory()
    try await Self.program(
      "mmctl",
      """
      case "$2" in
        create) echo "Export process job successfully created, ID: o98rj3ur83dp5dppfyk5yk6osy" ;;
        job) printf '  ID: %s\\n  Status: %s\\n' "$4" "${STATUS:-success}" ;;
        download) echo "$3" > "$4" ;;
        delete) echo "$3" >> deleted ;;
      esac
      """, in: directory)
    try await Self.program("unzip", "[ -z \"${DAMAGED:-}\" ]", in: directory)
    let run = try await Self.run("mattermost", ["out"], in: directory)
    #expect(run.status == 0, "\(run)")
    let name = "o98rj3ur83dp5dppfyk5yk6osy_export.zip\n"
    #expect(try Self.text("out/mattermost.zip", in: directory) == name)
    #expect(try Self.text("deleted", in: directory) == name)
    try directory.write("old", to: "out/mattermost.zip")
    for environment in [["STATUS": "error"], ["DAMAGED": "1"]] {
      let failed = try await Self.run("mattermost", ["out"], in: directory, environment)
      #expect(failed.status == 1, "\(failed)")
      #expect(try Self.text("out/mattermost.zip", in: directory) == "old")
      #expect(try Self.text("deleted", in: directory) == name)
    }
  }

  @Test func `imessage keeps the old export if the new one has fewer files`() async throws {
    let directory = try TemporaryDirectory()
    try await Self.program(
      "imessage-exporter",
      "mkdir -p \"$4\"; for name in $FILES; do echo 1 > \"$4/$name.txt\"; done", in: directory)
    try await Self.program("rsync", "mkdir -p \"$4\" && cp -R \"$3.\" \"$4\"", in: directory)
    for (files, status, kept) in [
      ("a b", 0, ["a.txt", "b.txt"]), ("c", 1, ["a.txt", "b.txt"]), ("", 1, ["a.txt", "b.txt"]),
      ("a b c", 0, ["a.txt", "b.txt", "c.txt"]),
    ] {
      let run = try await Self.run("imessage", ["out"], in: directory, ["FILES": files])
      #expect(run.status == Int32(status), "\(files): \(run)")
      let names = try FileManager.default.contentsOfDirectory(
        atPath: directory.path + "/out/export")
      #expect(names.sorted() == kept, "\(files)")
    }
  }

  @Test func `mail writes the mailbox as mbox, which is read`() async throws {
    let directory = try TemporaryDirectory()
    // As the real one, it makes folders in the Maildir, but not the Maildir.
    try await Self.program(
      "mbsync",
      """
      [ "$2" = work ] && cd out/.maildir && mkdir -p INBOX/cur INBOX/new INBOX/tmp
      cp ../../mail INBOX/cur/1:2,S
      """, in: directory)
    try directory.write(
      "From: Ann <ann@acme.example>\nTo: Ben <ben@acme.example>\nDate: Mon, 5 Jan 2026 10:00:00 +0100\n"
        + "Message-ID: <1@acme.example>\nSubject: Report\n\nI'll send the report to the client.\n",
      to: "mail")
    let run = try await Self.run("mail", ["out", "work"], in: directory)
    #expect(run.status == 0, "\(run)")
    let read = try await directory.tool("inspect", "--json", "out/mail.mbox")
    #expect(read.status == 0 && read.output.contains(#""messages":1"#), "\(read)")
    let failed = try await Self.run("mail", ["out", "other"], in: directory)
    #expect(failed.status != 0)
  }

  @Test(arguments: ["slack", "discord", "mattermost", "imessage", "mail"])
  func `a script without a folder says how it is called`(name: String) async throws {
    let run = try await Self.run(name, [], in: try TemporaryDirectory())
    #expect(run.status != 0 && run.errors.contains("usage: \(name) "), "\(run)")
  }
}
