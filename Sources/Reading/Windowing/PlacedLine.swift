import ActionItems

/// A message inside `WindowBuilder`, with its position in the conversation and its cost in tokens.
struct PlacedLine: Sendable {
  let line: Window.Line
  let place: Int
  let tokens: Int
  /// Whether it is a bot message or part of a thread. The context of later windows may need it, or the message it
  /// answers, regardless of distance.
  let isAside: Bool
  /// Whether it is already in a window.
  var isTaken = false

  var isOpen: Bool { line.isNew && !isTaken }
  var message: Message { line.message }

  init(_ line: consuming Window.Line, place: Int, tokens: Int) {
    isAside = line.message.kind != .message || line.message.threadId != nil
    self.line = line
    self.place = place
    self.tokens = tokens
  }
}
