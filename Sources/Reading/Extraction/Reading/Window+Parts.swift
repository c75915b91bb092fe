import ActionItems
import Windowing

extension Window {
  /// The window as a person is told of it.
  var name: String {
    let title = conversation.title ?? conversation.id
    guard let first = lines.first(where: \.isNew)?.message.id,
      let last = lines.last(where: \.isNew)?.message.id
    else { return title }
    return first == last ? "\(title), message \(first)" : "\(title), messages \(first) to \(last)"
  }

  /// The new messages that stand here as a whole: of a part alone it is not known that nothing else is in the message.
  var wholeMessages: [Message] { newMessages { $0 == nil } }

  /// The new messages of which nothing is left to be read behind this window.
  var endingMessages: [Message] { newMessages { $0.map { $0.number == $0.count } ?? true } }

  /// The messages of new lines, as wholes or parts that are wanted.
  private func newMessages(where isWanted: (Line.Part?) -> Bool) -> [Message] {
    var messages: [Message] = []
    messages.reserveCapacity(lines.count)
    // Looked at where they stand: to copy a line is to count references.
    for index in lines.indices where lines[index].isNew && isWanted(lines[index].part) {
      messages.append(lines[index].message)
    }
    return messages
  }

  /// How many messages items are looked for in.
  var newCount: Int { lines.count { $0.isNew } }

  /// Tokens of the new messages, as windows are cut by.
  var newTokens: Int {
    lines.reduce(0) { $0 + ($1.isNew ? TokenEstimate.tokens(in: $1.message.text) + 12 : 0) }
  }

  private static let contextBefore = 8
  private static let contextAfter = 2

  /// A part of the window: of its new messages, those for which `isWanted` stay new; of the others,
  /// those nearby are context.
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

  /// The window in two, with about as many new messages in each; itself alone where there is but one.
  var halves: [Window] {
    let new = lines.indices.filter { lines[$0].isNew }
    guard new.count > 1 else { return [self] }
    let middle = new[new.count / 2]
    return [part { $0 < middle }, part { $0 >= middle }]
  }
}
