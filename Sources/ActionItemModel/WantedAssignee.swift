/// Whose items are wanted.
public enum WantedAssignee: Hashable, Sendable {
  /// Those that nobody in particular is to do.
  case nobody
  /// Those of whoever has one of these names, all in lower case.
  case names(Set<String>)

  /// Takes names in any case.
  public init(names: [String]) {
    self = .names(Set(names.map { $0.lowercased() }))
  }

  /// Whether an item is theirs: by name, first name or id.
  public func takes(_ item: ActionItem) -> Bool {
    switch self {
    case .nobody: return item.assignee == nil
    case .names(let names):
      guard let assignee = item.assignee?.lowercased() else { return false }
      if names.contains(assignee) { return true }
      if let id = item.assigneeId?.lowercased(), names.contains(id) { return true }
      return assignee.split(separator: " ").first.map { names.contains(String($0)) } ?? false
    }
  }
}
