import ActionItems

/// Writes a task list for each person, by name; what nobody in particular is to do comes last.
struct MarkdownItemWriter: ItemWriter {
  /// What each person is called, and their lines, by name in lower case; the empty name is nobody.
  private var lists: [String: (name: String, lines: [UInt8])] = [:]

  func begin(_ output: inout [UInt8]) { output += "# Action items\n".utf8 }

  mutating func add(_ item: ActionItem, around _: [NearbyMessage], to output: inout [UInt8]) {
    let line = "- [\(item.isComplete ? "x" : " ")] \(Self.text(of: item))\n"
    let name = PlainText.line(item.assignee ?? "")
    lists[name.lowercased(), default: (name, [])].lines += line.utf8
  }

  mutating func finish(_ output: inout [UInt8]) {
    for key in lists.keys.filter({ !$0.isEmpty }).sorted() + [""] {
      guard let list = lists.removeValue(forKey: key) else { continue }
      let heading = key.isEmpty ? "Nobody in particular" : MarkdownText.escaped(list.name)
      output += "\n## \(heading)\n\n".utf8
      output += list.lines
    }
  }

  /// The task, with whatever is known of when, how urgent and where.
  private static func text(of item: ActionItem) -> String {
    var parts = [MarkdownText.escaped(item.task)]
    if let deadline = item.deadline { parts.append("due " + deadline.words) }
    if item.priority != .medium { parts.append("\(item.priority.rawValue) priority") }
    let address = WebAddress.checked(item.source.link)
    parts.append(
      address.map { MarkdownText.link(item.place, to: $0) } ?? MarkdownText.escaped(item.place))
    return parts.joined(separator: " · ")
  }
}
