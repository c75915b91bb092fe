import Loading
import TestSupport
import Testing

/// Damages the fixtures of every format; `FUZZ_ROUNDS` sets how many mutants each format gets.
@Suite struct FixtureMutationTests {
  static let mutants = FuzzRounds.count(12)

  @Test(arguments: ExportFixtures.formats ?? [])
  func `a damaged fixture is read or refused, and every record counted`(format: String) throws {
    let folder = try TemporaryDirectory()
    let files = try ExportFixtures.copy(format, to: folder)
    let whole = try RecordingSink.load(folder.path)
    let expected = whole.loaded.compactMap { $0.report?.records }.reduce(0, +)
    #expect(expected > 0, "\(format) holds nothing")
    var random = SeededRandom(seed: format.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var mutator = ByteMutator(seed: random.next(), tokens: ExportFixtures.tokens)
    for number in 0..<Self.mutants {
      let file = try #require(files.randomElement(using: &random))
      try folder.write(mutator.mutant(number, of: file.bytes), to: file.name)
      var options = LoadingOptions.testing
      options.jobs = [1, 2, 7][number % 3]
      let sink = try RecordingSink.load(folder.path, options: options)
      for loaded in sink.loaded {
        let report = try #require(loaded.report)
        #expect(
          report.records == loaded.messages.count + report.skipped.values.reduce(0, +),
          "\(format) \(file.name)")
      }
      let records = sink.loaded.compactMap { $0.report?.records }.reduce(0, +)
      #expect(records <= expected * 2 + 40, "\(format) \(file.name)")
      try folder.write(file.bytes, to: file.name)
    }
  }
}
