import ActionItems
import Encoding
import ItemRecords
import Store
import System

/// `review --json`: a review by a program. Writes the items as JSON lines, then reads verdicts from standard input, one
/// per line, and answers each.
struct ReviewLines {
  let judge: ReviewJudge
  private var invocation: Invocation { judge.invocation }

  private static let longestLine = 1 << 20

  func run(_ ids: [String]) async throws -> ExitStatus {
    try await writeItems(ids)
    invocation.console.hint(
      "reading verdicts from standard input, one per line; Ctrl-D ends the input")
    let lines = ParsedLines(limit: Self.longestLine, ahead: 1) {
      line, number -> (bytes: [UInt8]?, number: Int) in
      // The bytes are invalid after the next line.
      if case .bytes(let bytes) = line { return (Array(bytes), number) }
      return (nil, number)
    }
    var refused = 0
    for try await line in lines.elements {
      if try await !answer(line.bytes, number: line.number) { refused += 1 }
      try invocation.console.output.flush()
    }
    if refused > 0 {
      invocation.console.fail("\(refused.counted("line was", "lines were")) refused")
    }
    return refused > 0 ? .partial : .done
  }

  private func writeItems(_ ids: [String]) async throws {
    let clock = try invocation.itemClock()
    let output = invocation.console.output
    for id in ids {
      guard let known = try await judge.item(id) else { continue }
      try output.writeJSON(known, store: judge.store.id) { writer in
        writer.field("isOverdue", clock.isOverdue(known.item))
        writer.context(known.neighbours)
      }
    }
    try output.flush()
  }

  /// Answers a line; nil means that the line was too long. Returns false if the line is refused.
  private func answer(_ line: [UInt8]?, number: Int) async throws -> Bool {
    var id: String?
    do {
      guard let line else { throw LineProblem("it is longer than 1 MiB") }
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONValue(parsing: line)
      } catch {
        throw LineProblem("it is not JSON: \(error)")
      }
      id = value["id"]?.string
      guard let id, !id.isEmpty else { throw LineProblem("it has no 'id'") }
      let verdict = try Self.verdict(value)
      let outcome = try await judge.apply(verdict, idBeginning: id, naming: { "'\($0)'" })
      try invocation.printJSON([
        "line": .int(number), "id": .string(outcome.known.item.id),
        "verdict": .string(verdict.labels.name), "state": .string(outcome.known.state),
        "change": .int(outcome.change),
      ])
      return true
    } catch {
      guard let text = (error as? LineProblem)?.description ?? ReviewJudge.problem(error) else {
        throw error
      }
      try invocation.printJSON(["line": .int(number), "id": .text(id), "error": .string(text)])
      return false
    }
  }

  private static func verdict(_ value: JSONValue) throws(LineProblem) -> ReviewVerdict {
    guard let name = value["verdict"]?.string else { throw LineProblem("it has no 'verdict'") }
    switch name {
    case "keep": return .keep
    case "done": return .done
    case "reopen": return .reopen
    case "remove": return .remove(because: try text(value, "because"))
    case "not-a-task": return .notATask
    case "edit":
      var words = EditCommand.Words()
      words.task = try text(value, "task")
      // Null means no assignee or no deadline.
      words.assignee = try text(value, "assignee", orNull: "-")
      words.deadline = try text(value, "deadline", orNull: "-")
      if let priority = try text(value, "priority") {
        words.priority = Priority(rawValue: priority.lowercased())
        if words.priority == nil {
          throw LineProblem("'priority' must be high, medium or low, not '\(priority)'")
        }
      }
      if words == EditCommand.Words() {
        throw LineProblem("'edit' needs 'task', 'assignee', 'deadline' or 'priority'")
      }
      return .edit(words)
    default:
      throw LineProblem(
        "'verdict' must be keep, done, reopen, edit, remove or not-a-task, not '\(name)'")
    }
  }

  private static func text(
    _ value: JSONValue, _ name: String, orNull usual: String? = nil
  ) throws(LineProblem) -> String? {
    guard let member = value[name] else { return nil }
    if member.isNull { return usual }
    guard let text = member.string else { throw LineProblem("'\(name)' must be a string") }
    return text
  }
}
