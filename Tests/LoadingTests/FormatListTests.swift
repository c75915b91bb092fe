import Loading
import Testing

@Suite struct FormatListTests {
  @Test
  func `each format has a fixture, which other tests damage, and says how to get such a file`()
    throws
  {
    var found: Set<String> = []
    for folder in try #require(ExportFixtures.formats) {
      let sink = try RecordingSink.load(ExportFixtures.folder + "/" + folder)
      found.formUnion(sink.loaded.compactMap(\.report?.format))
    }
    let listed = ConversationLoader.formats
    #expect(Set(listed.map(\.name)).count == listed.count)
    for format in listed {
      #expect(found.contains(format.name), "\(format.name) has no fixture")
      #expect(format.reads.count > 10 && format.howToExport.count > 20, "\(format.name)")
    }
  }
}
