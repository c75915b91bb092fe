import Foundation
import TestSupport
import Testing

/// The store that many command tests start from: it has one item, to send a report. `object` and `id` read what the
/// tool printed about any store.
enum ReportStore {
  /// One message that promises a report.
  static let chat =
    #"[{"id":"1","sender":"Anna","timestamp":"2026-01-05T10:00:00Z","text":"I'll send the report"}]"#

  /// Creates the store by one run over that message.
  static func make() async throws -> (TemporaryDirectory, id: String) {
    let directory = try TemporaryDirectory(
      #"[{"id":"1","sender":"Anna Schmidt","timestamp":"2026-01-05T10:00:00+01:00","text":"I'll send the report by Friday"}]"#,
      in: "chat.json")
    let run = try await directory.succeed("extract", "--offline", "--json", "chat.json")
    return (directory, try id(run.lines))
  }

  /// A line of JSON that the tool printed.
  static func object(_ line: String?) throws -> [String: Any] {
    let line = try #require(line)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// Returns the item id in the first printed line.
  static func id(_ lines: [String]) throws -> String {
    try #require(try object(lines.first)["id"] as? String)
  }
}
