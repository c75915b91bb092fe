import ItemRecords
import LanguageModel
import Windowing

/// Further readings of a window: more passes at a higher temperature, which add findings, and those by a second model.
extension WindowReader {
  /// Adds what a further reading finds in a window.
  mutating func unite(
    _ part: inout WindowReading.Part, in window: Window, pass: Int
  ) async {
    if let isOver {
      if isOver.scope != .cancelled { reading.furtherFailures.append(isOver.description) }
      return
    }
    do throws(ModelFailure) {
      let reply = try await ask(window, pass: pass)
      let items: [ActionItemJSON]
      switch ReplyContents(reply) {
      case .whole(let all), .cut(let all): items = all
      case .damaged(let damaged):
        items = damaged.items
        noteUnused(reply)
        if items.isEmpty { reading.furtherFailures.append(damaged.problem) }
      }
      let grounded = grounder.ground(items, in: window, people: people)
      let added = Self.added(grounded.findings, to: part.findings)
      let tasks = Set(added.map(\.task))
      // The first reply has answered for all other items.
      func isAdded(_ item: ActionItemJSON) -> Bool { tasks.contains(FieldText.task(item.task)) }
      reading.kept += grounded.kept.filter(isAdded)
      reading.diagnostics += grounded.diagnostics.filter { $0.note != nil && isAdded($0.item) }
      part.findings = inOrder(part.findings + added, of: window)
    } catch {
      if error.scope != .limit, error.scope != .cancelled {
        reading.furtherFailures.append(error.description)
      }
    }
  }

  /// Returns whether a window that the first model could not read is done with: the second one reads it, or a limit
  /// leaves it to the next run.
  mutating func isReadBySecond(_ window: Window) async -> Bool {
    if let part = await readSecond(window) {
      reading.parts.append(part)
      return true
    }
    guard second != nil, let isOver else { return false }
    fail(window, isOver)
    return true
  }

  /// Returns what the second model finds in a window; nil if there is no second model, or no usable answer.
  mutating func readSecond(_ window: Window) async -> WindowReading.Part? {
    guard let second, isOver == nil,
      spendRequest()
    else { return nil }
    do throws(ModelFailure) {
      let reply = try await ask(window, ofSecond: second)
      guard case .whole(let items) = ReplyContents(reply) else {
        second.discardReply(to: window)
        noteUnused(reply)
        throw ModelFailure(.window, "the answer is cut or cannot be read")
      }
      let findings = take(grounder.ground(items, in: window, people: people))
      return WindowReading.Part(
        of: window, findings: findings, readLevel: second.readLevel, model: second.name)
    } catch {
      if error.scope != .limit, error.scope != .cancelled {
        reading.furtherFailures.append("\(second.name): \(error.description)")
      }
      return nil
    }
  }

  /// Returns the findings that are not among others: neither the same words of a message, nor the same task.
  static func added(_ findings: [Finding], to known: [Finding]) -> [Finding] {
    findings.filter { finding in !known.contains { isSame($0, finding) } }
  }

  private static func isSame(_ a: Finding, _ b: Finding) -> Bool {
    if a.isDone != b.isDone { return false }
    if let id = a.openItemId, id == b.openItemId { return true }
    let words = (TaskObjects.objects(of: a.task), TaskObjects.objects(of: b.task))
    let common = words.0.intersection(words.1).count
    let fewest = min(words.0.count, words.1.count)
    if a.messageId == b.messageId {
      let quotes = (a.quote ?? "", b.quote ?? "")
      return common * 2 >= fewest && common > 0 || quotes.0 == quotes.1
        || common > 0 && (quotes.0.contains(quotes.1) || quotes.1.contains(quotes.0))
    }
    // The request and its acceptance state one task.
    return common > 0 && common * 3 >= fewest * 2 && a.assignee == b.assignee
  }
}
