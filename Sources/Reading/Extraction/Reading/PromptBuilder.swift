import ActionItems
import Encoding
package import Windowing

/// Builds the prompt for a window (`Prompt`, below) from a `PromptTemplate`. `schema` is the JSON schema of the answer.
///
/// Chat is data. It is placed between two boundary lines that it does not contain. Every line of a message except the
/// first is indented, so that none can look like another message.
package struct PromptBuilder: Sendable {
  /// The rules and the holes to fill in.
  package let template: PromptTemplate

  package init(template: PromptTemplate = .standard) { self.template = template }

  package func prompt(for window: Window) -> Prompt {
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
      case .openItems: window.openItems.isEmpty ? Self.aboutDone : Self.aboutOpenItems
      }
    }
  }

  package var schema: String { PromptTemplate.schema(hasOpenItems: template.hasOpenItems) }

  /// Windows are processed concurrently, so items of an earlier window of the same run are unknown here. The model
  /// therefore reports all finished work, and the item is found later by its wording.
  private static let aboutDone =
    "\nIf a message with m says that work from before these messages is finished, write an item all "
    + "the same, worded as that work was to be done, with that message's id and \"done\": true. For "
    + "every other item: \"done\": false. \"update\" is null."

  private static let aboutOpenItems =
    "\nIds that begin with i are items found earlier. If a message with m finishes, moves or hands "
    + "over one of them, write an item with that message's id and \"update\": \"i…\", \"done\": true "
    + "if it is finished. Work from before that is finished and not among them: \"update\": null, "
    + "\"done\": true. For every other item: \"update\": null, \"done\": false."

  private static func participants(of window: Window) -> String {
    if window.participants.isEmpty { return "(unknown)" }
    return window.participants.map { person in
      let aliases = person.aliases.filter { !$0.utf8.contains(UInt8(ascii: "@")) }.prefix(2)
      let name = ChatWriter.oneLine(person.name) + (person.isBot ? " (bot)" : "")
      return aliases.isEmpty
        ? name : "\(name) (\(aliases.map(ChatWriter.oneLine).joined(separator: ", ")))"
    }.joined(separator: "; ")
  }

  /// Returns a line that none of the texts contains. It depends on the texts alone.
  private static func boundary(notIn chat: ChatWriter, _ others: String...) -> String {
    let others = Array(others.joined(separator: "\n").utf8)
    var number = 0
    while true {
      let candidate = "=====CHAT-\(number)====="
      if !chat.contains(candidate), !others.holds(candidate.utf8) { return candidate }
      number += 1
    }
  }
}

/// The input of a model: the rules, and one window of chat.
package struct Prompt: Hashable, Sendable {
  package let system: String
  package let user: String
}
