import TestSupport
import Testing

/// `inspect` with `--since` and `--until`. Also the output of `inspect --messages`, read back.
@Suite struct InspectRangeTests {
  static let chat = """
    date,from,text
    2026-01-30 10:00,Ann,one
    2026-01-31 10:00,Bo,two
    2026-02-01 10:00,Cy,three
    """

  @Test func `inspect shows messages in the requested time range and counts the rest`() async throws
  {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.csv")
    let json = try await directory.tool(
      "inspect", "--json", "chat.csv", "--since", "2026-01-31", "--until", "2026-02-01")
    #expect(json.output.contains(#""messages":1"#), "\(json.output)\(json.errors)")
    #expect(json.output.contains(#""participants":["Bo"]"#))
    #expect(json.output.contains(#"{"reason":"beyond --since and --until","count":2}"#))
    let table = try await directory.tool("inspect", "chat.csv", "--since", "2026-02-01")
    #expect(table.output.contains("2 beyond --since and --until"))
  }

  @Test func `messages read back keep whether their chat's id was synthetic`() async throws {
    let directory = try TemporaryDirectory(Self.chat, in: "chat.csv")
    let messages = try await directory.tool("inspect", "--messages", "chat.csv")
    try directory.write(messages.output, to: "messages.jsonl")
    let again = try await directory.tool("inspect", "--messages", "messages.jsonl")
    #expect(messages.output.contains(#""conversationHasMadeId":true"#))
    #expect(again.lines == messages.lines)
  }
}
