package import CivilTime
import Encoding

/// The claims in a token: its person, hubs, validity, id and permissions (JWT; RFC 7519, 4). `TokenMembers` reads JSON.
package struct TokenClaims: Hashable, Sendable {
  /// The person's id, the same in all of their tokens (`sub`).
  package var subject: String
  /// The person's name (`name`).
  package var name: String
  /// The ids of the hubs' stores that the token is for (`aud`).
  package var audience: [String]
  /// The first second at which the token is invalid, apart from `TokenCheck.leeway` (`exp`).
  package var expires: Timestamp
  /// The time from which the token is valid (`nbf`); nil for at once.
  package var notBefore: Timestamp?
  /// The time of issue (`iat`), which is not checked; nil if not given.
  package var issued: Timestamp?
  /// The token's own id, by which it can be revoked (`jti`).
  package var id: String
  /// The permissions (`scope`, RFC 8693, 4.2; `channels`, `max_items`, `max_bytes`).
  package var scope: TokenScope

  package init(
    subject: String, name: String, audience: [String], expires: Timestamp,
    notBefore: Timestamp? = nil, issued: Timestamp? = nil, id: String, scope: TokenScope
  ) {
    self.subject = subject
    self.name = name
    self.audience = audience
    self.expires = expires
    self.notBefore = notBefore
    self.issued = issued
    self.id = id
    self.scope = scope
  }

  /// The limit in bytes of a name, a subject or an audience.
  package static let longestName = 100
  /// The limit in bytes of an id.
  package static let longestID = 64
  /// The limit of hubs that one token can be for.
  static let audiences = 8

  /// Whether a text can be a person's name: not empty, not too long, and without characters that a terminal acts on.
  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestName
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
          .privateUse:
          false
        default: true
        }
      }
  }

  /// Whether a text can be a token's id: letters, digits, `-` and `_`.
  package static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= longestID
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }

  /// Reads claims; ignores unknown ones (RFC 7519, 4).
  init(_ payload: [UInt8]) throws(TokenProblem) {
    let members = try TokenMembers(payload, "payload")
    func text(_ claim: String, _ isProper: (String) -> Bool) throws(TokenProblem) -> String {
      guard let value = members[claim] else { throw .missing(claim) }
      guard let text = value.string, isProper(text) else { throw .badClaim(claim) }
      return text
    }
    func time(_ claim: String) throws(TokenProblem) -> Timestamp? {
      guard let value = members[claim] else { return nil }
      guard let seconds = value.int, let time = Timestamp(seconds: seconds) else {
        throw .badClaim(claim)
      }
      return time
    }
    guard let expires = try time("exp") else { throw .missing("exp") }
    self.expires = expires
    notBefore = try time("nbf")
    issued = try time("iat")
    subject = try text("sub", Self.isName)
    name = try text("name", Self.isName)
    id = try text("jti", Self.isID)
    guard let audience = members["aud"] else { throw .missing("aud") }
    let values = audience.array ?? [audience]
    self.audience = values.compactMap(\.string).filter(Self.isName)
    guard self.audience.count == values.count, values.count <= Self.audiences else {
      throw .badClaim("aud")
    }
    scope = try TokenScope(members)
  }

  var payload: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("sub", subject)
    writer.field("name", name)
    writer.field("jti", id)
    writer.field(
      "aud", audience.count == 1 ? .string(audience[0]) : .array(audience.map(JSONValue.string)))
    writer.field("exp", expires.seconds)
    if let notBefore { writer.field("nbf", notBefore.seconds) }
    if let issued { writer.field("iat", issued.seconds) }
    scope.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// The signed token of these claims. Give it to its person only.
  package func token(signedWith secret: TokenSecret) -> String {
    SignedText.sign(payload, with: secret)
  }
}

/// The members of a small JSON object, each name at most once.
struct TokenMembers {
  private let members: [JSONValue.Member]

  private static let depth = 4
  private static let limit = 32

  /// Reads an object; throws if it is damaged, too large or has a name twice. `part` names it in the error.
  init(_ bytes: [UInt8], _ part: String) throws(TokenProblem) {
    let read = bytes.withUnsafeBufferPointer { buffer -> (value: JSONValue, repaired: Int)? in
      var reader = JSONReader(buffer, limits: .init(depth: Self.depth))
      do throws(JSONError) {
        let value = try JSONValue(reading: &reader)
        try reader.finish()
        return (value, reader.repairedStrings)
      } catch {
        return nil
      }
    }
    guard let read else { throw .malformed("its \(part) is not JSON") }
    // Repaired text is not the text that was signed.
    guard read.repaired == 0 else { throw .malformed("its \(part) is not UTF-8") }
    guard let members = read.value.object, members.count <= Self.limit else {
      throw .malformed("its \(part) is not a small JSON object")
    }
    guard Set(members.map(\.key)).count == members.count else {
      throw .malformed("its \(part) has a duplicate member")
    }
    self.members = members
  }

  var names: [String] { members.map(\.key) }

  subscript(name: String) -> JSONValue? { members.first { $0.key == name }?.value }
}
