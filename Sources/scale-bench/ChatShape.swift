import TestSupport

/// What a generated chat is like: knobs, each a whole number, so that a chat is said in one word and a search can turn
/// them.
struct ChatShape: Hashable {
  /// How many people write; 0 for one for each message.
  var people = 20
  /// Whether their names begin with the same two words.
  var namesakes = 0
  /// Of a hundred messages, those that promise or ask for something.
  var tasks = 14
  /// How many tasks there are; 0 for one for each promise.
  var wordings = 0
  /// Of a hundred tasks, those that somebody else is asked to do by name.
  var named = 0
  /// Of a hundred messages, those that call a task done.
  var done = 0
  /// Words of a message that is about nothing.
  var words = 12
  /// Of a hundred messages, those that were edited; Telegram's exports tell.
  var edited = 0
  /// Of a hundred messages, those that answer in one of fifty threads.
  var threads = 0
  /// Of a hundred messages, those that have the id of another one.
  var sameIds = 0
  /// How many conversations there are; 0 for one for every twenty messages.
  var conversations = 1
  /// Whether each message is of another conversation than the one before it.
  var turns = 0
  /// Whether conversations have ids.
  var ids = 1
  /// Messages of a file; 0 for all of them.
  var perFile = 0
  /// Messages that a file has in common with the one before it.
  var shared = 0
  /// 0 for no times, 1 for times, 2 for one time for all.
  var timed = 1
  /// Seconds from one message to the next.
  var gap = 60
  /// 0 for JSON Lines, 1 for Telegram's export, 2 for WhatsApp's.
  var format = 0
  /// Tokens of a window; 0 for as many as the tool takes.
  var window = 0

  struct Knob {
    let name: String
    let path: any WritableKeyPath<ChatShape, Int> & Sendable
    /// What a search tries.
    let values: [Int]
  }

  static let knobs = [
    Knob(name: "people", path: \.people, values: [0, 1, 2, 20, 500]),
    Knob(name: "namesakes", path: \.namesakes, values: [0, 1]),
    Knob(name: "tasks", path: \.tasks, values: [0, 3, 14, 50, 100]),
    Knob(name: "wordings", path: \.wordings, values: [0, 1, 5, 100]),
    Knob(name: "named", path: \.named, values: [0, 50, 100]),
    Knob(name: "done", path: \.done, values: [0, 14, 50]),
    Knob(name: "words", path: \.words, values: [1, 12, 100]),
    Knob(name: "edited", path: \.edited, values: [0, 14, 100]),
    Knob(name: "threads", path: \.threads, values: [0, 14, 100]),
    Knob(name: "same-ids", path: \.sameIds, values: [0, 14, 100]),
    Knob(name: "conversations", path: \.conversations, values: [0, 1, 2, 20, 1000]),
    Knob(name: "turns", path: \.turns, values: [0, 1]),
    Knob(name: "ids", path: \.ids, values: [0, 1]),
    Knob(name: "per-file", path: \.perFile, values: [0, 2, 20, 1000]),
    Knob(name: "shared", path: \.shared, values: [0, 1, 3, 20]),
    Knob(name: "timed", path: \.timed, values: [0, 1, 2]),
    Knob(name: "gap", path: \.gap, values: [0, 1, 60, 20_000]),
    Knob(name: "format", path: \.format, values: [0, 1, 2]),
    Knob(name: "window", path: \.window, values: [0, 200, 20_000]),
  ]

  init() {}

  /// Reads what `description` writes; nil where that is no shape.
  init?(_ text: String) {
    for part in text.split(separator: ",") where part != "plain" {
      let sides = part.split(separator: "=")
      guard sides.count == 2, let value = Int(sides[1]), value >= 0,
        let knob = Self.knobs.first(where: { $0.name == sides[0] })
      else { return nil }
      self[keyPath: knob.path] = value
    }
  }

  /// Turns one knob.
  mutating func mutate(_ random: inout SeededRandom) {
    let knob = Self.knobs[Int.random(in: 0..<Self.knobs.count, using: &random)]
    self[keyPath: knob.path] = knob.values[Int.random(in: 0..<knob.values.count, using: &random)]
  }
}

extension ChatShape: CustomStringConvertible {
  /// The knobs that are not where they usually are.
  var description: String {
    let plain = ChatShape()
    let turned = Self.knobs.filter { self[keyPath: $0.path] != plain[keyPath: $0.path] }
      .map { "\($0.name)=\(self[keyPath: $0.path])" }
    return turned.isEmpty ? "plain" : turned.joined(separator: ",")
  }
}

extension ChatShape: ExpressibleByStringLiteral {
  /// Takes what `init(_:)` reads; no knob is turned where that is no shape.
  init(stringLiteral text: String) { self = ChatShape(text) ?? ChatShape() }
}
