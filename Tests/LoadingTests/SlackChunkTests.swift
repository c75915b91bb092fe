import ActionItems
import Loading
import TestSupport
import Testing

@Suite struct SlackChunkTests {
  @Test func `a recording's files are read together, packed or not`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/slackdump-chunks"))
    #expect(
      sink.loaded.map { "\($0.conversation.id) \($0.conversation.title ?? "-")" } == [
        "slack:C0LAB lab", "slack:D0EVA Eva",
      ])
    #expect(sink.loaded.map(\.conversation.kind) == [.public, .direct])
    #expect(
      sink.lines == [
        "Eva: who calibrates the scale?", "Kim: I'll do it on Friday",
        "Kim: @Kim has joined the channel", "Kim: later: ask @Eva about #lab",
        "Eva: please send me the protocol",
      ])
    let folder = try TemporaryDirectory()
    let line =
      #"{"t":0,"ts":1,"id":"C1","n":1,"m":[{"type":"message","user":"U1","text":"x","ts":"1770953600.000100"}]}"#
    try folder.write(GzipMember(Array(line.utf8)).bytes(), to: "C1.json.gz")
    #expect(try RecordingSink.load(folder.path).lines == ["U1: x"])
  }
}
