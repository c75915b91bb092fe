import ActionItems
import CivilTime

/// Writes items in the format todo.txt, one task a line (https://github.com/todotxt/todo.txt). A person is a context, a
/// conversation a project.
struct TodoTxtItemWriter: ItemWriter {
  let options: ExportOptions

  func add(_ item: ActionItem, around _: [NearbyMessage], to output: inout [UInt8]) {
    var words: [String] = []
    let created = item.source.timestamp ?? options.local(item.extractedAt)
    if item.isComplete {
      // A single date would be the completion date, so a creation date always follows it.
      let done = item.completedAt.map(options.local)
      words += ["x", "\((done ?? options.local(item.updatedAt)).civil.date)"]
    } else if let letter = Self.letters[item.priority] {
      words.append("(\(letter))")
    }
    words.append("\(created.civil.date)")
    words += PlainText.line(item.task).split(separator: " ").map { Self.plain(String($0)) }
    if let link = WebAddress.checked(item.source.link) { words.append(link) }
    let project = Self.name(of: item.place)
    if !project.isEmpty { words.append("+" + project) }
    let context = Self.name(of: item.assignee ?? "")
    if !context.isEmpty { words.append("@" + context) }
    words += Self.pairs(of: item)
    output += words.joined(separator: " ").utf8
    output.append(0x0A)
  }

  /// Medium priority has no letter, as todo.txt advises.
  private static let letters: [Priority: String] = [.high: "A", .low: "C"]

  private static func pairs(of item: ActionItem) -> [String] {
    var pairs: [String] = []
    // A done task has no letter in front, so its priority is a pair.
    if item.isComplete, let letter = letters[item.priority] { pairs.append("pri:\(letter)") }
    if let deadline = item.deadline {
      pairs.append("due:\(deadline.date)")
      if case .time(let time) = deadline {
        // Values must not have a colon.
        pairs.append("time:" + time.civil.time.description.prefix(5).filter { $0 != ":" })
      }
    }
    pairs.append("id:" + item.id)
    return pairs
  }

  /// Keys with a meaning here or in programs that read todo.txt.
  private static let keys: Set<String> = ["due", "h", "id", "pri", "rec", "t", "time"]

  /// A word of a task, with a space inserted if it would otherwise be read as a project, a context or a known pair.
  private static func plain(_ word: String) -> String {
    if word.count > 1, let first = word.first, first == "+" || first == "@" {
      return "\(first) " + word.dropFirst()
    }
    guard let colon = word.firstIndex(of: ":") else { return word }
    let value = word[word.index(after: colon)...]
    guard !value.isEmpty, keys.contains(word[..<colon].lowercased()) else { return word }
    return word[...colon] + " " + value
  }

  /// A name as one word: letters and digits of any script stay, other characters become dashes.
  private static func name(of text: String) -> String {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == ".") }.joined(separator: "-")
  }
}
