import ItemRecords
import LanguageModel
import Windowing

/// Asks once more for items of a reply that lack evidence.
extension WindowReader {
  /// Maximum problems named in a repeated request, and maximum lost items matched against its reply.
  private static let mostProblems = 5
  private static let mostLost = 64

  /// Asks once more for items that lack evidence. Returns the result of the first reply with what the second one adds.
  mutating func proven(
    _ grounded: Grounder.Result, in window: Window, _ reply: String
  ) async -> Grounder.Result {
    let lost = Self.lost(grounded)
    guard !lost.isEmpty, !isAskedOnce, let asked = await askAgain(window, lost, reply) else {
      return grounded
    }
    // The first reply has already answered for all other items.
    let wanted = lost.prefix(Self.mostLost).map { Self.wording($0.item) }
    let items = asked.lazy.filter { item in
      let wording = Self.wording(item)
      return wanted.contains { $0.isNearly(wording) }
    }
    let again = grounder.ground(Array(items.prefix(Self.mostLost)), in: window, people: people)
    var result = grounded
    result.findings = inOrder(grounded.findings + again.findings, of: window)
    result.kept += again.kept
    result.moved += again.moved
    let found = again.findings.map { TaskWording($0.task) }
    result.diagnostics.removeAll { diagnostic in
      guard diagnostic.rejection?.isLoss == true else { return false }
      let wording = Self.wording(diagnostic.item)
      return found.contains { $0.isNearly(wording) }
    }
    result.diagnostics += again.diagnostics.filter { $0.note != nil }
    return result
  }

  /// Returns the items whose quote is in no message, and that no finding has with the same words.
  private static func lost(_ grounded: Grounder.Result) -> [Diagnostic] {
    let lost = grounded.diagnostics.filter { $0.rejection?.isLoss == true }
    if lost.isEmpty { return [] }
    let found = grounded.findings.map { TaskWording($0.task) }
    return lost.filter { diagnostic in
      let wording = wording(diagnostic.item)
      return !found.contains { $0.hasSameWords(as: wording) }
    }
  }

  /// Returns a task's wording for comparison, shortened if it is too long.
  private static func wording(_ item: ActionItemJSON) -> TaskWording {
    TaskWording(FieldText.task(item.task))
  }

  /// Returns the items of a second reply, if there is a readable one.
  private mutating func askAgain(
    _ window: Window, _ lost: [Diagnostic], _ reply: String
  ) async -> [ActionItemJSON]? {
    guard spendRequest() else { return nil }
    let problem = lost.prefix(Self.mostProblems).map { diagnostic in
      let item = diagnostic.item
      return "\"\(item.task.prefix(80))\": \(diagnostic)"
        + (item.quote.map { " (\"\($0.prefix(80))\")" } ?? "")
    }.joined(separator: "; ")
    do throws(ModelFailure) {
      let mistake = ReplyMistake(kind: .unproven, reply: reply, problem: problem)
      guard case .whole(let items) = ReplyContents(try await ask(window, after: mistake)) else {
        return nil
      }
      return items
    } catch {
      // The first reply still counts, and its lost items are reported. A failure that ends the run has been recorded.
      return nil
    }
  }
}
