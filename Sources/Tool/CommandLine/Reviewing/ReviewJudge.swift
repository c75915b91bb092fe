import Extraction
import ItemRecords
import Store
import System

/// Keeps what somebody says of items in the store. What it returns is on disk.
struct ReviewJudge {
  let invocation: Invocation
  let store: ActionItemStore

  struct Outcome: Sendable {
    let known: KnownItem
    /// The number of the change; nil where all of it was so already.
    let change: Int?
  }

  /// What a wrong finding is removed for: `eval --from-reviews` counts that.
  private static let wrongFinding = "not a task"

  /// An item as it is now; nil where somebody else has taken it away meanwhile.
  func item(_ id: String) async throws -> KnownItem? {
    do {
      return try await store.item(beginning: id)
    } catch StoreError.noItem {
      return nil
    }
  }

  /// Applies a verdict to the item whose id begins so. `naming` says what a field is called where its words cannot
  /// be read.
  func apply(
    _ verdict: ReviewVerdict, idBeginning id: String, naming: (String) -> String
  ) async throws -> Outcome {
    let changes: [StoreChange] =
      switch verdict {
      case .keep: try await store.confirm(idsBeginning: [id])
      case .done: try await store.setComplete(true, idsBeginning: [id])
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

  /// What is wrong with a verdict, where that is for whoever gave it to mend; nil where the store cannot be used.
  static func problem(_ error: any Error) -> String? {
    let failure = Tool.failure(error)
    return failure.status == .usage || failure.status == .partial && error is StoreError
      ? failure.message : nil
  }
}

/// What somebody says of an item that they look at.
enum ReviewVerdict: Hashable, Sendable {
  case keep, done
  /// Some of it is wrong, and is so.
  case edit(EditCommand.Words)
  case remove(because: String?)
  /// There was nothing to do: the finding was wrong.
  case notATask

  /// As programs write it, and what became of the item, as in "12 kept".
  var labels: (name: String, past: String) {
    switch self {
    case .keep: ("keep", "kept")
    case .done: ("done", "done")
    case .edit: ("edit", "edited")
    case .remove: ("remove", "removed")
    case .notATask: ("not-a-task", "not a task")
    }
  }
}
