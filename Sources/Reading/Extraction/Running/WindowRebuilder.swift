import ActionItems
import ItemRecords
import Windowing

/// Rebuilds the windows of a batch, given by their digests (`BatchWindow`), from a conversation that is loaded again.
///
/// A window is complete when all its new messages have been found. Context is left blank if it is not found.
struct WindowRebuilder {
  private struct Unfinished {
    let window: BatchWindow
    var lines: [Int: Window.Line] = [:]
    /// Whether a new message is no longer split as in the question.
    var isSplitOtherwise = false

    var hasNewLines: Bool {
      window.lines.indices.allSatisfy { !window.lines[$0].isNew || lines[$0] != nil }
    }

    /// Whether a new message was certainly edited or removed.
    ///
    /// A file that is missing, or is being written, takes away whole windows, or one end of a window. Therefore only
    /// a gap between found messages is proof.
    var isChanged: Bool {
      if isSplitOtherwise { return true }
      guard lines.keys.contains(where: { window.lines[$0].isNew }), let first = lines.keys.min(),
        let last = lines.keys.max()
      else { return false }
      return (first...last).contains { window.lines[$0].isNew && lines[$0] == nil }
    }
  }

  private let conversation: Conversation
  private let openItems: [String: ActionItem]
  private let settings: WindowBuilder.Settings
  /// The incomplete windows, by place in the batch.
  private var unfinished: [Int: Unfinished] = [:]
  /// The lines of each message that has not been found, by its digest.
  private var missing: [UInt64: [(window: Int, line: Int)]] = [:]

  init(
    _ windows: [BatchWindow], of conversation: Conversation, _ openItems: [ActionItem],
    _ settings: WindowBuilder.Settings
  ) {
    self.conversation = conversation
    self.openItems = Dictionary(openItems.map { ($0.id, $0) }) { first, _ in first }
    self.settings = settings
    for window in windows {
      unfinished[window.place] = Unfinished(window: window)
      for (index, line) in window.lines.enumerated() {
        missing[line.digest, default: []].append((window.place, index))
      }
    }
  }

  /// Takes the next message and returns the windows that it completes. A repeated message counts once.
  mutating func add(_ message: Message) -> [Window] {
    var complete: [Window] = []
    for (place, index) in missing.removeValue(forKey: message.digest) ?? [] {
      guard let window = unfinished[place]?.window, window.lines.indices.contains(index) else {
        continue
      }
      guard let line = line(window.lines[index], of: message) else {
        if window.lines[index].isNew { unfinished[place]?.isSplitOtherwise = true }
        continue
      }
      unfinished[place]?.lines[index] = line
      guard let lines = unfinished[place]?.lines, lines.count == window.lines.count else {
        continue
      }
      unfinished[place] = nil
      complete.append(restored(window, lines))
    }
    return complete
  }

  /// Ends the conversation. Returns the windows that lack nothing but context.
  mutating func finish() -> [Window] {
    let found = unfinished.values.filter(\.hasNewLines).sorted { $0.window.place < $1.window.place }
    for one in found { unfinished[one.window.place] = nil }
    return found.map { restored($0.window, $0.lines) }
  }

  /// The places of the windows whose new messages were edited or removed.
  var changed: [Int] { unfinished.values.filter(\.isChanged).map(\.window.place) }

  private func line(_ line: BatchWindow.Line, of message: Message) -> Window.Line? {
    guard let part = line.part else { return Window.Line(message, isNew: line.isNew) }
    let parts = WindowBuilder.parts(of: message, settings)
    guard parts.count == part.count, parts.indices.contains(part.number - 1) else { return nil }
    var found = parts[part.number - 1]
    found.isNew = line.isNew
    return found
  }

  private func restored(_ window: BatchWindow, _ lines: [Int: Window.Line]) -> Window {
    // The answer counts lines by position, so a line that was not found keeps its position.
    let blank = Message(id: "", sender: nil, timestamp: nil, text: "", kind: .system)
    let found = window.lines.indices.map { lines[$0] ?? Window.Line(blank, isNew: false) }
    var restored = Window(
      conversation: conversation, number: window.place, lines: found)
    // A removed open item keeps its position, too.
    restored.openItems = window.openItems.map { id in
      openItems[id].map { Window.OpenItem($0) }
        ?? Window.OpenItem(id: id, task: "", assignee: nil, deadline: nil, statedBy: nil)
    }
    return restored
  }
}
