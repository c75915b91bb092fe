import ActionItems
import CivilTime
package import Windowing

/// A to-do as it stands while a window is read.
package struct OpenTask: Sendable {
  /// The unit that states it; nil for one that was found earlier.
  package var unit: Int?
  /// The unit in which it was last spoken of.
  package var lastUnit: Int
  /// Who asked for it, or took it on; -1 for somebody who is not here.
  package var statedBy: Int
  /// Who is to do it; -1 for nobody yet.
  package var assignee: Int
  /// The stems of the words that state it, and those said just before.
  package var stems: Set<UInt64>
  package var aroundStems: Set<UInt64>
  /// When it was stated, in seconds.
  package var time: Int?

  package init(stated unit: Int, assignee: Int, in talk: Talk) {
    self.unit = unit
    lastUnit = unit
    statedBy = talk.sender(unit)
    self.assignee = assignee
    stems = talk.stems(of: unit)
    aroundStems = []
    for other in max(0, unit - 2)..<unit { aroundStems.formUnion(talk.stems(of: other)) }
    aroundStems.subtract(stems)
    time = talk.message(unit).timestamp?.seconds
  }

  /// Takes an item that was open before the window.
  package init(_ item: Window.OpenItem, _ names: NameTable) {
    lastUnit = -Self.far
    statedBy = names.person(named: item.statedBy) ?? -1
    assignee = names.person(withId: item.assigneeId, named: item.assignee) ?? -1
    stems = ChatText.stems(of: item.task)
    aroundStems = []
  }

  /// Units after the last word on a to-do in which something may be said of it.
  package static let reach = 120

  /// Units before a window at which what was open before is taken to stand.
  private static let far = 40
}

/// The to-dos that a unit may speak of, as the links to each of them compare.
package struct LinkContext: Sendable {
  /// How much of each task's words the unit has.
  let overlaps: [Float]
  let around: [Float]
  let bestOverlap: Float
  /// Of each task how many others its sender's, or whose, were spoken of later.
  let ranks: [Int]
  let relations: [UInt64]
  let logits: SIMD16<Float>

  package init(
    _ unit: Int, among tasks: [OpenTask], _ logits: SIMD16<Float>, _ talk: Talk,
    _ weights: StemWeights
  ) {
    let own = talk.stems(of: unit)
    func overlap(_ stems: Set<UInt64>) -> Float {
      own.reduce(0) { $0 + (stems.contains($1) ? weights.weight(of: $1) : 0) }
    }
    overlaps = tasks.map { overlap($0.stems) }
    around = tasks.map { overlap($0.aroundStems) }
    bestOverlap = overlaps.max() ?? 0
    let sender = talk.sender(unit)
    let relations = tasks.map { Self.relation(of: sender, to: $0) }
    self.relations = relations
    ranks = tasks.indices.map { place in
      tasks.indices.count { other in
        relations[other] == relations[place] && tasks[other].lastUnit > tasks[place].lastUnit
      }
    }
    self.logits = logits
  }

  /// Who speaks, as a task has it.
  private static func relation(of sender: Int, to task: OpenTask) -> UInt64 {
    if task.assignee >= 0 { return sender == task.assignee ? 0 : sender == task.statedBy ? 1 : 2 }
    return sender == task.statedBy ? 3 : 4
  }
}

extension Talk {
  /// The stems of a unit's words.
  package func stems(of unit: Int) -> Set<UInt64> {
    var found: Set<UInt64> = []
    for token in tokens(unit).prefix(80) where token.stem != 0 { found.insert(token.stem) }
    return found
  }

  private static let mostLinkWords = 24

  /// What tells what a unit does to a task.
  package func addLinkFeatures(
    _ unit: Int, _ place: Int, _ task: OpenTask, _ context: LinkContext,
    to sink: inout some FeatureSink
  ) {
    let relation = context.relations[place]
    let words = tokens(unit).prefix(Self.mostLinkWords)
    var before: UInt64 = 0
    for token in words {
      sink.add(.linkWord, token.hash, 0.5)
      sink.add(.linkWord, relation, token.hash, 0.5)
      sink.add(.linkPair, before, token.hash, 0.5)
      before = token.hash
    }
    sink.add(.linkPair, before, 0, 0.5)
    let length = UInt64(min(7, tokens(unit).count / 3))
    sink.add(.linkLength, relation, length)
    let overlap = Self.step(context.overlaps[place])
    let around = Self.step(context.around[place])
    let isBest: UInt64 =
      context.bestOverlap == 0 ? 0 : context.overlaps[place] == context.bestOverlap ? 1 : 2
    sink.add(.linkOverlap, overlap)
    sink.add(.linkOverlap, relation, overlap, isBest)
    sink.add(.linkOverlap, 100 + around, isBest)
    let rank = UInt64(min(3, context.ranks[place]))
    sink.add(.linkRank, relation, rank)
    sink.add(.linkRank, rank, isBest, length)
    sink.add(.linkRank, 50 + UInt64(min(6, context.ranks.count)), rank)
    let distance = Self.distance(unit - task.lastUnit)
    sink.add(.linkDistance, relation, distance)
    sink.add(.linkDistance, 100 + Self.distance(unit - (task.unit ?? task.lastUnit)), isBest)
    sink.add(.linkDistance, distance, rank, isBest)
    if let time = message(unit).timestamp?.seconds, let other = task.time {
      sink.add(.linkTime, relation, Self.hours(time - other))
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
    sink.add(
      .linkOwn,
      task.assignee >= 0 && task.assignee == task.statedBy ? 1 : task.assignee >= 0 ? 2 : 3)
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
    }
  }

  /// Returns how many of the limits a value reaches.
  private static func step(_ value: Float, _ limits: SIMD8<Float>) -> UInt64 {
    var steps: UInt64 = 0
    for lane in limits.indices where value >= limits[lane] { steps += 1 }
    return steps
  }

  private static func step(_ overlap: Float) -> UInt64 {
    let none = Float.infinity
    return step(overlap, [.leastNonzeroMagnitude, 2.5, 4.5, 7, 11, none, none, none])
  }

  /// Returns the number of doublings of a distance, from one to seven.
  private static func distance(_ units: Int) -> UInt64 {
    UInt64(min(7, 1 + Int.bitWidth - max(0, units - 1).leadingZeroBitCount))
  }

  private static func hours(_ seconds: Int) -> UInt64 {
    step(Float(seconds), [300, 3600, 14_400, 57_600, 172_800, 604_800, .infinity, .infinity])
  }

  private static func level(_ logit: Float) -> UInt64 {
    step(logit, [-4, -3, -2, -1, 0, 1, .infinity, .infinity])
  }
}
