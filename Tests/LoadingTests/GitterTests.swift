import ActionItems
import Loading
import TestSupport
import Testing

@Suite struct GitterTests {
  @Test func `a room is read, one id given twice becomes two`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/gitter"))
    let messages = sink.loaded[0].messages
    #expect(messages.map(\.id) == ["5f00aa", "5f00ab", "5f00ac", "5f00ac-2", "5f00ae"])
    #expect(messages.map(\.sender) == ["Eva Novak", "Kim", "Kim (kim2)", "Eva Novak", nil])
    #expect(
      messages[2].threadId == "5f00ab" && sink.loaded[0].report?.skipped == ["without text": 1])
  }
}
