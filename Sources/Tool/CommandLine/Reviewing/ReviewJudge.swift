import Extraction
import ItemRecords
import Store
import System

/// Applies the verdicts of a review (`ReviewVerdict`, below) to the store. Changes are on disk when a method returns.
struct ReviewJudge {
  let invocation: Invocation
  let store: ActionItemStore

  /// The item after a verdict.
  struct Outcome: Sendable {
    let known: ItemRecord
    /// The number of the change; nil if nothing changed.
    let change: Int?
  }

  /// The reason for removing a wrong finding, which `eval --from-reviews` counts.
  private static let wrongFinding = "not a task"

  /// Returns the current item; nil if it was removed in the meantime.
  func item(_ id: String) async throws -> ItemRecord? {
    do {
      return try await store.item(beginning: id)
    } catch StoreError.noItem {
      return nil
    }
  }

  /// Applies a verdict to the item whose id begins with `id`. `naming` returns a field's name for error messages.
  func apply(
    _ verdict: ReviewVerdict, idBeginning id: String, naming: (String) -> String
  ) async throws -> Outcome {
    let changes: [StoreChange] =
      switch verdict {
      case .keep: try await store.confirm(idsBeginning: [id])
      case .done: try await store.setComplete(true, idsBeginning: [id])
      case .reopen: try await store.setComplete(false, idsBeginning: [id])
      case .edit(let words): try await edit(words, idBeginning: id, naming)
      case .remove(let reason): try await store.remove(idsBeginning: [id], because: reason)
      case .notATask: try await store.remove(idsBeginning: [id], because: Self.wrongFinding)
      }
    guard let change = changes.first else {
      return Outcome(known: try await store.item(beginning: id), change: nil)
    }
    return Outcome(known: change.change.known, change: change.sequence)
  }

  private func edit(
    _ words: EditCommand.Words, idBeginning id: String, _ naming: (String) -> String
  ) async throws -> [StoreChange] {
    var edit = try EditCommand.edit(invocation, words, naming: naming)
    try edit.assign(words, invocation, store.folder)
    return try await store.edit(edit, idsBeginning: [id])
  }

  /// Returns the message of an error that the reviewer can fix; nil if the store is unusable.
  static func problem(_ error: any Error) -> String? {
    let failure = Tool.failure(error)
    return failure.status == .usage || failure.status == .partial && error is StoreError
      ? failure.message : nil
  }
}

/// The verdict on an item.
enum ReviewVerdict: Hashable, Sendable {
  case keep, done, reopen
  /// Some fields are wrong; the new values are given.
  case edit(EditCommand.Words)
  case remove(because: String?)
  /// The finding was wrong: there was no task.
  case notATask

  /// The name in JSON, and the past form for counts, as in "12 kept".
  var labels: (name: String, past: String) {
    switch self {
    case .keep: ("keep", "kept")
    case .done: ("done", "done")
    case .reopen: ("reopen", "reopened")
    case .edit: ("edit", "edited")
    case .remove: ("remove", "removed")
    case .notATask: ("not-a-task", "not a task")
    }
  }
}
