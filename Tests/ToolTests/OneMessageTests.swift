import Foundation
import TestSupport
import Testing
import WordFuzz

/// No single message may end a run, neither offline nor with the offline model next to an endpoint.
@Suite struct OneMessageTests {
  private static let texts =
    [
      "Any volunteers? In case nobody does, I'll do it.", "Who can? On Friday I am away.",
      "Would somebody like to? For me it's fine.",
      "Could somebody please... With that we are done.",
      "Kann jemand bitte? Mit dem Bericht fange ich an.",
    ] + SentenceStock.calls + oddities

  /// Texts that no person writes.
  private static let oddities = [
    String(repeating: "a", count: 1 << 20), String(repeating: "a ", count: 100_000),
    String(repeating: "\u{301}", count: 10_000), String(repeating: "@", count: 10_000),
    "\u{202E}fed\u{202C} \u{200F}", "\u{0}", "\u{0}I'll send it by \u{0}Friday", "\u{FFFD}\u{FFFF}",
    "🇩🇪🇩🇪🇩 🇩", "👩‍👩‍👧 please send it", "", " ", "\n", "...", "???", "[ ]", "- [ ]", "`", "```", ">", "@",
    "TODO", "TODO:", "ACTION: ", "by 31.13.99999 at 25:61 UTC+99:99",
    "in 999999999999999999999999 days, no later than 9223372036854775808 weeks",
    "on Friday from 17:00 to 09:00, or 0000-00-00T24:00:60Z", "Feb 30, 0000", "Easter 9999",
  ]

  /// One conversation for each text, which is followed by a request. All senders have unusual names.
  private static func chats(last: String) throws -> String {
    let names = ["Anna", "", " ", "...", "@", "\u{301}", "Anna"]
    return try texts.enumerated().map { number, text in
      let messages = [
        (names[number % names.count], text), ("Ben", last),
      ]
      .enumerated().map { place, message in
        [
          "id": "\(place)", "sender": message.0, "text": message.1,
          "timestamp": 1_767_776_400 + place * 60,
        ] as [String: Any]
      }
      let chat: [String: Any] = ["id": "c\(number)", "messages": messages]
      let data = try JSONSerialization.data(withJSONObject: chat, options: .sortedKeys)
      return String(decoding: data, as: UTF8.self) + "\n"
    }.joined() + #"{"id":"lone","messages":[{"id":"1","sender":"\ud800","text":"\udc00 \ud83d"}]}"#
      + "\n"
  }

  @Test func `each of these messages and the one after it are read offline`()
    async throws
  {
    let directory = try TemporaryDirectory(
      try Self.chats(last: "please send the report by Friday"), in: "chats.jsonl")
    let run = try await directory.tool(
      "extract", "--offline", "--no-store", "--json", "chats.jsonl")
    #expect(run.status == 0, "\(run.errors.suffix(500))")
    let asked = run.lines.count { $0.lowercased().contains(#""task":"send the report""#) }
    #expect(asked >= Self.texts.count * 9 / 10, "\(asked) of \(Self.texts.count)")
    let look = try await directory.tool("inspect", "--json", "chats.jsonl")
    #expect(look.status == 0, "\(look.errors.suffix(500))")
  }

  @Test(arguments: [["--triage"], []])
  func `each of these messages is read with an endpoint`(options: [String]) async throws {
    let directory = try TemporaryDirectory(
      try Self.chats(last: "do please send the report"), in: "chats.jsonl")
    let server = try LoopbackServer { ScriptedEndpoint.answer($0) }
    let run = try await directory.tool(
      ["extract", "--no-store", "--json", "chats.jsonl"] + options,
      environment: ScriptedEndpoint.environment(server))
    #expect(run.status == 0, "\(run.errors.suffix(500))")
    let asked = run.lines.count { $0.contains(#"please send the report""#) }
    #expect(asked >= Self.texts.count * 9 / 10, "\(asked) of \(Self.texts.count)")
  }
}
