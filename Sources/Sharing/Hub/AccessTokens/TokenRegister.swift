package import CivilTime
import Encoding

/// The list of the tokens that a hub has issued and that have not expired, with their revocations. No other token is
/// accepted. `HubTokens` stores it as one JSON object a line, without the text of the tokens.
///
/// If an entry is lost, its token is refused. So a lost entry never makes a revoked token valid again.
package struct TokenRegister: Hashable, Sendable {
  /// A token that was issued, without its text.
  package struct Entry: Hashable, Sendable {
    package var id: String
    package var subject: String
    package var name: String
    package var scope: TokenScope
    package var issued: Timestamp
    /// The time when it expires.
    package var expires: Timestamp
    /// The time of its revocation; nil if not revoked.
    package var revoked: Timestamp?

    /// Keeps a part of a token's claims.
    package init(_ claims: TokenClaims, issued: Timestamp) {
      id = claims.id
      subject = claims.subject
      name = claims.name
      scope = claims.scope
      self.issued = issued
      expires = claims.expires
    }
  }

  /// A register that is unreadable or full.
  package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// This line is unreadable, so it is unknown which tokens were revoked.
    case damaged(line: Int)
    /// The limit of valid tokens is reached.
    case full

    package var description: String {
      switch self {
      case .damaged(let line): "line \(line) cannot be read"
      case .full:
        "\(TokenRegister.limit) tokens have not expired yet; use shorter lifetimes"
      }
    }
  }

  /// The limit of tokens that have not expired.
  package static let limit = 10_000
  /// The limit of a register in bytes.
  package static let largest = 16 << 20

  /// The tokens in the order of issue.
  package private(set) var entries: [Entry] = []
  /// The tokens that are not revoked, by id.
  private var allowed: [String: Entry] = [:]

  package init() {}

  /// Reads a register. Throws if any line is damaged, because that line may be a revocation.
  package init(parsing bytes: [UInt8]) throws(Problem) {
    let lines = bytes.split(separator: 0x0A)
    guard lines.count <= Self.limit, bytes.isEmpty || bytes.last == 0x0A else {
      throw .damaged(line: lines.count)
    }
    for (index, line) in lines.enumerated() {
      guard let entry = Entry(parsing: Array(line)) else { throw .damaged(line: index + 1) }
      entries.append(entry)
    }
    noteAllowed()
  }

  /// Whether two registers have the same entries.
  package static func == (a: Self, b: Self) -> Bool { a.entries == b.entries }

  package func hash(into hasher: inout Hasher) { hasher.combine(entries) }

  package var bytes: [UInt8] {
    var writer = JSONWriter()
    for entry in entries { entry.write(to: &writer) }
    return writer.bytes
  }

  /// The reason why a token with correct signature is refused; nil if the register allows exactly what it claims.
  ///
  /// Compares the claims too, so that a copy of the secret cannot extend an issued token.
  package func problem(of claims: TokenClaims) -> TokenProblem? {
    guard let entry = allowed[claims.id] else {
      return entries.contains { $0.id == claims.id } ? .revoked : .unregistered
    }
    return entry == Entry(claims, issued: entry.issued) ? nil : .unregistered
  }

  private mutating func noteAllowed() {
    allowed = Dictionary(
      entries.filter { $0.revoked == nil }.map { ($0.id, $0) }, uniquingKeysWith: { a, _ in a })
    for entry in entries where entry.revoked != nil { allowed[entry.id] = nil }
  }

  /// Adds a token; first drops expired ones if the register is full.
  package mutating func add(_ entry: Entry, at now: Timestamp) throws(Problem) {
    if entries.count >= Self.limit { dropExpired(at: now) }
    guard entries.count < Self.limit else { throw .full }
    entries.append(entry)
    allowed[entry.id] = entry
  }

  /// Revokes the token with an id, or all tokens of a person by name or subject. Returns those that were not revoked
  /// before.
  package mutating func revoke(_ name: String, at now: Timestamp) -> [Entry] {
    let isID = entries.contains { $0.id == name }
    var changed: [Entry] = []
    for index in entries.indices where entries[index].revoked == nil {
      let entry = entries[index]
      guard isID ? entry.id == name : [entry.name, entry.subject].contains(name) else { continue }
      entries[index].revoked = now
      allowed[entry.id] = nil
      changed.append(entries[index])
    }
    return changed
  }

  /// Revokes all tokens. Returns those that were not revoked before.
  @discardableResult
  package mutating func revokeAll(at now: Timestamp) -> [Entry] {
    var changed: [Entry] = []
    for index in entries.indices where entries[index].revoked == nil {
      entries[index].revoked = now
      changed.append(entries[index])
    }
    allowed = [:]
    return changed
  }

  /// Removes expired tokens, which are refused anyway.
  package mutating func dropExpired(at now: Timestamp) {
    entries.removeAll { TokenCheck.isExpired($0.expires, at: now) }
    noteAllowed()
  }
}

extension TokenRegister.Entry {
  init?(parsing line: [UInt8]) {
    guard let members = try? TokenMembers(line, "line"), let scope = try? TokenScope(members)
    else { return nil }
    func time(_ name: String) -> Timestamp? {
      members[name]?.int.flatMap { Timestamp(seconds: $0) }
    }
    guard let id = members["id"]?.string, TokenClaims.isID(id),
      let subject = members["sub"]?.string, let name = members["name"]?.string,
      let issued = time("iat"), let expires = time("exp")
    else { return nil }
    if let value = members["revoked"], !value.isNull, time("revoked") == nil { return nil }
    (self.id, self.subject, self.name, self.scope) = (id, subject, name, scope)
    (self.issued, self.expires, revoked) = (issued, expires, time("revoked"))
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("sub", subject)
    writer.field("name", name)
    writer.field("iat", issued.seconds)
    writer.field("exp", expires.seconds)
    if let revoked { writer.field("revoked", revoked.seconds) }
    scope.write(to: &writer)
    writer.endObject()
    writer.endLine()
  }
}
