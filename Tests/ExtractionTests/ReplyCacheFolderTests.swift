import LanguageModel
import TestSupport
import Testing

@testable import Extraction

@Suite struct ReplyCacheFolderTests {
  @Test(arguments: [
    ("120", 120), ("9223372036854775807", nil), ("-9223372036854775808", nil), ("1e18", nil),
  ])
  func `an answer that was kept says how long its question was only where that can be`(
    tokens: String, expected: Int?
  ) throws {
    let directory = try TemporaryDirectory()
    let line = #"{"schema":1,"text":"[]","promptTokens":\#(tokens)}"#
    try directory.write(line + "\n", to: "ab/abcd.json")
    let folder = try ReplyCacheFolder(path: directory.path) { _ in }
    let reply = try #require(folder.reply(forKey: "abcd"))
    #expect(reply.text == "[]" && reply.promptTokens == expected)
    // The count is compared with the least possible count.
    let count = PromptCount(counted: reply.promptTokens ?? 0, least: 100, leastOfRules: 10)
    #expect(!count.isShort)
  }
}
