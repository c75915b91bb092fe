import ActionItems
import Windowing

/// A labelled chat as units with their labels.
package struct Lesson: Sendable {
  package let chat: LabelledChat
  package let talk: Talk
  /// The unit that states each item; nil if its message has no words.
  package let unitOfItem: [Int?]
  /// The weight of the chat.
  package let weight: Float

  package init(_ chat: LabelledChat, weight: Float) {
    self.chat = chat
    self.weight = weight
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
  package static func unit(of span: String?, in line: Int?, _ talk: Talk) -> Int? {
    guard let line else { return nil }
    let place = span.flatMap { talk.window.lines[line].message.text.utf8Offset(of: $0) }
    return talk.unit(at: place ?? 0, inLine: line)
  }

  // MARK: - Labels of units

  /// Returns for each head whether it applies to each unit, and the weight of that label.
  package func labels() -> [Head: (isTrue: [Bool], weight: [Float])] {
    let count = talk.units.count
    var all: [Head: (isTrue: [Bool], weight: [Float])] = [:]
    for head in Head.allCases {
      let counts = head == .item || (chat.hasActs && !head.isWho)
      all[head] = (
        Array(repeating: false, count: count),
        Array(repeating: counts ? weight : 0, count: count)
      )
    }
    let stated = Set(unitOfItem.compactMap(\.self))
    for item in chat.items {
      for other in item.alternatives {
        for unit in units(of: other) where !stated.contains(unit) {
          all[.item]?.weight[unit] = 0
          let who = who(of: item, unit)
          for head in Head.allCases where head.isWho {
            all[head]?.isTrue[unit] = head == who
            all[head]?.weight[unit] = weight / 2
          }
        }
      }
    }
    for (index, item) in chat.items.enumerated() {
      guard let unit = unitOfItem[index] else { continue }
      // Without the labelled words, any line of the message may state the item.
      if item.span == nil {
        for other in units(of: item.messageId) where !stated.contains(other) {
          all[.item]?.weight[other] = 0
        }
      }
      all[.item]?.isTrue[unit] = true
      all[.item]?.weight[unit] = weight * (item.isArguable ? 1.5 : 3)
      let who = who(of: item, unit)
      for head in Head.allCases where head.isWho {
        all[head]?.isTrue[unit] = head == who
        all[head]?.weight[unit] = weight
      }
    }
    for (index, item) in chat.items.enumerated() {
      for (message, act) in item.acts {
        let own = message == item.messageId ? unitOfItem[index] : nil
        guard let head = Head(act: act), let unit = own ?? firstUnit(of: message) else { continue }
        all[head]?.isTrue[unit] = true
        all[head]?.weight[unit] = weight * 2
      }
    }
    return all
  }

  /// Returns the head for the assignee of an item, as its unit states it.
  package func who(of item: LabelledChat.Item, _ unit: Int) -> Head {
    guard let name = item.assignee else { return .whoNobody }
    guard let person = talk.names.person(named: name) else { return .whoOther }
    if person == talk.sender(unit) { return .whoSpeaker }
    return talk.named(in: unit).contains(person) ? .whoNamed : .whoOther
  }
}

extension Head {
  package var isWho: Bool { rawValue >= Head.whoSpeaker.rawValue }

  package init?(act: String) {
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

extension String {
  /// Returns the byte offset of another text.
  package func utf8Offset(of other: String) -> Int? {
    let (text, wanted) = (Array(utf8), Array(other.utf8))
    guard !wanted.isEmpty, text.count >= wanted.count else { return nil }
    return (0...text.count - wanted.count).first { text[$0..<$0 + wanted.count] == wanted[...] }
  }
}
