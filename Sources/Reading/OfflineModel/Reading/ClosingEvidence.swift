import System

/// The combined evidence of all later units about whether a task is finished. A single one is seldom certain enough.
package struct ClosingEvidence: Sendable {
  /// The unit that most likely closes the task, and whether it drops the task.
  package private(set) var unit: Int?
  package private(set) var isDropped = false
  /// The highest closing logit.
  private var best = no
  /// The highest logits after that unit: task restated, in progress, closed.
  private var after = SIMD3<Float>(repeating: no)
  /// The highest logit of progress before that unit.
  private var progressBefore = no
  /// How clearly that unit is about the task, and the number of units after it.
  private var match = LinkContext.Match()
  private var unitsAfter = 0

  /// The logit of a unit that clearly does not mention the task, equivalent to no unit.
  private static let no: Float = -4

  /// Returns how strongly a unit by itself reports a completion.
  private static func end(_ logits: SIMD16<Float>) -> Float {
    max(logits[Head.complete.rawValue], logits[Head.withdraw.rawValue])
  }

  /// Units below this logit close nothing.
  private static let leastEnd: Float = -1.5
  /// The same, read without their neighbours, for those that have no word in common with the task.
  private static let leastAlone: Float = 0

  /// Whether some unit more likely closes the task than not.
  var seemsOver: Bool { best > 0 }

  /// Adds the effects of a unit on the task. `links` has their logits, `own` those of the unit itself, and `alone`
  /// those without its neighbours.
  mutating func add(
    _ unit: Int, _ links: SIMD16<Float>, _ own: SIMD16<Float>, _ overlap: Float,
    alone: @autoclosure () -> SIMD16<Float>, _ match: @autoclosure () -> LinkContext.Match
  ) {
    let (complete, withdraw) = (
      links[LinkKind.complete.rawValue], links[LinkKind.withdraw.rawValue]
    )
    // A greeting closes nothing, even if a completion would fit there.
    let mayClose =
      Self.end(own) > Self.leastEnd && (overlap > 0 || Self.end(alone()) > Self.leastAlone)
    let end = mayClose ? max(complete, withdraw) : Self.no
    if end > best {
      best = end
      progressBefore = max(progressBefore, after[1])
      after = SIMD3(repeating: Self.no)
      (self.unit, isDropped) = (unit, withdraw > complete)
      (self.match, unitsAfter) = (match(), 0)
    } else {
      after[0] = max(after[0], links[LinkKind.restate.rawValue])
      after[1] = max(after[1], links[LinkKind.progress.rawValue])
      after[2] = max(after[2], end)
      unitsAfter += 1
    }
  }

  /// Returns numbers from -2 to 2 for `closingLogit`; nil if nothing can have closed the task. `logits`: of all units.
  package func numbers(_ logits: [SIMD16<Float>]) -> SIMD16<Float>? {
    guard let unit else { return nil }
    let end = Self.end(logits[unit])
    let bareSigns: Float = (match.isBareAnswer ? 1 : 0) + (match.isBareOnly ? 1 : 0)
    // Higher certainty counts more than proportionally. The highest of many logits counts less. The last number becomes
    // 1, so that each other one also counts by itself.
    let numbers: SIMD16<Float> = [
      best - Self.no, max(0, best), after[0], after[1], after[2], progressBefore,
      max(Self.no, end), max(Self.no, logits[unit][Head.progress.rawValue]),
      match.lead / 8, Self.log(match.taskWeight), Self.log(match.unitWeight),
      Self.log(Float(match.tasks)), Self.log(Float(match.distance)), Self.log(Float(unitsAfter)),
      bareSigns, 4,
    ]
    // Bounded, because the products of values beyond the training chats would outweigh all others.
    return (numbers / 4).clamped(
      lowerBound: SIMD16(repeating: -2), upperBound: SIMD16(repeating: 2))
  }

  private static func log(_ value: Float) -> Float { Float(Double.log(onePlus: Double(value))) }
}
