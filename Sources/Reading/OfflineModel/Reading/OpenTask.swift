import ActionItems
import CivilTime
package import Windowing

/// The state of a task while a window is read. `LinkContext`, below, compares such tasks with a later unit.
package struct OpenTask: Sendable {
  /// The unit that states it; nil for a task that was found earlier.
  package var unit: Int?
  /// The last unit that mentions it.
  package var lastUnit: Int
  /// The person who requested or accepted it; -1 for a person outside the window.
  package var statedBy: Int
  /// The assignee; -1 for none so far.
  package var assignee: Int
  /// The words that state it, and the stems of those of the units just before.
  package var text: ComparedText
  package var aroundStems: Set<UInt64> = []
  /// The time of the statement, in seconds.
  package var time: Int?
  /// The logits of the unit that states it.
  package var logits: SIMD16<Float>?

  package init(stated unit: Int, assignee: Int, _ logits: SIMD16<Float>, in talk: Talk) {
    (self.unit, lastUnit, self.assignee, self.logits) = (unit, unit, assignee, logits)
    statedBy = talk.sender(unit)
    text = ComparedText(talk.tokens(unit))
    for other in max(0, unit - 2)..<unit { aroundStems.formUnion(talk.stems(of: other)) }
    aroundStems.subtract(text.stems)
    time = talk.message(unit).timestamp?.seconds
  }

  /// Creates the state of an item that was open before the window.
  package init(_ item: Window.OpenItem, _ names: NameTable) {
    lastUnit = -Self.far
    statedBy = names.person(named: item.statedBy) ?? -1
    assignee = names.person(withId: item.assigneeId, named: item.assignee) ?? -1
    text = ComparedText(item.task)
  }

  /// Maximum units after the last mention of a task within which it may be mentioned again.
  package static let reach = 120

  /// Assumed distance in units of earlier open items from the window.
  private static let far = 40
}

/// A comparison of the tasks that a unit may mention, for the features of each link.
package struct LinkContext: Sendable {
  let weights: StemWeights
  /// The unit's words.
  let text: ComparedText
  /// The weight of each task's words, and of those that the unit contains.
  let taskWeights: [Float]
  let overlaps: [Float]
  let around: [Float]
  let bestOverlap: Float
  /// Whether the unit names another thing by number than each task does: ticket 5340, when the task is ticket 5312.
  package let areOthers: [Bool]
  /// The weight of all words of the unit.
  let weight: Float
  /// For each task, the number of tasks with the same relation to the sender that were mentioned later.
  let ranks: [Int]
  let relations: [UInt64]
  let logits: SIMD16<Float>
  /// The line of the sender's previous message; -1 for none nearby.
  let previousLine: Int

  package init(
    _ unit: Int, among tasks: [OpenTask], _ logits: SIMD16<Float>, _ talk: Talk,
    _ weights: StemWeights
  ) {
    self.weights = weights
    text = ComparedText(talk.tokens(unit))
    let own = text.stems
    weight = weights.weight(of: own)
    taskWeights = tasks.map { weights.weight(of: $0.text.stems) }
    overlaps = tasks.map { weights.weight(of: own, in: $0.text.stems) }
    around = tasks.map { weights.weight(of: own, in: $0.aroundStems) }
    bestOverlap = overlaps.max() ?? 0
    let names = own.filter { ChatToken.Stem.kind(of: $0) == ChatToken.Stem.name }
    areOthers = tasks.map { task in
      !names.isEmpty && task.text.stems.isDisjoint(with: names)
        && task.text.stems.contains { ChatToken.Stem.kind(of: $0) == ChatToken.Stem.name }
    }
    let sender = talk.sender(unit)
    let relations = tasks.map { Self.relation(of: sender, to: $0) }
    self.relations = relations
    ranks = tasks.indices.map { place in
      tasks.indices.count { other in
        relations[other] == relations[place] && tasks[other].lastUnit > tasks[place].lastUnit
      }
    }
    self.logits = logits
    let line = talk.units[unit].line
    previousLine =
      (max(0, line - Talk.answerReach)..<line).last { talk.senders[$0] == talk.senders[line] } ?? -1
  }

  /// How clearly a unit is about a task: the weight of their common words beyond that of any other task, the weights of
  /// their words, the number of tasks compared, and the units since the last mention.
  struct Match: Sendable {
    /// Whether the assignee writes only a few words: as the answer to the last mention, or while it is their only open
    /// task.
    var (isBareAnswer, isBareOnly) = (false, false)
    var (lead, taskWeight, unitWeight): (Float, Float, Float) = (0, 0, 0)
    var (tasks, distance) = (0, 0)
  }

  /// Returns how clearly the unit is about the task at an index.
  func match(_ place: Int, _ task: OpenTask, _ unit: Int, _ talk: Talk) -> Match {
    let others = overlaps.indices.lazy.filter { $0 != place }.map { overlaps[$0] }
    let isBare = relations[place] == 0 && talk.tokens(unit).count <= Self.bareTokens
    return Match(
      isBareAnswer: isBare && talk.answer(unit, to: task, self) > 0,
      isBareOnly: isBare && relations.count { $0 == 0 } == 1,
      lead: overlaps[place] - (others.max() ?? 0), taskWeight: taskWeights[place],
      unitWeight: weight, tasks: overlaps.count, distance: unit - task.lastUnit)
  }

  private static let bareTokens = 4

  /// Returns the sender's relation to a task.
  private static func relation(of sender: Int, to task: OpenTask) -> UInt64 {
    if task.assignee >= 0 { return sender == task.assignee ? 0 : sender == task.statedBy ? 1 : 2 }
    return sender == task.statedBy ? 3 : 4
  }
}

