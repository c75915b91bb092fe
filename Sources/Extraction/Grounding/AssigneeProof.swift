import ActionItemModel
import Windowing

/// Holds assignees of a reply against the people of the conversation and the words of the window.
struct AssigneeProof {
  let window: Window
  let people: People

  /// Who is to do a task.
  struct Assignee {
    var name: String?
    var id: String?
    /// Whether the model named somebody else who cannot be meant.
    var isCorrected = false
  }

  /// Whom a name means for an item of a line; several people where it lists nobody but people of the
  /// conversation.
  func assignees(
    _ name: String?, line: Int, quote: String?, _ text: inout WindowText
  ) -> [Assignee] {
    let names: [String?] = name.flatMap(listed) ?? [name]
    var assignees: [Assignee] = []
    for name in names {
      let assignee = assignee(name, line: line, quote: quote, &text)
      if !assignees.contains(where: { $0.name == assignee.name }) { assignees.append(assignee) }
    }
    return assignees
  }

  /// People that one name may list.
  private static let listLimit = 50

  /// The names that stand in one, as in "Anna, Ben and Carl"; nil where it is the name of one, or where
  /// any of them is nobody's.
  private func listed(_ name: String) -> [String]? {
    if people.match(name) != nil { return nil }
    var names: [String] = []
    for piece in name.split(whereSeparator: { ",;&/+".contains($0) }) {
      let words = piece.split(whereSeparator: \.isWhitespace)
      names += words.split { ["and", "und"].contains($0.lowercased()) }.map {
        $0.joined(separator: " ")
      }
    }
    guard names.count > 1, names.count <= Self.listLimit,
      names.allSatisfy({ people.match($0) != nil })
    else { return nil }
    return names
  }

  /// Whom a name means for an item of a line.
  func assignee(_ name: String?, line: Int, quote: String?, _ text: inout WindowText) -> Assignee {
    let message = window.lines[line].message
    guard let name = ReplyField.meaningful(name) else { return Assignee() }
    if Self.speakers.contains(name.lowercased()) {
      return Assignee(name: message.sender, id: message.senderId)
    }
    if let person = people.match(name) {
      // "I'll do it" is said of nobody else, whatever another message would have.
      if let sender = message.sender, person.name != sender, let quote,
        Self.isCommitment(FoldedText(quote)), !isNamed(person, in: text.text(ofLine: line))
      {
        return Assignee(name: sender, id: message.senderId, isCorrected: true)
      }
      return Assignee(name: person.name, id: person.id)
    }
    // Somebody who is not in the conversation has to be named in it.
    let core = String(name.drop { $0 == "@" })
    let wanted = FoldedText(core)
    let isNamed = window.lines.indices.contains { other in
      text.text(ofLine: other).find(wanted.bytes[...]) != nil
    }
    return isNamed
      ? Assignee(name: people.knownName(name) ?? core) : Assignee(isCorrected: true)
  }

  private static let speakers: Set<String> = ["i", "me", "myself", "speaker", "sender", "ich"]

  private func isNamed(_ person: Participant, in text: FoldedText) -> Bool {
    ([person.name, person.id] + person.aliases).contains { name in
      let parts = [name] + name.split(separator: " ").map(String.init)
      return parts.contains { part in
        part.utf8.count > 1 && text.find(FoldedText(part).bytes[...]) != nil
      }
    }
  }

  /// Whether words begin as somebody does who takes a task on.
  static func isCommitment(_ text: FoldedText) -> Bool {
    commitments.contains { text.bytes.starts(with: $0) }
      && !others.contains { text.bytes.starts(with: $0) }
  }

  /// What begins alike and takes nothing on: it asks, or puts off.
  private static let others: [[UInt8]] = [
    "let me know", "let me see", "let me check", "ill need ", "i will need ",
  ].map { Array($0.utf8) }

  private static let commitments: [[UInt8]] = [
    "ill ", "i will ", "im going to ", "i am going to ", "i can take ", "i can do ", "let me ",
    "ich werde ", "ich mache ", "ich kummere ", "ich ubernehme ", "ich schicke ",
  ].map { Array($0.utf8) }
}
