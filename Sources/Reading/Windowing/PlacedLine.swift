import ActionItems

/// A message, its place in the stream, and what it costs.
struct PlacedLine: Sendable {
  let line: Window.Line
  let place: Int
  let tokens: Int
  /// Whether it is of a bot or of a thread, beside the main line: the context of later windows may ask for it, or
  /// for what it answers, however far back that is.
  let isAside: Bool
  /// Whether it has come into a window already.
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
