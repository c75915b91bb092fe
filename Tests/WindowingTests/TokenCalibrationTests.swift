import Testing
import Windowing

@Suite struct TokenCalibrationTests {
  static func scale(_ notes: [(Int, Int)]) -> Double {
    var calibration = TokenCalibration()
    for (estimated, counted) in notes { calibration.note(estimated: estimated, counted: counted) }
    return calibration.scale
  }

  @Test(arguments: [
    ("nothing counted", [], 1), ("too little", [(500, 1000)], 1), ("right", [(5000, 5100)], 1),
    ("too low", [(2000, 3000), (2000, 3200)], 1.6), ("too high", [(4000, 2800)], 0.7),
    ("absurd", [(3000, 90_000)], 3), ("no count", [(5000, 0)], 1),
  ])
  func `estimates are corrected by what was counted`(
    name: String, notes: [(Int, Int)], scale: Double
  ) {
    #expect(abs(Self.scale(notes) - scale) < 0.001, "\(name)")
  }
}
