import Foundation
import TestSupport
import Testing

/// The names of conversations do not depend on the working folder.
@Suite struct WorkingFolderTests {
  /// Exports whose folder indicates their format, or their date.
  static let exports: [(name: String, file: String, text: String)] = [
    ("a log of IRC", "harbour/2026-01-31.log", "[10:00:00] <anna> hi\n[10:01:00] <ben> hello\n"),
    (
      "a day of Slack", "general/2026-01-31.json",
      #"[{"type":"message","user":"U1","ts":"1769853600.000100","text":"hi"}]"#
    ),
    ("Signal", "Bo/chat.md", "[2026-01-31 15:48:11] Me: hello\n"),
    (
      "a topic of Zulip", "12-crew/boats.json",
      #"[{"id":1,"sender_full_name":"Anna","content":"hi","timestamp":1769853600}]"#
    ),
    (
      "a meeting of Zoom", "2026-01-31 10.00.00 Boats/chat.txt",
      "10:00:00 From Anna to Everyone:\n\thi\n"
    ),
    ("a transcript", "2026-01-31/call.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>hi</v>\n"),
    (
      "a chat in an archive's folder", "WhatsApp Chat with Bo/_chat.txt",
      "[31/01/2026, 10:00:00] Bo: hi\n"
    ),
  ]

  /// The identity that `inspect` prints for a conversation, without the file's path.
  static func identity(
    _ path: String, in folder: String, _ directory: TemporaryDirectory
  ) async throws -> [String] {
    // The shell changes the folder, so that the variable `PWD` is right.
    let outcome = try await ToolProcess(
      [
        "-c", #"cd "$1" && exec "$2" inspect --messages "$3""#, "sh", folder, ToolProcess.binary,
        path,
      ],
      in: directory, program: "/bin/sh"
    ).outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(!outcome.lines.isEmpty)
    return outcome.lines
  }

  @Test(arguments: exports)
  func `a file is read the same way under every path`(
    name: String, file: String, text: String
  ) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: file)
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    let base = String(file[file.index(after: file.firstIndex(of: "/") ?? file.startIndex)...])
    try directory.write("", to: "elsewhere/empty")
    let expected = try await Self.identity(path, in: "/", directory)
    for (path, place) in [
      (file, directory.path), ("./\(file)", directory.path), (base, folder), ("./\(base)", folder),
      ("../\(file)", directory.path + "/elsewhere"), (".", folder), (folder + "/", "/"),
    ] {
      let found = try await Self.identity(path, in: place, directory)
      #expect(found == expected, "\(name): \(path)")
    }
  }

  @Test func `the working folder is that of the shell, with its links`() async throws {
    let directory = try TemporaryDirectory(Self.exports[0].text, in: "real/2026-01-31.log")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/link", withDestinationPath: "real")
    let named = try await Self.identity("link/2026-01-31.log", in: directory.path, directory)
    let inside = try await Self.identity("2026-01-31.log", in: directory.path + "/link", directory)
    #expect(named == inside && named[0].contains(#""conversationTitle":"link""#))
  }

  @Test func `standard input belongs to no folder`() async throws {
    let directory = try TemporaryDirectory()
    let input = Self.exports[0].text
    let outcome = try await directory.tool("inspect", "--messages", "-", input: input)
    #expect(outcome.lines[0].contains(#""conversationTitle":"standard input""#))
    #expect(!outcome.output.contains(directory.path.split(separator: "/").last ?? "/"))
  }
}
