import Encoding
import Foundation
import TestSupport
import Testing

@testable import OfflineModel

@Suite struct OfflineWeightsTests {
  /// Small tables of random weights.
  private static let weights: OfflineWeights = {
    var random = SeededRandom(seed: 1)
    func table(_ bits: Int) -> WeightTable {
      WeightTable(
        bits: bits,
        (0..<16).map { lane in
          let buckets = (0..<1 << bits).filter { $0 % 20 == lane }
          let weights = buckets.map { _ in Double.random(in: -2...2, using: &random) }
          return LogisticRegression.Fit(buckets: buckets, weights: weights, bias: Double(lane))
        })
    }
    var weights = OfflineWeights(
      heads: table(6), links: table(7), days: table(8), stems: StemWeights())
    weights.digest = 0x0123_4567_89ab_cdef
    weights.thresholds = [1, 0.5, -0.25, 0]
    (weights.slope, weights.shift) = (0.75, -0.5)
    (weights.dayThreshold, weights.perhapsThreshold) = (0.125, -3)
    weights.closing[11][3] = 0.5
    (weights.closingBias, weights.closingThreshold) = (-1.25, 2)
    return weights
  }()
  /// The magic, the digest and 265 numbers.
  private static let header = 4 + 8 + 4 * (6 + 256 + 3)

  private static func read(_ bytes: some Collection<UInt8>) -> OfflineWeights? {
    Array(bytes).withUnsafeBufferPointer { OfflineWeights(bytes: $0) }
  }

  @Test func `weights are read back as written`() throws {
    let weights = Self.weights
    let read = try #require(Self.read(weights.bytes))
    #expect(read.bytes == weights.bytes)
    #expect(read.digest == weights.digest && read.thresholds == weights.thresholds)
    #expect(read.slope == weights.slope && read.shift == weights.shift)
    #expect(read.dayThreshold == 0.125 && read.perhapsThreshold == -3)
    #expect(read.closing == weights.closing)
    #expect(read.closingBias == -1.25 && read.closingThreshold == 2)
    #expect(read.links.rows == weights.links.rows && read.links.biases == weights.links.biases)
  }

  @Test func `the closing logit is the bias and the weighted product of each two numbers`() {
    var numbers = SIMD16<Float>(repeating: 1)
    (numbers[3], numbers[11]) = (2, 3)
    #expect(Self.weights.closingLogit(of: numbers) == -1.25 + 0.5 * 2 * 3)
    numbers[11] = 0
    #expect(Self.weights.closingLogit(of: numbers) == -1.25)
  }

  @Test func `truncated or extended bytes are refused`() {
    let bytes = Self.weights.bytes
    let readable = bytes.withUnsafeBufferPointer { all in
      (0..<all.count).filter {
        OfflineWeights(bytes: UnsafeBufferPointer(rebasing: all[..<$0])) != nil
      }
    }
    #expect(readable.isEmpty)
    #expect(Self.read(bytes + [0]) == nil)
  }

  // Numbers that are not finite are refused too.
  @Test func `a flipped bit of the header is refused or read as a valid value`() {
    let bytes = Self.weights.bytes
    let size = Self.header + 1 << StemWeights.bits
    // Of the many weights of the closing evidence, some.
    let places = (0..<Self.header).filter { $0 < 64 || $0 % 61 == 0 || $0 >= Self.header - 12 }
    for place in places + [size, size + 1] {
      for bit in 0..<8 {
        var other = bytes
        other[place] ^= 1 << UInt8(bit)
        let read = Self.read(other)
        if place < 4 || place >= size { #expect(read == nil, "\(place) \(bit)") }
        if let read { #expect(read.bytes == other, "\(place) \(bit)") }
      }
    }
  }

  @Test func `the shipped weights are read`() {
    let shipped = OfflineWeights.shipped
    #expect(shipped.slope > 0 && shipped.digest != 0)
    #expect(shipped.probability(of: 20) > 0.9 && shipped.probability(of: -20) < 0.1)
    #expect(shipped.perhapsThreshold < shipped.closingThreshold)
  }

  @Test func `each sensitivity finds no less than the one below`() {
    let thresholds = Sensitivity.allCases.map { $0.threshold(of: .shipped) }
    #expect(thresholds == thresholds.sorted(by: >))
    #expect(Set(thresholds).count == thresholds.count)
  }

  @Test func `the shipped weights were learned from the shipped labels and chats`() throws {
    let folder = Golden.fixtures.appending(path: "training")
    var digest = FNV1a.start
    for part in [folder, folder.appending(path: "chats")] {
      let names = try FileManager.default.contentsOfDirectory(
        atPath: part.path(percentEncoded: false))
      for name in names.filter({ $0.hasSuffix(".jsonl") }).sorted() {
        for byte in try Data(contentsOf: part.appending(path: name)) {
          digest = FNV1a.adding(byte, to: digest)
        }
      }
    }
    #expect(OfflineWeights.shipped.digest == digest)
  }
}
