import ActionItems
import Encoding
import Windowing

/// A labelled chat as units with their labels.
package struct Lesson: Sendable {
  package let chat: LabelledChat
  package let talk: Talk
  /// The unit that states each item; nil if its message has no words.
  package let unitOfItem: [Int?]

  package init(_ chat: LabelledChat) {
    self.chat = chat
    let talk = Talk(chat.window)
    self.talk = talk
    var lines: [String: Int] = [:]
    for (index, line) in chat.window.lines.enumerated() where lines[line.message.id] == nil {
      lines[line.message.id] = index
    }
    unitOfItem = chat.items.map { Self.unit(of: $0.span, in: lines[$0.messageId], talk) }
    self.lines = lines
  }

  private let lines: [String: Int]

  /// Returns the units of a message.
  package func units(of message: String) -> Range<Int> {
    lines[message].map { talk.unitsOfLine[$0] } ?? 0..<0
  }

  package func firstUnit(of message: String) -> Int? { units(of: message).first }

  /// Returns the unit that contains the words of a line.
  private static func unit(of span: String?, in line: Int?, _ talk: Talk) -> Int? {
    guard let line else { return nil }
    let text = Array(talk.window.lines[line].message.text.utf8)
    return talk.unit(
      at: span.flatMap { text.firstPlace(of: $0.utf8) }?.lowerBound ?? 0, inLine: line)
  }

  /// Returns the head for the assignee of an item, as its unit states it.
  package func who(of item: LabelledChat.Item, _ unit: Int) -> Head {
    guard let name = item.assignee else { return .whoNobody }
    guard let person = talk.names.person(named: name) else { return .whoOther }
    if person == talk.sender(unit) { return .whoSpeaker }
    return talk.named(in: unit).contains(person) ? .whoNamed : .whoOther
  }
}

// MARK: - Labels of units

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
    // The same units as if each were a whole chat, since clear statements must be found without context. The assignee
    // depends on nearby messages.
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

  /// Creates the head of an act of the labels; nil for an unknown one.
  init?(act: String) {
    switch act {
    case "promise": self = .promise
    case "request": self = .request
    case "request_all", "decide", "decision": self = .requestAll
    case "accept": self = .accept
    case "refuse": self = .refuse
    case "hand_over": self = .handOver
    case "progress": self = .progress
    case "complete": self = .complete
    case "withdraw": self = .withdraw
    case "remind": self = .remind
    case "move_deadline": self = .moveDeadline
    default: return nil
    }
  }
}
