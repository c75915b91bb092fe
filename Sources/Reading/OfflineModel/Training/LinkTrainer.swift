import ActionItems
import Dispatch
import Windowing

/// Learns the effects of later units on a task.
package struct LinkTrainer {
  package static let bits = 16
  package static let c = 0.05

  /// The pairs of a chat's tasks and later units.
  package struct Prepared: Sendable {
    package var examples: [Example] = []
    /// The effect in each pair; nil for none.
    package var kinds: [LinkKind?] = []
    package var weight: Float

    package init(_ lesson: Lesson, _ logits: [SIMD16<Float>], _ stems: StemWeights) {
      weight = lesson.weight
      guard lesson.chat.hasActs else { return }
      // The reader finds two of three items, so some rounds leave out a third. Units about the items left out then
      // count as unrelated.
      for round in 0..<3 {
        add(
          lesson, logits, stems, from: 0, open: [],
          leavingOut: { round > 0 && mix(UInt64($0), UInt64(round)) % 3 == 0 })
      }
      // The second half is also read as a later window, in which earlier items are open.
      let start = lesson.talk.units.count / 2
      add(
        lesson, logits, stems, from: start, open: Self.openItems(of: lesson, at: start),
        leavingOut: { _ in true })
    }

    /// Returns the items that are open at a unit, as items of an earlier window.
    private static func openItems(of lesson: Lesson, at start: Int) -> [(item: Int, task: OpenTask)]
    {
      let talk = lesson.talk
      return lesson.chat.items.enumerated().compactMap { index, item in
        guard let unit = lesson.unitOfItem[index], unit < start,
          !lesson.acts(of: item).contains(where: { $0.key < start && $0.value.closes })
        else { return nil }
        let open = Window.OpenItem(
          id: "", task: item.task, assignee: item.assignee, deadline: nil,
          statedBy: talk.message(unit).sender)
        return (index, OpenTask(open, talk.names))
      }
    }

    /// Adds a pair for each unit and each task that is open there.
    private mutating func add(
      _ lesson: Lesson, _ logits: [SIMD16<Float>], _ stems: StemWeights, from start: Int,
      open: [(item: Int, task: OpenTask)], leavingOut isLeftOut: (Int) -> Bool
    ) {
      let talk = lesson.talk
      // The effects on each item, by unit.
      let acts = lesson.chat.items.map { lesson.acts(of: $0) }
      var open = open
      for unit in start..<talk.units.count {
        if !open.isEmpty {
          let context = LinkContext(unit, among: open.map(\.task), logits[unit], talk, stems)
          for (place, entry) in open.enumerated() {
            let kind = acts[entry.item][unit]
            let isFar = unit - entry.task.lastUnit > OpenTask.reach
            if kind == nil, isFar, entry.task.unit != nil { continue }
            var example = Example(bits: LinkTrainer.bits)
            talk.addLinkFeatures(unit, place, entry.task, context, to: &example)
            examples.append(example)
            kinds.append(kind)
          }
          for place in open.indices.reversed() {
            guard let kind = acts[open[place].item][unit] else { continue }
            open[place].task.apply(kind, unit, talk)
            if kind.closes { open.remove(at: place) }
          }
        }
        for (index, item) in lesson.chat.items.enumerated()
        where lesson.unitOfItem[index] == unit && !isLeftOut(index) {
          let who = lesson.who(of: item, unit)
          let person =
            who == .whoSpeaker || who == .whoNamed
            ? talk.names.person(named: item.assignee) ?? -1 : -1
          open.append((index, OpenTask(stated: unit, assignee: person, logits[unit], in: talk)))
        }
      }
    }
  }

  package static func fit(_ chats: [Prepared]) -> WeightTable {
    var rows = LogisticRegression.Rows()
    for chat in chats { for example in chat.examples { rows.append(example) } }
    let shared = rows
    let fitted = Fitted(count: LinkKind.allCases.count)
    DispatchQueue.concurrentPerform(iterations: LinkKind.allCases.count) { index in
      let kind = LinkKind.allCases[index]
      var isTrue: [Bool] = []
      var weights: [Float] = []
      for chat in chats {
        isTrue += chat.kinds.map { $0 == kind }
        weights += chat.kinds.map { chat.weight / 3 * ($0 == kind ? 2 : 1) }
      }
      fitted.set(
        index,
        LogisticRegression(bits: bits, c: c).fit(shared, isPositive: isTrue, weights: weights))
    }
    var table = WeightTable(bits: bits)
    for kind in LinkKind.allCases { table.set(kind.rawValue, to: fitted[kind.rawValue]) }
    return table
  }

  /// Returns the weights of stems, computed from some chats.
  package static func stems(_ lessons: [Lesson]) -> StemWeights {
    var counts = [Int](repeating: 0, count: 1 << StemWeights.bits)
    var texts = 0
    for lesson in lessons {
      for unit in lesson.talk.units.indices {
        texts += 1
        for bucket in Set(lesson.talk.stems(of: unit).map { StemWeights.bucket(of: $0) }) {
          counts[bucket] += 1
        }
      }
    }
    return StemWeights(counts: counts, of: texts)
  }
}

extension Lesson {
  /// Returns the effects of other units on an item.
  package func acts(of item: LabelledChat.Item) -> [Int: LinkKind] {
    var found: [Int: LinkKind] = [:]
    for other in item.alternatives { if let unit = firstUnit(of: other) { found[unit] = .restate } }
    for (message, act) in item.acts {
      guard let unit = firstUnit(of: message), message != item.messageId,
        let kind = LinkKind(act: act)
      else { continue }
      // If a unit has two effects, changing the item takes precedence over mentioning it.
      if let known = found[unit], known.closes || kind == .restate || kind == .progress { continue }
      found[unit] = kind
    }
    if let closing = item.closedBy, let unit = firstUnit(of: closing) {
      found[unit] = item.state == "dropped" ? .withdraw : .complete
    }
    return found
  }
}

extension LinkKind {
  package init?(act: String) {
    switch act {
    case "accept", "promise": self = .accept
    case "refuse": self = .refuse
    case "hand_over": self = .handOver
    case "complete": self = .complete
    case "withdraw": self = .withdraw
    case "move_deadline": self = .moveDeadline
    case "progress": self = .progress
    case "remind", "request", "request_all", "decide", "decision": self = .restate
    default: return nil
    }
  }
}
