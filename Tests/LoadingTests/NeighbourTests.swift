import ActionItems
import FoundationEssentials
import Loading
import TestSupport
import Testing

/// How damage to one file of an export affects the others.
@Suite struct NeighbourTests {
  /// Formats whose fixtures have several files.
  static let formats = (ExportFixtures.formats ?? []).filter { format in
    let names = try? FileManager.default.subpathsOfDirectory(
      atPath: Golden.path("exports/\(format)"))
    // The pages of telegram-html form one conversation, named after the first. The two files of a channel in
    // discord-package belong together.
    return (names ?? []).count > 1 && !["telegram-html", "discord-package"].contains(format)
  }

  /// The ids of the messages of each file or folder that holds a conversation.
  static func ids(_ sink: RecordingSink) -> [String: Set<String>] {
    var ids: [String: Set<String>] = [:]
    for loaded in sink.loaded {
      ids[loaded.report?.file ?? "", default: []].formUnion(loaded.messages.map(\.id))
    }
    return ids
  }

  @Test(arguments: formats)
  func `damage in one file costs no other a message`(format: String) throws {
    let folder = try TemporaryDirectory()
    let files = try ExportFixtures.copy(format, to: folder)
    let whole = Self.ids(try RecordingSink.load(folder.path))
    var random = SeededRandom(seed: 29)
    var mutator = ByteMutator(seed: random.next(), tokens: ExportFixtures.tokens)
    for _ in 0..<10 {
      let file = try #require(files.randomElement(using: &random))
      let path = try folder.write(mutator.mutate(file.bytes), to: file.name)
      let found = Set(Self.ids(try RecordingSink.load(folder.path)).values.joined())
      for (place, ids) in whole where !path.hasPrefix(place) {
        #expect(ids.subtracting(found).isEmpty, "\(format): \(file.name) cost \(place) messages")
      }
      try folder.write(file.bytes, to: file.name)
    }
  }

  @Test func `a file of an archive that breaks off moves none behind it`() throws {
    var random = SeededRandom(seed: 3)
    func messages(_ group: Int, count: Int, _ text: String) -> String {
      let messages = (0..<count).map {
        """
        {"id":"\(group)-\($0)","group_id":"\(group)","source_guid":"g","sender_id":"7","name":"Ana",\
        "created_at":1700000000,"text":"\(text)","x":"\(random.next())"}
        """
      }
      return "[" + messages.joined(separator: ",") + "]"
    }
    var zip = ZipWriter()
    zip.add("chat/1.json", messages(1, count: 1, "one"))
    // This much of it is copied before its end is reached.
    zip.add("chat/2.json", messages(2, count: 10_000, "two")) { $0.declaredChecksum = 1 }
    zip.add("chat/3.json", messages(3, count: 1, "three"))
    let folder = try TemporaryDirectory()
    let sink = try RecordingSink.load(try folder.write(zip.bytes(), to: "groups.zip"))
    #expect(sink.lines == ["Ana: one", "Ana: three"])
    #expect(sink.failures.map(\.path).map { $0.hasSuffix("chat/2.json") } == [true])
  }
}
