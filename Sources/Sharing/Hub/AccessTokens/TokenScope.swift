import Encoding
package import Sync

/// The permissions of a token: whether its holder may write, the channels that they see, and the quota.
package struct TokenScope: Hashable, Sendable {
  /// Whether its holder may change items; otherwise it is read-only.
  package var mayWrite: Bool
  /// The channels that its holder sees, `conversation:GLOB` or `person:NAME`; nil for everything.
  package var channels: [String]?
  /// The items that its holder may add, and the bytes of changes that they may send, until it expires.
  package var quota = StoreLimits()

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
    quota = StoreLimits(
      items: try Self.limit("max_items", members), bytes: try Self.limit("max_bytes", members))
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

  private static func limit(
    _ name: String, _ members: TokenMembers
  ) throws(TokenProblem) -> Int? {
    guard let value = members[name] else { return nil }
    guard let limit = value.int, limit >= 0 else { throw .badClaim(name) }
    return limit
  }

  func write(to writer: inout JSONWriter) {
    writer.field("scope", description)
    if let items = quota.items { writer.field("max_items", items) }
    if let bytes = quota.bytes { writer.field("max_bytes", bytes) }
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
