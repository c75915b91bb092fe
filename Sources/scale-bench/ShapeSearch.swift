import Foundation
import TestSupport

/// Looks for the shapes that cost most: turns knobs by chance, and goes on from the worst.
struct ShapeSearch {
  let table: ShapeTable
  let seed: UInt64
  let seconds: Double
  let messages: Int

  /// What makes a shape bad.
  private enum Measure: String, CaseIterable {
    case perMessage = "microseconds a message"
    case growth = "growth of time"
    case memory = "megabytes"
  }

  private struct Finding {
    let shape: ChatShape
    let command: String
    let value: Double
  }

  /// So many of the worst are kept of each measure.
  private static let kept = 5
  /// Seconds that are noise.
  private static let noise = 0.3

  /// Searches for as long as was said and prints the worst, with what repeats each.
  func run() throws {
    var random = SeededRandom(seed: seed)
    var worst: [Measure: [Finding]] = [:]
    var tried: Set<ChatShape> = []
    let start = ContinuousClock.now
    while (ContinuousClock.now - start) / .seconds(1) < seconds {
      let shape = next(after: worst.values.joined().map(\.shape), &random)
      guard tried.insert(shape).inserted else { continue }
      for (measure, found) in try findings(of: shape) {
        let all = (worst[measure] ?? []) + [found]
        worst[measure] = Array(all.sorted { $0.value > $1.value }.prefix(Self.kept))
      }
    }
    print("\(tried.count) shapes of \(messages) and \(2 * messages) messages")
    for measure in Measure.allCases {
      print("\nthe worst by \(measure.rawValue):")
      for found in worst[measure] ?? [] {
        print(String(format: "%9.2f  ", found.value) + found.command)
        print("           scale-bench growth FOLDER --from \(messages) --shape \(found.shape)")
      }
    }
  }

  /// The plain shape or one of the worst, with some knobs turned.
  private func next(after worst: [ChatShape], _ random: inout SeededRandom) -> ChatShape {
    let isNew = worst.isEmpty || Int.random(in: 0..<4, using: &random) == 0
    var shape = isNew ? ChatShape() : worst[Int.random(in: 0..<worst.count, using: &random)]
    for _ in 0..<Int.random(in: isNew ? 2...8 : 1...3, using: &random) { shape.mutate(&random) }
    return shape
  }

  /// How bad the worst command of a shape is by each measure.
  private func findings(of shape: ChatShape) throws -> [Measure: Finding] {
    let (once, twice) = (
      try table.measure(shape, messages: messages), try table.measure(shape, messages: 2 * messages)
    )
    var worst: [Measure: Finding] = [:]
    func note(_ measure: Measure, _ command: String, _ value: Double) {
      if value > worst[measure]?.value ?? 0 {
        worst[measure] = Finding(shape: shape, command: command, value: value)
      }
    }
    for (one, two) in zip(once, twice) {
      // What was given up took longer.
      let seconds = two.seconds ?? Double(table.limit)
      note(.perMessage, two.command, seconds * 1e6 / Double(2 * messages))
      note(.memory, two.command, two.megabytes)
      if seconds > Self.noise, let before = one.seconds {
        note(.growth, two.command, seconds / before)
      }
    }
    return worst
  }
}
