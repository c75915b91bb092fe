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
