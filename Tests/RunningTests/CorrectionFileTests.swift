import Foundation
import Journal
import TestSupport
import Testing

@testable import OfflineModel
@testable import Running

@Suite struct CorrectionFileTests {
  private static func correction(weights: UInt32) -> LocalCorrection {
    LocalCorrection(
      weights: weights, yes: 5, no: 15, shift: -0.5, changes: [.init(bucket: 7, units: -3)])
  }

  @Test func `what was learned for other weights is outdated, and for the shipped ones in force`()
    throws
  {
    let directory = try TemporaryDirectory()
    let file = CorrectionFile(folder: try DiskFolder(existing: directory.path))
    guard case .none = try file.state() else {
      Issue.record("there is something before anything is written")
      return
    }
    try file.write(Self.correction(weights: LearnedWeights.shippedChecksum ^ 1))
    guard case .outdated = try file.state() else {
      Issue.record("another version's correction is not told from one of this version")
      return
    }
    try file.write(Self.correction(weights: LearnedWeights.shippedChecksum))
    guard case .inForce(let correction) = try file.state() else {
      Issue.record("this version's correction is not in force")
      return
    }
    #expect(correction == Self.correction(weights: LearnedWeights.shippedChecksum))
    #expect(try directory.mode(of: "local-model") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["local-model"])
  }
}
