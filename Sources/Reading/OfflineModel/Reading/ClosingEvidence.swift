/// What all later units together say of whether a to-do is finished: what one of them says is seldom sure enough.
package struct ClosingEvidence: Sendable {
  /// The unit that most looks like its end, and whether it is dropped there.
  package private(set) var unit: Int?
  package private(set) var isDropped = false
  /// The highest logit of an end, and the next one.
  package private(set) var best = no
  private var second = unsure
  /// The highest logits after that unit: that it is said again, still goes on, ends.
  private var after = SIMD3<Float>(repeating: no)
  /// The highest logit before it that it goes on.
  private var progressBefore = no

  /// The logit of a unit that plainly says nothing of it: as much as if there were no unit.
  private static let no: Float = -4
  /// A logit below which a second unit adds nothing: most to-dos have few later units.
  private static let unsure: Float = -2

  /// How much a unit looks by itself as if something ended.
  private static func end(_ logits: SIMD16<Float>) -> Float {
    max(logits[Head.complete.rawValue], logits[Head.withdraw.rawValue])
  }

  /// What looks less like an end ends nothing.
  private static let leastEnd: Float = -1.5

  /// How many numbers are weighed.
  package static let count = 14

  package init() {}

  /// Whether some unit looks more like the end than not.
  var seemsOver: Bool { best > 0 }

  /// Adds what a unit may do to the to-do, as the logits of its links; `own` are those of the unit itself.
  mutating func add(_ unit: Int, _ links: SIMD16<Float>, _ own: SIMD16<Float>) {
    let (complete, withdraw) = (
      links[LinkKind.complete.rawValue], links[LinkKind.withdraw.rawValue]
    )
    // A greeting ends nothing, whoever says it.
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

  /// What is weighed, with the logits of all units; `stated` is the one that states the to-do, nil for one that was
  /// stated before.
  package func numbers(_ stated: Int?, _ logits: [SIMD16<Float>]) -> SIMD16<Float> {
    var numbers = SIMD16<Float>()
    // What is surer counts more than in proportion.
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
