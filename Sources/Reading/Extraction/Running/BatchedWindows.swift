import ActionItems
import ItemRecords
import Windowing

/// Restores the windows of a batch from the messages of a conversation that is loaded again.
///
/// A window is complete when all its messages have been found, so edits and removals leave it incomplete.
struct BatchedWindows {
  private struct Unfinished {
    let window: BatchWindow
    var lines: [Int: Window.Line] = [:]
  }

  private let conversation: Conversation
  private let openItems: [String: ActionItem]
  private let settings: WindowBuilder.Settings
  /// The incomplete windows, by place in the batch.
  private var unfinished: [Int: Unfinished] = [:]
  /// The lines of a message that has not been found.
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
      guard let window = unfinished[place]?.window, window.lines.indices.contains(index),
        let line = line(window.lines[index], of: message)
      else { continue }
      unfinished[place]?.lines[index] = line
      guard let lines = unfinished[place]?.lines, lines.count == window.lines.count else {
        continue
      }
      unfinished[place] = nil
      complete.append(restored(window, lines))
    }
    return complete
  }

  private func line(_ line: BatchWindow.Line, of message: Message) -> Window.Line? {
    guard let part = line.part else { return Window.Line(message, isNew: line.isNew) }
    let parts = WindowBuilder.parts(of: message, settings)
    guard parts.count == part.count, parts.indices.contains(part.number - 1) else { return nil }
    var found = parts[part.number - 1]
    found.isNew = line.isNew
    return found
  }

  private func restored(_ window: BatchWindow, _ lines: [Int: Window.Line]) -> Window {
    let found = window.lines.indices.compactMap { lines[$0] }
    var restored = Window(
      conversation: conversation, number: window.place, lines: found, participants: [])
    // The answer counts open items by position, so an item that was removed keeps its position.
    restored.openItems = window.openItems.map { id in
      openItems[id].map { Window.OpenItem($0) }
        ?? Window.OpenItem(id: id, task: "", assignee: nil, deadline: nil, statedBy: nil)
    }
    return restored
  }
}
