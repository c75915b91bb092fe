import Testing

@testable import CommandLine

@Suite struct BootstrapTests {
  static func counts(_ found: Int, _ falseFinds: Int, _ missed: Int) -> Counts {
    var counts = Counts()
    counts.found = found
    counts.falseFinds = falseFinds
    counts.missed = missed
    return counts
  }

  @Test func `the same counts give the same interval, with the figure in it`() throws {
    let counts = (0..<20).map { Self.counts($0 % 5 + 1, $0 % 3, $0 % 2) }
    let interval = try #require(Bootstrap().interval(.f1, of: counts))
    #expect(Bootstrap().interval(.f1, of: counts) == interval)
    let all = counts.reduce(into: Counts()) { $0 += $1 }
    #expect(interval.contains(try #require(all.f1)))
    #expect(interval.upperBound - interval.lowerBound < 0.3)
    #expect(Bootstrap(seed: 1).interval(.f1, of: counts) != interval)
  }

  @Test func `without differences between conversations there is no doubt`() throws {
    let counts = Array(repeating: Self.counts(3, 1, 1), count: 5)
    let interval = try #require(Bootstrap().interval(.precision, of: counts))
    #expect(interval.lowerBound == 0.75 && interval.upperBound == 0.75)
    #expect(Bootstrap().interval(.f1, of: []) == nil)
    #expect(Bootstrap().interval(.assignee, of: counts) == nil)
  }

  @Test func `a run is compared with itself and with a better one`() throws {
    let run = Array(repeating: Self.counts(4, 1, 3), count: 8)
    let better = Array(repeating: Self.counts(4, 1, 0), count: 8)
    #expect(try #require(Bootstrap().interval(.recall, from: run, to: run)) == 0...0)
    #expect(try #require(Bootstrap().interval(.recall, from: run, to: better)).lowerBound > 0)
    #expect(try #require(Bootstrap().interval(.precision, from: run, to: better)) == 0...0)
  }
}
