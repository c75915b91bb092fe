/// What somebody says of an item that they look at.
enum ReviewVerdict: Hashable, Sendable {
  case keep, done
  /// Some of it is wrong, and is so.
  case edit(EditCommand.Words)
  case remove(because: String?)
  /// There was nothing to do: the finding was wrong.
  case notATask

  /// As programs write it.
  var name: String {
    switch self {
    case .keep: "keep"
    case .done: "done"
    case .edit: "edit"
    case .remove: "remove"
    case .notATask: "not-a-task"
    }
  }

  /// What became of the item, as in "12 kept".
  var past: String {
    switch self {
    case .keep: "kept"
    case .done: "done"
    case .edit: "edited"
    case .remove: "removed"
    case .notATask: "not a task"
    }
  }

  /// The names that programs may write.
  static let names = ["keep", "done", "edit", "remove", "not-a-task"]
}
