/// The shape of a chat that `GeneratedChat` writes: integer parameters, in one word such as `people=5,tasks=10`.
struct ChatShape: CustomStringConvertible {
  private var values: [Parameter: Int] = [:]

  /// A parameter of the shape, with a default (`usual`).
  enum Parameter: String, CaseIterable {
    /// The number of people who write; 0 for one per message.
    case people
    /// Whether their names begin with the same two words.
    case namesakes
    /// The percentage of messages with a promise or a request.
    case tasks
    /// The number of different tasks; 0 for one per promise.
    case wordings
    /// The percentage of tasks that are requested from another person by name.
    case named
    /// The percentage of messages that report a task as done.
    case done
    /// Words of a message without a task.
    case words
    /// The percentage of edited messages, which Telegram's exports mark.
    case edited
    /// The percentage of messages that reply in one of fifty threads.
    case threads
    /// The percentage of messages with the id of another one.
    case sameIds = "same-ids"
    /// The number of conversations; 0 for one per twenty messages.
    case conversations
    /// Whether consecutive messages belong to different conversations.
    case turns
    /// Whether conversations have ids.
    case ids
    /// Messages per file; 0 for a single file.
    case perFile = "per-file"
    /// Messages that a file shares with the previous one.
    case shared
    /// 0 for no times, 1 for individual times, 2 for the same time everywhere.
    case timed
    /// Seconds between messages.
    case gap
    /// 0 for JSON Lines, 1 for Telegram's export, 2 for WhatsApp's, 3 for Slack's.
    case format
    /// Tokens per window; 0 for the tool's default.
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

  /// An unknown parameter.
  private struct Unknown: Error, CustomStringConvertible {
    let text: String
    var description: String { "unknown shape: \(text)" }
  }

  /// Parses the output of `description`.
  init(_ text: String) throws {
    for part in text.split(separator: ",") where part != "plain" {
      let sides = part.split(separator: "=").map(String.init)
      guard sides.count == 2, let parameter = Parameter(rawValue: sides[0]),
        let value = Int(sides[1]),
        value >= 0
      else { throw Unknown(text: text) }
      values[parameter] = value
    }
  }

  subscript(parameter: Parameter) -> Int { values[parameter] ?? parameter.usual }

  /// The parameters that differ from their defaults.
  var description: String {
    let turned = Parameter.allCases.filter { self[$0] != $0.usual }.map {
      "\($0.rawValue)=\(self[$0])"
    }
    return turned.isEmpty ? "plain" : turned.joined(separator: ",")
  }
}
