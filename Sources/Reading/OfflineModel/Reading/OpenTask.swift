import ActionItems
import CivilTime
package import Windowing

/// The state of a task while a window is read. `LinkContext`, below, compares a later unit with such tasks.
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

  /// Maximum units after the last mention of a task within which a unit may mention it without naming it.
  static let reach = 120

  /// Assumed distance in units of earlier open items from the window.
  private static let far = 40
}

/// A unit, compared with the tasks that it may mention, for the features of each link.
package struct LinkContext: Sendable {
  let unit: Int
  /// The unit's words, and their weight.
  let text: ComparedText
  let weight: Float
  let weights: StemWeights
  let logits: SIMD16<Float>
  private let sender: Int
  /// The stems that name things by number: a ticket, a room.
  private let names: Set<UInt64>
  package var links: [Link] = []

  /// A task, and what it has in common with the unit.
  package struct Link: Sendable {
    let task: OpenTask
    /// The weight of the task's words, and of those that the unit has.
    let weight: Float
    package let overlap: Float
    /// The relation of the unit's sender to the task.
    package let relation: UInt64
    /// Whether the unit names another thing by number, as ticket 5340 when the task is ticket 5312, or has no word of a
    /// task that was last mentioned long ago.
    let isUnrelated: Bool
  }

  package init(
    _ unit: Int, among tasks: some Sequence<OpenTask>, _ logits: SIMD16<Float>, _ talk: Talk,
    _ weights: StemWeights
  ) {
    (self.unit, self.logits, self.weights, sender) = (unit, logits, weights, talk.sender(unit))
    text = ComparedText(talk.tokens(unit))
    weight = weights.weight(of: text.stems)
    names = text.stems.filter { ChatToken.Stem.kind(of: $0) == ChatToken.Stem.name }
    for task in tasks { add(task) }
  }

  mutating func add(_ task: OpenTask) {
    let stems = task.text.stems
    let overlap = text.stems.reduce(0) { $0 + (task.text.has($1) ? weights.weight(of: $1) : 0) }
    let isOfOther =
      !names.isEmpty && stems.isDisjoint(with: names)
      && stems.contains { ChatToken.Stem.kind(of: $0) == ChatToken.Stem.name }
    links.append(
      Link(
        task: task, weight: weights.weight(of: stems), overlap: overlap,
        relation: Self.relation(of: sender, to: task),
        isUnrelated: isOfOther || overlap == 0 && unit - task.lastUnit > OpenTask.reach))
  }

  /// The greatest weight that the unit shares with a task.
  package var bestOverlap: Float { links.reduce(0) { max($0, $1.overlap) } }

  /// Returns the number of tasks with the same relation to the sender that were mentioned after the task at an index.
  package func rank(_ place: Int) -> Int {
    let own = links[place]
    return links.count { $0.relation == own.relation && $0.task.lastUnit > own.task.lastUnit }
  }

  /// How clearly a unit is about a task: the weight of their common words beyond that of any other task, the weights of
  /// their words, the number of tasks compared, and the units since the last mention.
  struct Match: Sendable {
    /// Whether the assignee writes only a few words: to answer the last mention, or while it is their only open task.
    var (isBareAnswer, isBareOnly) = (false, false)
    var (lead, taskWeight, unitWeight): (Float, Float, Float) = (0, 0, 0)
    var (tasks, distance) = (0, 0)
  }

  /// Returns how clearly the unit is about the task at an index.
  func match(_ place: Int, _ talk: Talk) -> Match {
    let own = links[place]
    let others = links.indices.lazy.filter { $0 != place }.map { links[$0].overlap }
    let isBare = own.relation == 0 && talk.tokens(unit).count <= Self.bareTokens
    return Match(
      isBareAnswer: isBare && talk.answer(unit, to: own.task) > 0,
      isBareOnly: isBare && links.count { $0.relation == 0 } == 1,
      lead: own.overlap - (others.max() ?? 0), taskWeight: own.weight,
      unitWeight: weight, tasks: links.count, distance: unit - own.task.lastUnit)
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
  fileprivate func answer(_ unit: Int, to task: OpenTask) -> UInt64 {
    guard task.lastUnit >= 0, !isSameSender(unit, task.lastUnit) else { return 0 }
    let (line, last) = (units[unit].line, units[task.lastUnit].line)
    if line == last + 1 { return 2 }
    return line - last < Self.answerReach && !senders[last..<line].contains(senders[line]) ? 1 : 0
  }

  /// Adds the features that show the effect of a unit on the task at an index.
  package func addLinkFeatures(
    _ place: Int, _ context: LinkContext, to sink: inout some FeatureSink
  ) {
    let (unit, own) = (context.unit, context.links[place])
    let (task, relation) = (own.task, own.relation)
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
    let overlap = Self.step(own.overlap)
    let best = context.bestOverlap
    let isBest: UInt64 = best == 0 ? 0 : own.overlap == best ? 1 : 2
    sink.add(.linkOverlap, overlap)
    let around = context.weights.weight(of: context.text.stems, in: task.aroundStems)
    sink.add(.linkOverlap, 100 + Self.step(around), isBest)
    sink.add(.linkOverlap, relation, overlap, isBest)
    // A bare "done" has no words in common with its task.
    sink.add(.linkOverlap, 300 + overlap, length, isBest)
    // What else the unit is about.
    let other = Self.step(context.weight - own.overlap)
    sink.add(.linkOverlap, 400 + other, overlap, relation)
    sink.add(.linkOverlap, 500 + other, isBest, Self.level(context.logits[Head.item.rawValue]))
    // How much of the task the unit mentions, and how much of the unit that is.
    let share = Self.sixth(of: own.overlap, in: own.weight)
    let completion = Self.level(context.logits[Head.complete.rawValue])
    sink.add(.linkShare, relation, share, isBest)
    sink.add(.linkShare, mix(relation, 1), share, completion)
    let unitShare = Self.sixth(of: own.overlap, in: context.weight)
    sink.add(.linkShare, mix(completion, 2), share, unitShare)
    let rank = UInt64(min(3, context.rank(place)))
    sink.add(.linkRank, relation, rank)
    sink.add(.linkRank, rank, isBest, length)
    sink.add(.linkRank, 50 + UInt64(min(6, context.links.count)), rank)
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
    if let stated = task.unit {
      let (a, b) = (message(stated), message(unit))
      if let reply = b.replyTo { sink.add(.linkSource, reply == a.id ? 1 : 2) }
      if let thread = b.threadId {
        sink.add(.linkSource, thread == a.threadId || thread == a.id ? 3 : 4)
      }
      if stated == unit - 1 { sink.add(.linkSource, relation, 5) }
    } else {
      sink.add(.linkSource, 6)
    }
    sink.add(.linkOwn, task.isPromise ? 1 : task.assignee >= 0 ? 2 : 3)
    if let logits = task.logits {
      for head in [Head.requestAll, .request, .promise, .whoNobody] {
        sink.add(.linkOwn, 10 + UInt64(head.rawValue), Self.level(logits[head.rawValue]), relation)
      }
    }
    let answer = answer(unit, to: task) * 8 + relation
    sink.add(.linkAnswer, answer, length)
    sink.add(.linkAnswer, 100 + answer, isBest, rank)
    for head in Head.answers + [.item] {
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
