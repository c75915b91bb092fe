import ActionItems
import Windowing

/// Training examples for the effects of later units on the tasks of a chat.
extension Lesson {
  /// No rows of links, to which those of chats are added.
  static let links = Rows(
    bits: 21, models: LinkKind.ownTask + 1,
    lowerOnly: Set(LinkKind.allCases.filter { !$0.isReport }.map(\.rawValue) + [LinkKind.ownTask]))

  /// Returns the effects of other units on an item.
  package func acts(of item: LabelledChat.Item) -> [Int: Set<LinkKind>] {
    var found: [Int: Set<LinkKind>] = [:]
    for unit in item.alternatives.compactMap(firstUnit) { found[unit] = [.restate] }
    for (message, act) in item.acts {
      guard let unit = firstUnit(of: message), message != item.messageId,
        var kind = LinkKind(act)
      else { continue }
      // "Ok" to a request to everyone does not make it the sender's own.
      if kind == .accept, item.assignee == nil, item.finalAssignee == nil { kind = .restate }
      found[unit, default: []].insert(kind)
    }
    // Changing an item takes precedence over mentioning it.
    for (unit, kinds) in found where kinds.contains(where: \.changes) {
      found[unit] = kinds.filter { $0.changes || $0.closes }
    }
    if let closing = item.closedBy, let unit = firstUnit(of: closing) {
      found[unit] = [item.state == "dropped" ? .withdraw : .complete]
    }
    return found
  }

  /// Returns the pairs of the chat's tasks and later units, with the effect of the unit on the task.
  func linkRows(_ logits: [SIMD16<Float>], _ stems: StemWeights) -> Rows {
    var rows = Self.links
    // The reader finds two of three items, so some rounds leave out a third. Units about those count as unrelated.
    for round in 0..<3 {
      let items = chat.items.indices.filter {
        round == 0 || mix(UInt64($0), UInt64(round)) % 3 != 0
      }
      addLinks(of: items, from: 0, open: [], logits, stems, to: &rows)
    }
    // The second half is also read as a later window, in which earlier items are open.
    let start = talk.units.count / 2
    addLinks(of: [], from: start, open: openItems(at: start), logits, stems, to: &rows)
    return rows
  }

  /// Returns the items that are open at a unit, as items of an earlier window.
  private func openItems(at start: Int) -> [(item: Int, task: OpenTask)] {
    chat.items.enumerated().compactMap { index, item in
      guard let unit = unitOfItem[index], unit < start,
        !acts(of: item).contains(where: { $0.key < start && $0.value.contains(where: \.closes) })
      else { return nil }
      let open = Window.OpenItem(
        id: "", task: item.task, assignee: item.assignee, deadline: nil,
        statedBy: talk.message(unit).sender)
      return (index, OpenTask(open, talk.names))
    }
  }

  /// Adds a pair for each unit and each task that is open there: one of `open`, or one of `items` that was stated.
  private func addLinks(
    of items: [Int], from start: Int, open: [(item: Int, task: OpenTask)],
    _ logits: [SIMD16<Float>], _ stems: StemWeights, to rows: inout Rows
  ) {
    // The effects on each item, by unit.
    let acts = chat.items.map { self.acts(of: $0) }
    let stating = Set(unitOfItem.compactMap(\.self))
    var open = open
    for unit in start..<talk.units.count {
      if !open.isEmpty {
        let context = LinkContext(unit, among: open.lazy.map(\.task), logits[unit], talk, stems)
        for (place, entry) in open.enumerated() {
          let effects = acts[entry.item][unit] ?? []
          var labels = LinkKind.allCases.map {
            Label(effects.contains($0), weight: (effects.contains($0) ? 2 : 1) / 3)
          }
          let mayHide = effects.contains { $0 != .progress && $0 != .refuse }
          labels.append(Label(stating.contains(unit), weight: mayHide ? 1 : 0))
          rows.append(labels) { talk.addLinkFeatures(place, context, to: &$0) }
        }
        for place in open.indices.reversed() {
          guard let effects = acts[open[place].item][unit] else { continue }
          for kind in LinkKind.allCases where effects.contains(kind) {
            open[place].task.apply(kind, unit, talk)
          }
          if effects.contains(where: \.closes) { open.remove(at: place) }
        }
      }
      for index in items where unitOfItem[index] == unit {
        let item = chat.items[index]
        let person: Int? =
          switch who(of: item, unit) {
          case .whoSpeaker, .whoNamed: talk.names.person(named: item.assignee)
          case .whoOther: talk.partner(of: unit)
          default: nil
          }
        open.append((index, OpenTask(stated: unit, assignee: person ?? -1, logits[unit], in: talk)))
      }
    }
  }
}

extension LinkKind {
  /// Creates the effect of a later unit on the item from the act of that unit; nil for none.
  init?(_ act: Head) {
    switch act {
    case .accept, .promise: self = .accept
    case .refuse: self = .refuse
    case .handOver: self = .handOver
    case .complete: self = .complete
    case .withdraw: self = .withdraw
    case .moveDeadline: self = .moveDeadline
    case .progress: self = .progress
    case .remind, .request, .requestAll: self = .restate
    default: return nil
    }
  }
}
