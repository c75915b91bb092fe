import Foundation
import TestSupport
import Testing

/// Tasks that one person mentions twice, in one run or in two: two items, or one.
@Suite struct SameTaskTests {
  /// One conversation each: the first and the second mention, and the number of items. The last number applies if the
  /// first item was completed by hand before the second mention is read.
  static let cases: [(name: String, first: String, then: String, items: Int, behindDone: Int)] = [
    ("an attribute", "I'll fix the login page.", "I'll fix the search page by Friday.", 2, 2),
    (
      "which server", "I'll update the staging server.",
      "I'll update the production server tomorrow.", 2, 2
    ),
    ("one place", "I'll book a hotel in Paris.", "I'll book a flight to Paris.", 2, 2),
    ("a kind", "I'll write the unit tests.", "I'll write the integration tests.", 2, 2),
    ("a letter", "I'll renew cert A.", "I'll renew cert B.", 2, 2),
    ("to whom", "I'll send the report to sales.", "I'll send the report to finance.", 2, 2),
    ("a deed", "I'll review the release notes.", "I'll publish the release notes on Friday.", 2, 2),
    (
      "German, a part", "Ich werde die Seite für die Anmeldung reparieren.",
      "Ich werde die Seite für die Suche bis Freitag reparieren.", 2, 2
    ),
    (
      "German, about what", "Ich werde den Bericht über die Kosten schreiben.",
      "Ich werde den Bericht über die Umsätze schreiben.", 2, 2
    ),
    (
      "words around it", "I'll fix the login page.",
      "I'll fix the login page, as I said.", 1, 1
    ),
    ("a moved day", "I'll send the report by Monday.", "I'll send the report by Friday.", 1, 1),
    ("shortened", "I'll send the Q4 report to finance.", "I'll send the report tomorrow.", 1, 1),
    ("more said", "I'll send the report.", "I'll send the report to finance tomorrow.", 1, 2),
    (
      "another order", "I'll send finance the report.",
      "I'll send the report to finance tomorrow.", 1, 1
    ),
    ("translated", "I'll send the report.", "Ich schicke den Report morgen.", 1, 1),
    (
      "German, words around it", "Ich werde den Bericht an Finanzen schicken.",
      "Wie gesagt, ich werde den Bericht an Finanzen schicken.", 1, 1
    ),
    (
      "German, a moved day", "Ich schicke den Bericht bis Montag.",
      "Ich schicke den Bericht bis Freitag.", 1, 1
    ),
    (
      "German, shortened", "Ich werde den Bericht an Finanzen schicken.",
      "Ich werde den Bericht morgen schicken.", 1, 1
    ),
  ]

  /// The conversations after a number of messages.
  static func chat(messages count: Int) throws -> String {
    try cases.flatMap { said in
      let texts = [said.first, "ok", said.then, "thanks"]
      return try texts.prefix(count).enumerated().map { place, text in
        let message = [
          "conversation": said.name, "id": "\(place)", "sender": place % 2 == 0 ? "Ben" : "Carla",
          "timestamp": "2025-01-07T09:0\(place):00Z", "text": text,
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
      }
    }.joined(separator: "\n")
  }

  /// Reads the conversations after a number of messages.
  static func read(_ count: Int, in directory: TemporaryDirectory) async throws {
    try directory.write(try chat(messages: count), to: "chat.jsonl")
    try await directory.succeed("extract", "--offline", "chat.jsonl")
  }

  /// The number of items of each conversation, and all ids.
  static func items(
    in directory: TemporaryDirectory
  ) async throws -> (counts: [String: Int], ids: [String]) {
    let listed = try await directory.run("list", "--all", "--json")
    let items = try listed.lines.map { try ReportStore.object($0) }
    let names = items.compactMap { $0["conversationId"] as? String }
    return (
      Dictionary(grouping: names) { $0 }.mapValues(\.count),
      items.compactMap { $0["id"] as? String }
    )
  }

  @Test(arguments: [false, true])
  func `two tasks are two items, and a repeated task is one`(inTwoRuns: Bool) async throws {
    let directory = try TemporaryDirectory()
    if inTwoRuns { try await Self.read(2, in: directory) }
    try await Self.read(4, in: directory)
    let counts = try await Self.items(in: directory).counts
    for said in Self.cases { #expect(counts[said.name] == said.items, "\(said.name)") }
  }

  @Test func `a completed item absorbs no other task`() async throws {
    let directory = try TemporaryDirectory()
    try await Self.read(2, in: directory)
    let ids = try await Self.items(in: directory).ids
    try await directory.succeed(["done"] + ids)
    try await Self.read(4, in: directory)
    let counts = try await Self.items(in: directory).counts
    for said in Self.cases { #expect(counts[said.name] == said.behindDone, "\(said.name)") }
  }
}
