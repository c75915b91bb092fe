import ActionItems
import CivilTime
import TestSupport
import Windowing

/// Makes windows whose messages, people and open items are mutated sentences.
struct WindowMaker {
  var sentences: SentenceMaker
  private let number: Int

  init(_ stock: SentenceStock, number: Int) {
    self.number = number
    sentences = SentenceMaker(stock, seed: UInt64(number))
  }

  /// The number of sentences in a window with this number.
  static func count(of number: Int) -> Int { number % 8 + 1 }

  /// The windows of one conversation: one unchanged, or several as cut.
  mutating func windows() -> [Window] {
    let people = participants()
    var texts: [String] = []
    for _ in 0..<Self.count(of: number) {
      if chance(3), let last = texts.popLast() {
        texts.append(last + sentences.one([" ", "\n", "", "  "]) + sentences.sentence())
      } else {
        texts.append(sentences.sentence())
      }
    }
    var messages: [Message] = []
    for text in texts { messages.append(message(text, people, after: messages)) }
    let conversation = Conversation(
      id: "c", title: chance(2) ? sentences.sentence() : nil, platform: "json",
      kind: chance(2) ? .direct : nil, participants: people)
    if chance(4) { return cut(messages, of: conversation) }
    let lines = messages.map { message in
      Window.Line(
        message, isNew: !chance(5), part: chance(20) ? .init(number: 1, count: 2) : nil)
    }
    let empty = Window(conversation: conversation, number: 1, lines: [], participants: people)
    return [
      Window(
        conversation: conversation, number: 0, lines: lines, participants: people,
        openItems: (0..<sentences.below(4)).map { openItem($0, messages) })
    ] + (chance(64) ? [empty] : [])
  }

  private mutating func chance(_ one: Int) -> Bool { sentences.below(one) == 0 }

  // MARK: - People

  private mutating func participants() -> [Participant] {
    (0..<sentences.below(5)).map { number in
      Participant(
        id: chance(3) ? sentences.name() : "U\(number)", name: sentences.name(),
        aliases: chance(2) ? [sentences.name(), sentences.name()] : [],
        timeZone: chance(3) ? sentences.one(Self.zones) : nil, isBot: chance(10))
    }
  }

  private static let zones = [
    "Europe/Berlin", "America/New_York", "Asia/Kolkata", "", "/", "../../etc/passwd", "+25:00",
    "UTC+99", "EST5EDT", "Nowhere/At_All", "\u{0}", "-23:59", "+00:00",
    "CET-1CEST,M3.5.0,M10.5.0/3",
  ]

  // MARK: - Messages

  private mutating func message(
    _ text: String, _ people: [Participant], after earlier: [Message]
  ) -> Message {
    let number = earlier.count
    let person = people.randomElement(using: &sentences.random)
    let origin = earlier.randomElement(using: &sentences.random)?.id
    return Message(
      id: chance(20) ? "1" : "\(number)", senderId: chance(2) ? person?.id : nil,
      sender: chance(12) ? nil : person?.name ?? sentences.name(), timestamp: time(number),
      text: text, kind: chance(15) ? .bot : chance(30) ? .system : .message,
      threadId: chance(4) ? origin : nil, replyTo: chance(4) ? origin : nil,
      digest: UInt64(number))
  }

  mutating func time(_ number: Int) -> Timestamp? {
    if chance(10) { return nil }
    let offset = chance(3) ? sentences.one([-86_399, 86_399, 3600, -16_200, 20_700]) : 0
    let seconds = chance(10) ? sentences.one(Self.edges) : 1_767_776_400 + number * 60
    return Timestamp(seconds: seconds, offset: offset)
  }

  /// The first and the last day of the calendar, 1969, leap days, New Year's Eve, and days on which clocks change.
  private static let edges = [
    -62_135_596_800, -62_135_596_799, 253_402_300_799, 253_402_214_400, -1, 0, 951_782_400,
    1_709_164_800, 1_767_225_599, 1_774_746_000, 1_792_890_000, -2_208_988_800, 4_102_444_799,
  ]

  private mutating func openItem(_ number: Int, _ messages: [Message]) -> Window.OpenItem {
    Window.OpenItem(
      id: "i\(number)", task: sentences.sentence(), assignee: chance(2) ? sentences.name() : nil,
      assigneeId: chance(3) ? sentences.name() : nil, deadline: chance(2) ? sentences.date() : nil,
      statedBy: messages.first?.sender)
  }

  private mutating func cut(_ messages: [Message], of conversation: Conversation) -> [Window] {
    let settings = WindowBuilder.Settings(
      tokens: sentences.one([20, 60, 200]), contextBefore: sentences.below(4),
      contextAfter: sentences.below(3), contextTokens: sentences.one([0, 60, 600]),
      silence: sentences.one([0, 60, 3600]), scale: sentences.one([0.5, 1, 3]))
    var builder = WindowBuilder(conversation: conversation, settings: settings)
    var windows = messages.flatMap { builder.add($0, isNew: !chance(4)) }
    windows += builder.finish()
    return windows.map { window in
      var window = window
      window.participants = conversation.participants
      return window
    }
  }
}
