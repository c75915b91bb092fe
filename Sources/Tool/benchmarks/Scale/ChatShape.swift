/// What a generated chat is like: knobs, each a whole number, so that a chat is said in one word.
struct ChatShape: CustomStringConvertible {
  private var values: [Knob: Int] = [:]

  enum Knob: String, CaseIterable {
    /// How many people write; 0 for one for each message.
    case people
    /// Whether their names begin with the same two words.
    case namesakes
    /// Of a hundred messages, those that promise or ask for something.
    case tasks
    /// How many tasks there are; 0 for one for each promise.
    case wordings
    /// Of a hundred tasks, those that somebody else is asked to do by name.
    case named
    /// Of a hundred messages, those that call a task done.
    case done
    /// Words of a message that is about nothing.
    case words
    /// Of a hundred messages, those that were edited; Telegram's exports tell.
    case edited
    /// Of a hundred messages, those that answer in one of fifty threads.
    case threads
    /// Of a hundred messages, those that have the id of another one.
    case sameIds = "same-ids"
    /// How many conversations there are; 0 for one for every twenty messages.
    case conversations
    /// Whether each message is of another conversation than the one before it.
    case turns
    /// Whether conversations have ids.
    case ids
    /// Messages of a file; 0 for all of them.
    case perFile = "per-file"
    /// Messages that a file has in common with the one before it.
    case shared
    /// 0 for no times, 1 for times, 2 for one time for all.
    case timed
    /// Seconds from one message to the next.
    case gap
    /// 0 for JSON Lines, 1 for Telegram's export, 2 for WhatsApp's, 3 for Slack's.
    case format
    /// Tokens of a window; 0 for as many as the tool takes.
    case window

    fileprivate var usual: Int {
      switch self {
      case .people: 20
      case .tasks: 14
      case .words: 12
      case .conversations, .ids, .timed: 1
      case .gap: 60
      default: 0
      }
    }
  }

  private struct Unknown: Error, CustomStringConvertible {
    let text: String
    var description: String { "no shape: \(text)" }
  }

  /// Reads what `description` writes.
  init(_ text: String) throws {
    for part in text.split(separator: ",") where part != "plain" {
      let sides = part.split(separator: "=").map(String.init)
      guard sides.count == 2, let knob = Knob(rawValue: sides[0]), let value = Int(sides[1]),
        value >= 0
      else { throw Unknown(text: text) }
      values[knob] = value
    }
  }

  subscript(knob: Knob) -> Int { values[knob] ?? knob.usual }

  /// The knobs that are not where they usually are.
  var description: String {
    let turned = Knob.allCases.filter { self[$0] != $0.usual }.map { "\($0.rawValue)=\(self[$0])" }
    return turned.isEmpty ? "plain" : turned.joined(separator: ",")
  }
}
