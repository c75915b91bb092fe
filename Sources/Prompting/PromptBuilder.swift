import ActionItemModel
public import Windowing

/// Writes a window as a prompt.
///
/// Chat is data: it stands between two lines of a boundary that it does not contain, and every line
/// of a message but the first is indented, so that none can pass for another message.
public struct PromptBuilder: Sendable {
  /// The rules and the places of what is filled in.
  public let template: PromptTemplate

  /// Makes a builder.
  public init(template: PromptTemplate = .standard) {
    self.template = template
  }

  /// Writes the prompt.
  public func prompt(for window: Window) -> Prompt {
    var chat = ChatWriter()
    chat.writeOpenItems(of: window)
    chat.write(window)
    let messages = String(decoding: chat.bytes, as: UTF8.self)
    let participants = Self.participants(of: window)
    let title = ChatWriter.oneLine(window.conversation.title ?? "(without a title)")
    let boundary = Self.boundary(notIn: chat, participants, title)
    return template.filled { hole in
      switch hole {
      case .conversation: title
      case .participants: participants
      case .boundary: boundary
      case .messages: messages
      case .openItems: window.openItems.isEmpty ? "" : Self.aboutOpenItems
      }
    }
  }

  /// The schema of the answer about a window.
  public func schema(for window: Window) -> String {
    PromptTemplate.schema(hasOpenItems: template.hasOpenItems && !window.openItems.isEmpty)
  }

  private static let aboutOpenItems =
    "\nIds that begin with i are items found earlier. If a message with m finishes, moves or hands "
    + "over one of them, write an item with that message's id and \"update\": \"i…\", \"done\": true "
    + "if it is finished. For every other item: \"update\": null, \"done\": false."

  private static func participants(of window: Window) -> String {
    if window.participants.isEmpty { return "(unknown)" }
    return window.participants.map { person in
      let aliases = person.aliases.filter { !$0.utf8.contains(UInt8(ascii: "@")) }.prefix(2)
      let name = ChatWriter.oneLine(person.name) + (person.isBot ? " (bot)" : "")
      return aliases.isEmpty
        ? name : "\(name) (\(aliases.map(ChatWriter.oneLine).joined(separator: ", ")))"
    }.joined(separator: "; ")
  }

  /// A line that stands in none of the texts; which one depends on the texts alone.
  private static func boundary(notIn chat: ChatWriter, _ others: String...) -> String {
    let others = Array(others.joined(separator: "\n").utf8)
    var number = 0
    while true {
      let candidate = "=====CHAT-\(number)====="
      if !chat.contains(candidate), !ChatWriter.contains(candidate, in: others) {
        return candidate
      }
      number += 1
    }
  }
}
