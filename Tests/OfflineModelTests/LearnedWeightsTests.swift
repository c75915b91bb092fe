import Digests
import Foundation
import TestSupport
import Testing

@testable import OfflineModel

@Suite struct LearnedWeightsTests {
  private static func read(_ bytes: [UInt8]) -> LearnedWeights? {
    bytes.withUnsafeBufferPointer(LearnedWeights.init)
  }

  @Test func `weights are read as they were written`() throws {
    var weights = LearnedWeights()
    weights.digest = 7
    weights.bias = -1.5
    weights.thresholds = [1, 0.5, -0.5]
    weights.table[3] = -127
    let read = try #require(Self.read(weights.bytes))
    #expect(read.bytes == weights.bytes)
    #expect(read.thresholds == weights.thresholds)
  }

  @Test func `bytes that are no weights are refused`() {
    let bytes = LearnedWeights().bytes
    #expect(Self.read([]) == nil)
    #expect(Self.read(Array(bytes.dropLast())) == nil)
    #expect(Self.read(bytes + [0]) == nil)
    #expect(Self.read([0] + bytes.dropFirst()) == nil)
    // A table of another size.
    var other = bytes
    other[12] ^= 1
    #expect(Self.read(other) == nil)
  }

  @Test func `the weights that ship were learned from the labels that ship`() throws {
    let folder = Golden.fixtures.appending(path: "training")
    let names = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false)
    )
    .filter { $0.hasSuffix(".jsonl") }.sorted()
    var digest = FNV1a.start
    for name in names {
      for byte in try Data(contentsOf: folder.appending(path: name)) {
        digest = FNV1a.adding(byte, to: digest)
      }
    }
    #expect(LearnedWeights.shipped.digest == digest)
  }

  @Test func `each sensitivity finds no less than the one below`() {
    let thresholds = Sensitivity.allCases.map { $0.threshold(of: .shipped) }
    #expect(thresholds == thresholds.sorted(by: >))
  }
}
