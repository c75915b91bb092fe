/// What is wrong with a prompt template.
public enum PromptError: Error, Hashable, Sendable {
  /// Holes that do not exist, or that are not there.
  case holes(unknown: [String], missing: [String])
  /// The line between rules and chat is not there exactly once.
  case divider(String, found: Int)
}

extension PromptError: CustomStringConvertible {
  /// The sentence that a person reads.
  public var description: String {
    switch self {
    case .holes(let unknown, let missing):
      let known = PromptTemplate.Hole.allCases.map { "{{\($0.rawValue)}}" }
      var parts: [String] = []
      if !unknown.isEmpty { parts.append("unknown holes: " + Self.list(unknown)) }
      if !missing.isEmpty { parts.append("missing holes: " + Self.list(missing)) }
      return parts.joined(separator: "; ") + " (a template has "
        + known.joined(separator: ", ") + ")"
    case .divider(let line, let found):
      return "the line '\(line)' has to stand once between rules and chat; found \(found) times"
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { "{{\($0)}}" }.joined(separator: ", ")
  }
}
