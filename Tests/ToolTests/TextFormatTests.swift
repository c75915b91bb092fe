import Foundation
import TestSupport
import Testing

@Suite struct TextFormatTests {
  @Test(
    arguments: [
      "whatsapp", "irc", "transcripts", "meetings", "zoom", "webex", "signal", "imessage", "csv",
      "mail",
    ])
  func `inspect of a text format matches the recording and can be read back`(folder: String)
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = Golden.path("exports/\(folder)")
    let table = try await directory.tool("inspect", path)
    #expect(table.status == 0, "\(table.errors)")
    #expect(try Golden.difference(table.output, "inspect/\(folder).txt") == nil)
    let messages = try await directory.tool("inspect", "--messages", path)
    #expect(try Golden.difference(messages.output, "inspect/\(folder).jsonl") == nil)
    try directory.write(messages.output, to: "messages.jsonl")
    let again = try await directory.tool("inspect", "--messages", "messages.jsonl")
    #expect(again.lines.sorted() == messages.lines.sorted())
  }
}
