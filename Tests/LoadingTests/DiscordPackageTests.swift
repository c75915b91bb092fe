import ActionItems
import CivilTime
import Loading
import TestSupport
import Testing

@Suite struct DiscordPackageTests {
  @Test func `a package has its owner's messages, with the names of its channels`() throws {
    let sink = try RecordingSink.load(Golden.path("exports/discord-package"))
    #expect(
      sink.loaded.map { "\($0.conversation.id) \($0.conversation.title ?? "-")" } == [
        "discord:3101 deck", "discord:3102 Direct Message with tom_r",
      ])
    #expect(sink.loaded.map(\.conversation.kind) == [nil, .direct])
    #expect(
      sink.lines == [
        "Ria: I will order the paint by Friday", "Ria: [file: list.pdf]\n[file: deck.jpg]",
        "Ria: Tom, can you bring the keys?",
      ])
    #expect(Set(sink.loaded.flatMap(\.messages).map(\.senderId)) == ["11"])
    #expect(
      sink.loaded.map { $0.messages.last?.timestamp?.description } == [
        "2026-02-10T09:01:00Z", "2026-02-10T09:05:00.123Z",
      ])
    #expect(sink.loaded.allSatisfy { $0.report?.timeZoneKnown == true } && sink.failures.isEmpty)
  }

  @Test func `a channel alone is read too, and a damaged account costs only the name`() throws {
    let alone = try RecordingSink.load(Golden.path("exports/discord-package/Messages/c3101"))
    #expect(alone.loaded.map(\.conversation.title) == ["deck"])
    #expect(alone.lines.first == "Me: I will order the paint by Friday")
    let folder = try TemporaryDirectory()
    _ = try ExportFixtures.copy("discord-package", to: folder)
    try folder.write("{\"id\": 1", to: "Account/user.json")
    let damaged = try RecordingSink.load(folder.path)
    #expect(damaged.lines.count == 3 && damaged.failures.count == 1)
    #expect(damaged.lines.last == "Me: Tom, can you bring the keys?")
  }
}
