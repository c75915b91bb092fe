public import JSONText

/// A member that the user puts into the body of every request, such as `top_p=0.9`.
public struct BodyOption: Hashable, Sendable {
  /// The member's name.
  public let name: String
  /// Its value.
  public let value: JSONValue

  /// Reads `name=value`; the value is JSON where it can be read as such, else a text. Nil without a
  /// name, or for `model`, `messages` and `stream`, which are not the user's to set.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !["model", "messages", "stream"].contains(parts[0])
    else {
      return nil
    }
    name = String(parts[0])
    value = (try? JSONValue(parsing: parts[1].utf8)) ?? .string(String(parts[1]))
  }
}
