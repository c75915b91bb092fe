import Foundation
import TestSupport
import Testing

/// Warnings that many files share.
@Suite struct WarningTests {
  /// Five chats without a zone, two of which also have unreadable times, one and two of them.
  private static func archive() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for number in 1...5 {
      let bad = (3..<max(3, number)).map { #",{"user":"Ann","ts":"soon","text":"hello \#($0)"}"# }
        .joined()
      try directory.write(
        #"[{"user":"Ann","ts":"2026-01-05 10:00:00","text":"I'll send report \#(number)"}\#(bad)]"#,
        to: "chats/\(number).json")
    }
    return directory
  }

  @Test func `extract prints each kind of warning once and counts the others`() async throws {
    let directory = try Self.archive()
    let run = try await directory.tool("extract", "--offline", "--summary", "s.json", "chats")
    #expect(try Golden.difference(run.errors, "warnings/extract.txt") == nil)
    let summary = try directory.text("s.json")
    #expect(summary.components(separatedBy: "state no zone").count == 2)
    #expect(summary.contains("(and 4 more)"))
  }

  @Test(arguments: ["extract", "inspect"])
  func `a zone that is named gives no warning`(command: String) async throws {
    let directory = try Self.archive()
    let options = command == "extract" ? ["--offline", "--no-store"] : []
    let run = try await directory.tool([command, "--time-zone", "Asia/Tokyo", "chats"] + options)
    #expect(!run.errors.contains("state no zone"), "\(run.errors)")
  }
}
