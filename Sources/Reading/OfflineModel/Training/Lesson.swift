import ActionItems
import CivilTime
import DueDates
import Encoding
import Windowing

/// A labelled chat split into units, with the labels from which the heads learn.
package struct Lesson: Sendable {
  package let chat: LabelledChat
  package let talk: Talk
  /// The unit that states each item; nil if its message has no words.
  package let unitOfItem: [Int?]

  private let lines: [String: Int]

  package init(_ chat: LabelledChat) {
    let talk = Talk(chat.window)
    let lines = Dictionary(
      zip(chat.window.lines.map(\.message.id), 0...), uniquingKeysWith: { first, _ in first })
    unitOfItem = chat.items.map { item in
      guard let line = lines[item.messageId] else { return nil }
      let text = Array(chat.window.lines[line].message.text.utf8)
      let words = item.span.flatMap { text.firstPlace(of: $0.utf8) }
      return talk.unit(at: words?.lowerBound ?? 0, inLine: line)
    }
    (self.chat, self.talk, self.lines) = (chat, talk, lines)
  }

  /// Returns the units of a message.
  package func units(of message: String) -> Range<Int> {
    lines[message].map { talk.unitsOfLine[$0] } ?? 0..<0
  }

  package func firstUnit(of message: String) -> Int? { units(of: message).first }

  /// Returns the tasks that weights find, from the logits of the units.
  func tasks(
    _ logits: [SIMD16<Float>], _ weights: OfflineWeights, _ deadlines: DueDateReader,
    threshold: Float
  ) -> [FoundTask] {
    var reader = TalkReader(talk, weights, deadlines, threshold: threshold) { _ in .utc }
    return reader.tasks(logits)
  }

  /// Returns the head for the assignee of an item, as its unit states it.
  package func who(of item: LabelledChat.Item, _ unit: Int) -> Head {
    guard let name = item.assignee else { return .whoNobody }
    guard let person = talk.names.person(named: name) else { return .whoOther }
    if person == talk.sender(unit) { return .whoSpeaker }
    return talk.named(in: unit).contains(person) ? .whoNamed : .whoOther
  }
}

extension Lesson {
  /// The weight of a unit without its neighbours.
  private static let aloneWeight: Float = 0.5

  /// Returns for each unit the labels of all heads.
  package func labels() -> [[Label]] {
    let none = Head.allCases.map { head in
      Label(false, weight: head == .item || (chat.hasActs && !head.isWho) ? 1 : 0)
    }
    var all = Array(repeating: none, count: talk.units.count)
    func setWho(_ item: LabelledChat.Item, _ unit: Int, _ weight: Float) {
      let who = who(of: item, unit)
      for head in Head.allCases where head.isWho {
        all[unit][head.rawValue] = Label(head == who, weight: weight)
      }
    }
    let stated = Set(unitOfItem.compactMap(\.self))
    for item in chat.items {
      for unit in item.alternatives.flatMap(units(of:)) where !stated.contains(unit) {
        all[unit][Head.item.rawValue].weight = 0
        setWho(item, unit, 0.5)
      }
    }
    for (item, unit) in zip(chat.items, unitOfItem) {
      guard let unit else { continue }
      // Without the labelled words, any line of the message may state the item.
      if item.span == nil {
        for other in units(of: item.messageId) where !stated.contains(other) {
          all[other][Head.item.rawValue].weight = 0
        }
      }
      all[unit][Head.item.rawValue] = Label(true, weight: item.isArguable ? 1.5 : 3)
      setWho(item, unit, 1)
    }
    for (item, own) in zip(chat.items, unitOfItem) {
      for (message, act) in item.acts {
        let stating = message == item.messageId ? own : nil
        guard let unit = stating ?? firstUnit(of: message) else { continue }
        all[unit][act.rawValue] = Label(true, weight: 2)
      }
    }
    return all
  }

  /// No rows of units, to which those of chats are added.
  static let units = Rows(bits: 22, models: Head.allCases.count)

  /// Returns the units with the labels of the heads.
  func unitRows() -> Rows {
    var rows = Self.units
    let labels = labels()
    for unit in talk.units.indices {
      rows.append(labels[unit]) { talk.addFeatures(of: unit, to: &$0) }
    }
    // The same units, each as a whole chat, since clear statements must be found alone. Assignees depend on others.
    for unit in talk.units.indices {
      let alone = zip(Head.allCases, labels[unit]).map { head, label in
        Label(label.isTrue, weight: head.isWho ? 0 : label.weight * Self.aloneWeight)
      }
      rows.append(alone) { talk.addFeatures(ofAlone: unit, to: &$0) }
    }
    return rows
  }
}

extension Head {
  var isWho: Bool { rawValue >= Head.whoSpeaker.rawValue }

  /// Creates the head of an act of the labels, such as `move_deadline`; nil for an unknown one.
  package init?(act: String) {
    let name = act == "decide" ? "requestall" : act.replacing("_", with: "")
    guard let head = Head.allCases.first(where: { "\($0)".lowercased() == name }), head != .item,
      !head.isWho
    else { return nil }
    self = head
  }
}