extension Talk {
  /// Returns the stems of a unit's words.
  package func stems(of unit: Int) -> Set<UInt64> {
    Set(tokens(unit).prefix(ComparedText.mostWords).lazy.map(\.stem).filter { $0 != 0 })
  }

  /// Maximum distance in lines of an answer.
  static let answerReach = 30

  /// Returns whether a unit is its sender's answer to the last mention of a task: 2 if it follows directly, 1 if only
  /// others spoke in between, 0 if it is no answer.
  fileprivate func answer(_ unit: Int, to task: OpenTask, _ context: LinkContext) -> UInt64 {
    guard task.lastUnit >= 0, !isSameSender(unit, task.lastUnit) else { return 0 }
    let (line, last) = (units[unit].line, units[task.lastUnit].line)
    if line == last + 1 { return 2 }
    return line - last < Self.answerReach && context.previousLine < last ? 1 : 0
  }

  /// Adds the features that show the effect of a unit on a task.
  package func addLinkFeatures(
    _ unit: Int, _ place: Int, _ task: OpenTask, _ context: LinkContext,
    to sink: inout some FeatureSink
  ) {
    let relation = context.relations[place]
    var before: UInt64 = 0
    for token in tokens(unit).prefix(ComparedText.mostOrdered) {
      sink.add(.linkWord, token.hash, 0.5)
      sink.add(.linkWord, relation, token.hash, 0.5)
      sink.add(.linkPair, before, token.hash, 0.5)
      before = token.hash
    }
    sink.add(.linkPair, before, 0, 0.5)
    context.text.addFeatures(.linkUnit, with: task.text, relation, context.weights, to: &sink)
    task.text.addFeatures(.linkTask, with: context.text, relation, context.weights, to: &sink)
    let length = UInt64(min(7, tokens(unit).count / 3))
    sink.add(.linkLength, relation, length)
    let overlap = Self.step(context.overlaps[place])
    let isBest: UInt64 =
      context.bestOverlap == 0 ? 0 : context.overlaps[place] == context.bestOverlap ? 1 : 2
    sink.add(.linkOverlap, overlap)
    sink.add(.linkOverlap, 100 + Self.step(context.around[place]), isBest)
    sink.add(.linkOverlap, relation, overlap, isBest)
    // A bare "done" has no words in common with its task.
    sink.add(.linkOverlap, 300 + overlap, length, isBest)
    // What else the unit is about.
    let other = Self.step(context.weight - context.overlaps[place])
    sink.add(.linkOverlap, 400 + other, overlap, relation)
    sink.add(.linkOverlap, 500 + other, isBest, Self.level(context.logits[Head.item.rawValue]))
    // How much of the task the unit mentions, and how much of the unit that is.
    let share = Self.sixth(of: context.overlaps[place], in: context.taskWeights[place])
    let completion = Self.level(context.logits[Head.complete.rawValue])
    sink.add(.linkShare, relation, share, isBest)
    sink.add(.linkShare, mix(relation, 1), share, completion)
    let unitShare = Self.sixth(of: context.overlaps[place], in: context.weight)
    sink.add(.linkShare, mix(completion, 2), share, unitShare)
    let rank = UInt64(min(3, context.ranks[place]))
    sink.add(.linkRank, relation, rank)
    sink.add(.linkRank, rank, isBest, length)
    sink.add(.linkRank, 50 + UInt64(min(6, context.ranks.count)), rank)
    let distance = Self.distance(unit - task.lastUnit)
    sink.add(.linkDistance, relation, distance)
    sink.add(.linkDistance, 100 + Self.distance(unit - (task.unit ?? task.lastUnit)), isBest)
    sink.add(.linkDistance, distance, rank, isBest)
    if let time = message(unit).timestamp?.seconds, let other = task.time {
      let hours = Self.step(
        Float(time - other), [300, 3600, 14_400, 57_600, 172_800, 604_800, .infinity, .infinity])
      sink.add(.linkTime, relation, hours)
      sink.add(.linkTime, 10 + length, hours)
    }
    let named = named(in: unit)
    let who: UInt64 =
      named.isEmpty ? 0 : named.contains(task.assignee) ? 1 : named.contains(task.statedBy) ? 2 : 3
    sink.add(.linkNames, relation, who)
    if let own = task.unit {
      let (a, b) = (message(own), message(unit))
      if let reply = b.replyTo { sink.add(.linkSource, reply == a.id ? 1 : 2) }
      if let thread = b.threadId {
        sink.add(.linkSource, thread == a.threadId || thread == a.id ? 3 : 4)
      }
      if own == unit - 1 { sink.add(.linkSource, relation, 5) }
    } else {
      sink.add(.linkSource, 6)
    }
    sink.add(.linkOwn, task.isPromise ? 1 : task.assignee >= 0 ? 2 : 3)
    if let logits = task.logits {
      for head in [Head.requestAll, .request, .promise, .whoNobody] {
        sink.add(.linkOwn, 10 + UInt64(head.rawValue), Self.level(logits[head.rawValue]), relation)
      }
    }
    let answer = answer(unit, to: task, context) * 8 + relation
    sink.add(.linkAnswer, answer, length)
    sink.add(.linkAnswer, 100 + answer, isBest, rank)
    for head in [
      Head.accept, .refuse, .handOver, .progress, .complete, .withdraw, .remind, .moveDeadline,
      .item,
    ] {
      let level = Self.level(context.logits[head.rawValue])
      let name = UInt64(head.rawValue)
      sink.add(.linkHead, name, level)
      sink.add(.linkHead, name, level, relation)
      sink.add(.linkHead, mix(name, overlap), level, isBest)
      sink.add(.linkHead, mix(name, distance), level, rank)
      sink.add(.linkAnswer, mix(200 + answer, name), level, min(2, length))
    }
  }

  /// Returns how many of the limits a value reaches.
  private static func step(_ value: Float, _ limits: SIMD8<Float>) -> UInt64 {
    var steps: UInt64 = 0
    for lane in limits.indices where value >= limits[lane] { steps += 1 }
    return steps
  }

  /// Returns how many sixths of a weight another one is, up to five.
  private static func sixth(of part: Float, in weight: Float) -> UInt64 {
    UInt64(min(5, part / max(1, weight) * 6))
  }

  private static func step(_ overlap: Float) -> UInt64 {
    step(overlap, [.leastNonzeroMagnitude, 2.5, 4.5, 7, 11, .infinity, .infinity, .infinity])
  }

  /// Returns the number of doublings of a distance, from one to seven.
  private static func distance(_ units: Int) -> UInt64 {
    UInt64(min(7, 1 + Int.bitWidth - max(0, units - 1).leadingZeroBitCount))
  }

  private static func level(_ logit: Float) -> UInt64 {
    step(logit, [-4, -3, -2, -1, 0, 1, 2, 3.5])
  }
}
