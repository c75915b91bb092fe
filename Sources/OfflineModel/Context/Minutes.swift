import ActionItemModel
import CivilTime
import Windowing

/// Where in a window somebody takes minutes: lines begin with "ACTION:", "topic:", "present+".
struct Minutes {
  /// Seconds around a minuted action that belong to the same meeting.
  private static let reach: Int64 = 5400

  private let window: Window
  private let actions: [Int]

  /// Looks for minutes; there are none without a minuted action and another sign.
  init(_ found: [TalkReader.Found], _ reader: TalkReader) {
    let window = reader.window
    self.window = window
    var actions: [(line: Int, mark: Int)] = []
    for found in found where found.act.kind == .minute {
      // A note to do something is one person's; an action is the meeting's. A list of them is noted down once.
      let mark = found.act.heading ?? found.act.cue.range.lowerBound
      let word = reader.utterance(found.line).words[mark]
      if word.roles.contains(.action), actions.last.map({ $0 != (found.line, mark) }) ?? true {
        actions.append((found.line, mark))
      }
    }
    let isMeeting =
      actions.count > 1
      || !actions.isEmpty
        && window.lines.indices.contains { line in
          // Minutes that were typed up have "Present" where others have a sender.
          let sender = window.lines[line].message.sender
          let tokenizer = reader.model.tokenizer
          return Self.isConvention(reader.utterance(line), reader)
            || sender.map { Self.isConvention(tokenizer.utterance($0 + ":"), reader) } ?? false
        }
    self.actions = isMeeting ? actions.map(\.line) : []
  }

  /// Whether a line is said in a meeting whose actions are written down.
  func cover(line: Int) -> Bool {
    actions.contains { action in
      guard let a = window.lines[action].message.timestamp,
        let b = window.lines[line].message.timestamp
      else { return true }
      return abs(a.seconds - b.seconds) <= Self.reach
    }
  }

  private static func isConvention(_ utterance: Utterance, _ reader: TalkReader) -> Bool {
    guard !utterance.words.isEmpty,
      let cue = reader.cue(at: 0, in: utterance, to: utterance.words.count), cue.kind == .convention
    else { return false }
    return utterance.words[cue.range.upperBound - 1].after.contains(.colon)
  }
}
