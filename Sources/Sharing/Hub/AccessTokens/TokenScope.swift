import Encoding

/// The permissions of a token.
package struct TokenScope: Hashable, Sendable {
  /// Whether its holder may change items; otherwise it is read-only.
  package var mayWrite: Bool
  /// The channels that its holder sees, `conversation:GLOB` or `person:NAME`; nil for everything.
  package var channels: [String]?

  package init(mayWrite: Bool, channels: [String]? = nil) {
    self.mayWrite = mayWrite
    self.channels = channels
  }

  /// The limit of channels in one token, which keeps it below `SignedText.limit`.
  package static let limit = 20
  /// The limit in bytes of a channel's name.
  package static let longestChannel = 100

  /// Reads the claims `scope`, words separated by spaces, and `channels`. With the word `channels` and an empty list,
  /// the token shows nothing. A list of channels limits the token even without that word: in doubt, access is denied.
  init(_ members: TokenMembers) throws(TokenProblem) {
    guard let value = members["scope"] else { throw .missing("scope") }
    guard let text = value.string, text.utf8.count <= 200 else { throw .badClaim("scope") }
    let words = Set(text.split(separator: " "))
    guard words.isSubset(of: ["read", "write", "channels"]),
      words.contains("read") || words.contains("write")
    else { throw .badClaim("scope") }
    mayWrite = words.contains("write")
    channels = nil
    guard let listed = members["channels"] else {
      if words.contains("channels") { throw .missing("channels") }
      return
    }
    guard let values = listed.array, values.count <= Self.limit else { throw .badClaim("channels") }
    let names = values.compactMap(\.string).filter {
      !$0.isEmpty && $0.utf8.count <= Self.longestChannel
    }
    guard names.count == values.count else { throw .badClaim("channels") }
    channels = names
  }

  func write(to writer: inout JSONWriter) {
    writer.field("scope", description)
    guard let channels else { return }
    writer.field("channels", .array(channels.map(JSONValue.string)))
  }
}

extension TokenScope: CustomStringConvertible {
  /// The words of the claim `scope`.
  package var description: String {
    (mayWrite ? "read write" : "read") + (channels == nil ? "" : " channels")
  }
}
