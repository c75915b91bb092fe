package import ActionItems
package import CivilTime
package import DueDates
import Windowing

/// Reads the tasks of a window: the unit that states each, the assignee, the later changes and the deadline.
package struct TalkReader {
  private let talk: Talk
  private let weights: OfflineWeights
  private let threshold: Float
  private var days: DayFinder

  /// Maximum open tasks compared with later units; those mentioned last are kept.
  private static let mostOpen = 60
  /// Minimum logit in some head for a unit to affect a task.
  private static let gate: Float = -3.5
  /// Additional certainty required for a day in a nearby message, because the day of another topic is worse than none.
  private static let nearMargin: Float = 0.5
  /// The logit above which nearly nine of ten lines refer to the message that they seem to answer.
  private static let sureAbout: Float = 2
  /// Maximum weight of a unit's words that may name no subject of their own, and the same in an answer to a request.
  private static let (thinWeight, thinAnswer): (Float, Float) = (10, 30)
  /// Maximum tasks that seem to be done but may still be mentioned; those stated last are kept.
  private static let mostOver = 8
  /// Additional certainty required for a unit to mention a second task.
  private static let secondMargin: Float = 1.5
  /// The logit above which a unit that has an effect on a task also states one of its own: not "ok, I'll add them".
  private static let ownMargin: Float = 0.5

  package init(
    _ talk: Talk, _ weights: OfflineWeights, _ deadlines: DueDateReader, threshold: Float,
    zone: @escaping (Message) -> Zone?
  ) {
    (self.talk, self.weights, self.threshold) = (talk, weights, threshold)
    days = DayFinder(talk, deadlines, zone: zone)
  }

  /// Returns the logits of each unit.
  package func logits() -> [SIMD16<Float>] { weights.heads.logits(of: talk) }

  /// Returns the items that were open before the window, then the tasks in the order of the units that state them.
  package mutating func tasks(_ logits: [SIMD16<Float>]) -> [FoundTask] {
    var found = talk.openItems.map { FoundTask(openItem: $0.place, assignee: $0.task.assignee) }
    var open = talk.openItems.enumerated().map { (index: $0.offset, task: $0.element.task) }
    let known = statedItems(logits)
    for unit in talk.units.indices {
      let own = logits[unit]
      var isOfOther = false
      if !open.isEmpty, mayLink(own) {
        while open.count > Self.mostOpen,
          let oldest = open.indices.min(by: { open[$0].task.lastUnit < open[$1].task.lastUnit })
        {
          open.remove(at: oldest)
        }
        isOfOther = link(unit, own, &open, &found)
      }
      for place in known[unit] ?? [] {
        let item = talk.window.openItems[place]
        let person = talk.names.person(withId: item.assigneeId, named: item.assignee)
        // The person asked may have written for the first time since then.
        let guess = item.assignee == nil && item.assigneeId == nil ? assignee(of: unit, own) : -1
        let asked = person ?? (guess == talk.sender(unit) ? -1 : guess)
        open.append((found.count, OpenTask(stated: unit, assignee: asked, own, in: talk)))
        found.append(FoundTask(unit: unit, openItem: place, assignee: person ?? -1))
      }
      if own[Head.item.rawValue] > threshold, !isOfOther, known[unit] == nil {
        let person = assignee(of: unit, own)
        open.append((found.count, OpenTask(stated: unit, assignee: person, own, in: talk)))
        found.append(FoundTask(unit: unit, assignee: person))
      }
    }
    let stating = Set(found.compactMap(\.unit))
    for index in found.indices {
      close(&found[index], logits)
      guard let unit = found[index].unit else { continue }
      if let about = about(of: unit, logits) {
        found[index].about = about.unit
        found[index].isAboutSure = about.logit > Self.sureAbout
        found[index].isThin = isThin(unit, logits[about.unit])
      }
      found[index].day = day(of: found[index], in: unit, among: stating)
    }
    return found
  }

  /// Returns the open items that each unit states, if the window contains their message.
  private func statedItems(_ logits: [SIMD16<Float>]) -> [Int: [Int]] {
    var found: [Int: [Int]] = [:]
    for (place, line) in talk.statedItems {
      let item = talk.window.openItems[place]
      let stems = ComparedText(item.task).stems
      let person = talk.names.person(withId: item.assigneeId, named: item.assignee)
      // Of a message's units, the one that has most of the item's words, names its person, and states no other item.
      func rank(_ unit: Int) -> (Int, Int, Int, Float) {
        (
          talk.stems(of: unit).intersection(stems).count,
          person.map(talk.named(in: unit).contains) == true ? 1 : 0, found[unit] == nil ? 1 : 0,
          logits[unit][Head.item.rawValue]
        )
      }
      let unit = talk.unitsOfLine[line].max { rank($0) < rank($1) }
      if let unit { found[unit, default: []].append(place) }
    }
    return found
  }

  /// Returns whether any task may be stated or mentioned. Most windows of a large archive contain none.
  package func mayHoldTasks(_ logits: [SIMD16<Float>]) -> Bool {
    !talk.window.openItems.isEmpty || logits.contains { $0[Head.item.rawValue] > threshold }
  }

  /// Closes a task if the evidence of all messages together is certain enough.
  private func close(_ task: inout FoundTask, _ logits: [SIMD16<Float>]) {
    guard let unit = task.closing.unit, let numbers = task.closing.numbers(logits) else { return }
    let logit = weights.closingLogit(of: numbers)
    if logit > weights.closingThreshold {
      task.close(in: unit, task.closing.isDropped ? .withdraw : .complete)
    } else if logit > weights.perhapsThreshold {
      task.perhapsClosedBy = unit
    }
  }

  /// Returns the day to which a unit moves a task.
  mutating func movedDay(in unit: Int) -> DayCandidate? { days.firstDay(in: unit) }

  private func mayLink(_ logits: SIMD16<Float>) -> Bool {
    logits[Head.item.rawValue] > threshold
      || (Head.answers + [.promise]).contains { logits[$0.rawValue] > Self.gate }
  }

  /// Links a unit to the open tasks that it mentions. Returns whether it repeats one of them.
  private func link(
    _ unit: Int, _ own: SIMD16<Float>, _ open: inout [(index: Int, task: OpenTask)],
    _ found: inout [FoundTask]
  ) -> Bool {
    // Not captured with all of the reader, which would be copied for each pair.
    let (talk, weights) = (talk, weights)
    // Tasks that seem to be done are left out of the comparison with others.
    let over = open.indices.filter { found[open[$0].index].closing.seemsOver }
    let live = open.indices.filter { !found[open[$0].index].closing.seemsOver }
    var context = LinkContext(unit, among: live.map { open[$0].task }, own, talk, weights.stems)
    var links: [(place: Int, kinds: [LinkKind], margin: Float, moves: Float, hasOwnTask: Bool)] = []
    lazy var alone = weights.heads.logits { talk.addFeatures(ofAlone: unit, to: &$0) }
    func add(_ place: Int, _ position: Int, _ context: LinkContext) {
      if context.links[position].isUnrelated { return }
      let logits = weights.links.logits { talk.addLinkFeatures(position, context, to: &$0) }
      // Messages that were read before cannot have closed an item that is still open.
      if found[open[place].index].openItem == nil || talk.isNew(unit) {
        found[open[place].index].closing.add(
          unit, logits, own, context.links[position].overlap, alone: alone,
          context.match(position, talk))
      }
      guard
        let kind = LinkKind.allCases.max(by: { logits[$0.rawValue] < logits[$1.rawValue] }),
        logits[kind.rawValue] > 0
      else { return }
      let (moves, own) = (logits[LinkKind.moveDeadline.rawValue], logits[LinkKind.ownTask])
      let effects = effects(of: unit, kind, logits)
      links.append((place, effects, logits[kind.rawValue], moves, own > Self.ownMargin))
    }
    for (position, place) in live.enumerated() { add(place, position, context) }
    for place in over.suffix(Self.mostOver) {
      context.add(open[place].task)
      add(place, live.count, context)
      context.links.removeLast()
    }
    links.sort { ($1.margin, $0.place) < ($0.margin, $1.place) }
    var isOfOther = false
    for (number, link) in links.enumerated() {
      if number > 0, link.margin < Self.secondMargin { continue }
      // "I'll send her the invoice" does not restate or move "I'll send her the contract".
      let isWeaker = link.margin < own[Head.item.rawValue] - threshold
      if isWeaker, open[link.place].task.isPromise, link.kinds[0].changes { continue }
      if link.kinds == [.restate], isWeaker || link.hasOwnTask { continue }
      // A finished task that is requested again is a new task. "Ok, and I'll print the labels" states one of its own.
      let mayHide = !over.contains(link.place) && !link.hasOwnTask
      // Completion is decided at the end from all evidence.
      if link.kinds[0].closes {
        open[link.place].task.apply(link.kinds[0], unit, talk)
        if mayHide { isOfOther = true }
        continue
      }
      for kind in link.kinds.prefix(number == 0 ? 2 : 1) {
        open[link.place].task.apply(kind, unit, talk)
        let index = open[link.place].index
        let assignee = kind.assigns ? open[link.place].task.assignee : found[index].lastAssignee
        found[index].links.append((unit, kind, assignee))
        found[index].moves[unit] = link.moves
        if mayHide, kind != .progress, kind != .refuse { isOfOther = true }
      }
    }
    return isOfOther
  }

  /// Returns the strongest effect of a unit, and its other one: "fine, I'll do it Tuesday" changes person and day.
  private func effects(of unit: Int, _ kind: LinkKind, _ logits: SIMD16<Float>) -> [LinkKind] {
    guard kind.changes else { return [kind] }
    let namesAnother = talk.named(in: unit).contains { $0 != talk.sender(unit) }
    let persons = [LinkKind.accept, .refuse, .handOver].filter {
      logits[$0.rawValue] > 0 && ($0 != .handOver || namesAnother)
    }
    let person = persons.max { logits[$0.rawValue] < logits[$1.rawValue] } ?? kind
    let isMoved = kind == .moveDeadline || logits[LinkKind.moveDeadline.rawValue] > 0
    return isMoved && person != .moveDeadline ? [person, .moveDeadline] : [person]
  }

  /// Returns the assignee of the item that a unit states; -1 for nobody, everybody, or a person it does not name.
  private func assignee(of unit: Int, _ logits: SIMD16<Float>) -> Int {
    let all = talk.named(in: unit)
    // "Anna: Anna to call the bank" assigns Anna, because the sender takes minutes for everyone.
    let named = all.filter { $0 != talk.sender(unit) } + all
    var best = Head.whoSpeaker
    for head in [Head.whoNamed, .whoOther, .whoNobody]
    where logits[head.rawValue] > logits[best.rawValue] {
      if head == .whoNamed, named.isEmpty { continue }
      best = head
    }
    switch best {
    case .whoSpeaker: return talk.sender(unit)
    case .whoNamed: return named.first ?? -1
    case .whoOther where logits[Head.request.rawValue] > logits[Head.requestAll.rawValue]:
      return talk.partner(of: unit) ?? -1
    default: return -1
    }
  }

  /// Returns whether a unit names no subject: its words are few or common, the more so if it answers a request.
  private func isThin(_ unit: Int, _ asked: SIMD16<Float>) -> Bool {
    let words = talk.stems(of: unit).filter { ChatToken.Stem.kind(of: $0) == ChatToken.Stem.word }
    let isAnswer = max(asked[Head.request.rawValue], asked[Head.requestAll.rawValue]) > 0
    return weights.stems.weight(of: words) <= (isAnswer ? Self.thinAnswer : Self.thinWeight)
  }

  private func about(of unit: Int, _ logits: [SIMD16<Float>]) -> (unit: Int, logit: Float)? {
    var best: (unit: Int, logit: Float)?
    for earlier in max(0, unit - Talk.aboutReach)..<unit {
      let logit = weights.days.logits {
        talk.addAboutFeatures(
          earlier, of: unit, logits[unit], logits[earlier], weights.stems, to: &$0)
      }[1]
      if logit > best?.logit ?? 0 { best = (earlier, logit) }
    }
    return best
  }

  /// Returns the deadline of a task, which `unit` states. `stating` are the units that state any task.
  private mutating func day(
    of task: FoundTask, in unit: Int, among stating: Set<Int>
  ) -> DayCandidate? {
    let links = task.links.filter(\.kind.mayStateDay).map { (unit: $0.unit, kind: $0.kind) }
    let found = days.candidates(of: unit, about: task.about, links: links)
    // Their days are those of other tasks, and so are the days of a nearby line that states one.
    let others = stating.subtracting([unit, task.about ?? unit] + links.map(\.unit))
    func probability(_ day: DayCandidate) -> Float {
      sigmoid(weights.days.logits { talk.addDayFeatures(day, of: unit, among: found, to: &$0) }[0])
    }
    var best: (day: DayCandidate, certainty: Float)?
    for day in found {
      let units = day.place.isNear ? talk.unitsOfLine[day.line] : day.unit..<day.unit + 1
      if units.contains(where: others.contains) { continue }
      var certainty = probability(day)
      // "Yes, we need it by Friday" accepts the task, and perhaps moves it.
      if let moves = task.moves[day.unit] {
        var moving = day
        moving.place = .moving
        certainty += sigmoid(moves) * (probability(moving) - certainty)
      }
      let needed = sigmoid(weights.dayThreshold + (day.place.isNear ? Self.nearMargin : 0))
      if certainty > max(needed, best?.certainty ?? 0) { best = (day, certainty) }
    }
    return best?.day
  }
}
