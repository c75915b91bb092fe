import ActionItemModel
import CivilTime
public import Windowing

/// Writes a window as a prompt.
///
/// Chat is data: it stands between two lines of a boundary that it does not contain, and every line
/// of a message but the first is indented, so that none can pass for another message.
public struct PromptBuilder: Sendable {
  private let template: PromptTemplate

  /// Makes a builder.
  public init(template: PromptTemplate = .standard) {
    self.template = template
  }

  /// Writes the prompt.
  public func prompt(for window: Window) -> Prompt {
    let messages = Self.messages(of: window)
    let participants = Self.participants(of: window)
    let title = Self.oneLine(window.conversation.title ?? "(without a title)")
    let boundary = Self.boundary(notIn: [messages, participants, title])
    return template.filled { hole in
      switch hole {
      case .conversation: title
      case .participants: participants
      case .boundary: boundary
      case .messages: messages
      }
    }
  }

  private static func messages(of window: Window) -> String {
    // Replies name the id of a message; most of those stand in the same window.
    var shortIds: [String: String] = [:]
    for (index, line) in window.lines.enumerated() {
      shortIds[line.message.id] = window.shortId(ofLine: index)
    }
    return window.lines.enumerated().map { index, line in
      let message = line.message
      var head = "[\(window.shortId(ofLine: index))]"
      if let timestamp = message.timestamp { head += " " + time(timestamp) }
      // Captions may not say who speaks.
      let nobody = message.kind == .message ? "(unknown)" : "(system)"
      head += " " + oneLine(message.sender ?? nobody)
      if message.kind == .bot { head += " (bot)" }
      if let answered = message.replyTo.flatMap({ shortIds[$0] }) { head += " (to \(answered))" }
      return head + ": " + indented(message.text)
    }.joined(separator: "\n")
  }

  /// `Mon 2026-01-05 14:03`, as the author's clock showed it.
  private static func time(_ timestamp: Timestamp) -> String {
    let civil = timestamp.civil
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return
      "\(names[civil.date.weekday.rawValue - 1]) \(civil.date) \(civil.time.description.prefix(5))"
  }

  private static func participants(of window: Window) -> String {
    if window.participants.isEmpty { return "(unknown)" }
    return window.participants.map { person in
      let aliases = person.aliases.filter { !$0.contains("@") }.prefix(2)
      let name = oneLine(person.name) + (person.isBot ? " (bot)" : "")
      return aliases.isEmpty ? name : "\(name) (\(aliases.map(oneLine).joined(separator: ", ")))"
    }.joined(separator: "; ")
  }

  private static func oneLine(_ text: String) -> String {
    text.contains(where: \.isNewline)
      ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
  }

  private static func indented(_ text: String) -> String {
    text.contains(where: \.isNewline)
      ? text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .joined(separator: "\n    ") : text
  }

  /// A line that stands in none of the texts; which one depends on the texts alone.
  private static func boundary(notIn texts: [String]) -> String {
    var number = 0
    while true {
      let candidate = "=====CHAT-\(number)====="
      if !texts.contains(where: { $0.contains(candidate) }) { return candidate }
      number += 1
    }
  }
}
