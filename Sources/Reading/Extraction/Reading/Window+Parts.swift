import ActionItems
import Windowing

/// Splits a window into parts to send alone, lists and counts its new messages, and names it.
extension Window {
  /// The window's name for messages to the user.
  var name: String {
    let title = conversation.title ?? conversation.id
    guard let first = lines.first(where: \.isNew)?.message.id,
      let last = lines.last(where: \.isNew)?.message.id
    else { return title }
    return first == last ? "\(title), message \(first)" : "\(title), messages \(first) to \(last)"
  }

  /// The new messages that are whole in this window. A part alone does not show that the rest contains nothing.
  var wholeMessages: [Message] { newMessages { $0 == nil } }

  /// The new messages of which no later window has a further part.
  var endingMessages: [Message] { newMessages { $0.map { $0.number == $0.count } ?? true } }

  /// Returns the messages of new lines, filtered by part.
  private func newMessages(where isWanted: (Line.Part?) -> Bool) -> [Message] {
    var messages: [Message] = []
    messages.reserveCapacity(lines.count)
    // Accessed in place, because copying a line retains its references.
    for index in lines.indices where lines[index].isNew && isWanted(lines[index].part) {
      messages.append(lines[index].message)
    }
    return messages
  }

  /// The number of lines that are searched for items.
  var newCount: Int { lines.count { $0.isNew } }

  /// The tokens of the new messages, as counted for cutting windows.
  var newTokens: Int {
    lines.reduce(0) { $0 + ($1.isNew ? TokenEstimate.tokens(in: $1.message.text) + 12 : 0) }
  }

  private static let contextBefore = 8
  private static let contextAfter = 2

  /// Returns part of the window. New messages that `isWanted` accepts stay new; nearby ones become context.
  func part(where isWanted: (Int) -> Bool) -> Window {
    let wanted = lines.indices.filter { lines[$0].isNew && isWanted($0) }
    guard let first = wanted.first, let last = wanted.last else { return self }
    let range = max(0, first - Self.contextBefore)...min(lines.count - 1, last + Self.contextAfter)
    let kept = Set(wanted)
    var part = self
    part.lines = range.map { index in
      Line(lines[index].message, isNew: kept.contains(index), part: lines[index].part)
    }
    return part
  }

  /// The window in two halves with about equally many new messages; the window itself if it has only one.
  var halves: [Window] {
    let new = lines.indices.filter { lines[$0].isNew }
    guard new.count > 1 else { return [self] }
    let middle = new[new.count / 2]
    return [part { $0 < middle }, part { $0 >= middle }]
  }
}
