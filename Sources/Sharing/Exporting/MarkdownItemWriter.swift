import ActionItems

/// Writes items in Markdown: a task list for each person, ordered by name. Items without an assignee come last.
struct MarkdownItemWriter: ItemWriter {
  /// The shown name and the lines of each person, by name in lower case; the empty name is for items without an
  /// assignee.
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
      let heading = key.isEmpty ? "Unassigned" : MarkdownText.escaped(list.name)
      output += "\n## \(heading)\n\n".utf8
      output += list.lines
    }
  }

  /// The task with its deadline, priority and place, as far as known.
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
