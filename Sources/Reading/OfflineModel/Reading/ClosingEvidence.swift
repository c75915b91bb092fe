/// The combined evidence of all later units about whether a task is finished. A single one is seldom certain enough.
package struct ClosingEvidence: Sendable {
  /// The unit that most likely closes the task, and whether it drops the task.
  package private(set) var unit: Int?
  package private(set) var isDropped = false
  /// The highest closing logit, and the second highest.
  package private(set) var best = no
  private var second = unsure
  /// The highest logits after that unit: task restated, in progress, closed.
  private var after = SIMD3<Float>(repeating: no)
  /// The highest logit of progress before that unit.
  private var progressBefore = no

  /// The logit of a unit that clearly does not mention the task, equivalent to no unit.
  private static let no: Float = -4
  /// The minimum for a second unit to matter, since most tasks have few later units.
  private static let unsure: Float = -2

  /// Returns how strongly a unit by itself reports a completion.
  private static func end(_ logits: SIMD16<Float>) -> Float {
    max(logits[Head.complete.rawValue], logits[Head.withdraw.rawValue])
  }

  /// Units below this logit close nothing.
  private static let leastEnd: Float = -1.5

  /// The number of weighted values.
  package static let count = 14

  package init() {}

  /// Whether some unit more likely closes the task than not.
  var seemsOver: Bool { best > 0 }

  /// Adds the effects of a unit on the task. `links` has their logits, `own` those of the unit itself.
  mutating func add(_ unit: Int, _ links: SIMD16<Float>, _ own: SIMD16<Float>) {
    let (complete, withdraw) = (
      links[LinkKind.complete.rawValue], links[LinkKind.withdraw.rawValue]
    )
    // A greeting closes nothing.
    let end = Self.end(own) > Self.leastEnd ? max(complete, withdraw) : Self.no
    if end > best {
      second = max(second, best)
      best = end
      progressBefore = max(progressBefore, after[1])
      after = SIMD3(repeating: Self.no)
      (self.unit, isDropped) = (unit, withdraw > complete)
    } else {
      second = max(second, end)
      after[0] = max(after[0], links[LinkKind.restate.rawValue])
      after[1] = max(after[1], links[LinkKind.progress.rawValue])
      after[2] = max(after[2], end)
    }
  }

  /// Returns the weighted values. `logits` has those of all units; `stated` is the unit that states the task, nil for
  /// an earlier one.
  package func numbers(_ stated: Int?, _ logits: [SIMD16<Float>]) -> SIMD16<Float> {
    var numbers = SIMD16<Float>()
    // Higher certainty counts more than proportionally.
    for (place, step) in [Self.no, 0, 1.5].enumerated() { numbers[place] = max(0, best - step) }
    numbers[3] = second
    for place in 0..<3 { numbers[4 + place] = after[place] }
    numbers[7] = progressBefore
    for (place, head) in [Head.promise, .request, .item].enumerated() {
      numbers[8 + place] = stated.map { logits[$0][head.rawValue] } ?? 0
    }
    if let unit {
      let end = Self.end(logits[unit])
      (numbers[11], numbers[12]) = (max(Self.no, end), max(0, end))
      numbers[13] = logits[unit][Head.progress.rawValue]
    }
    return numbers
  }
}
