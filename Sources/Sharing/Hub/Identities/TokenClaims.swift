package import CivilTime
import Encoding

/// What a token says of the person who has it (JWT, RFC 7519, 4).
package struct TokenClaims: Hashable, Sendable {
  /// The person, the same one through all of their tokens (`sub`).
  package var subject: String
  /// What the person is called (`name`).
  package var name: String
  /// The hub that the token is for, by the id of its store, perhaps among others (`aud`).
  package var audience: [String]
  /// From when on it is refused (`exp`), in whole seconds.
  package var expires: Timestamp
  /// From when on it is taken (`nbf`); nil for at once.
  package var notBefore: Timestamp?
  /// When it was made (`iat`); nil where it does not say. Nothing follows from it.
  package var issued: Timestamp?
  /// Its own id, by which it is taken back (`jti`).
  package var id: String
  /// What it allows (`scope`, RFC 8693, 4.2, and `channels`).
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

  /// Bytes that a name, a subject or an audience has at most.
  package static let longestName = 100
  /// Bytes that an id has at most.
  package static let longestID = 64
  /// Hubs that one token can be for.
  static let audiences = 8

  /// Whether a text can be a person's name: not empty, not too long, and nothing in it that a terminal acts on.
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

  /// Reads claims; those that nobody here knows are passed over (RFC 7519, 4).
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

  /// The token that says so, signed; it is to be given to the person and to nobody else.
  package func token(signedWith secret: TokenSecret) -> String {
    SignedText.sign(payload, with: secret)
  }
}

/// The members of a small JSON object, each of them there once.
struct TokenMembers {
  private let members: [JSONValue.Member]

  private static let depth = 4
  private static let limit = 32

  /// Reads an object; `part` names it for the problem that is thrown where it is none.
  init(_ bytes: [UInt8], _ part: String) throws(TokenProblem) {
    let read = bytes.withUnsafeBufferPointer { buffer -> (value: JSONValue, mended: Int)? in
      var reader = JSONReader(buffer, limits: .init(depth: Self.depth))
      do throws(JSONError) {
        let value = try JSONValue(reading: &reader)
        try reader.finish()
        return (value, reader.mendedStrings)
      } catch {
        return nil
      }
    }
    guard let read else { throw .malformed("its \(part) is no JSON") }
    // Text that was mended is no longer what was signed.
    guard read.mended == 0 else { throw .malformed("its \(part) is no UTF-8") }
    guard let members = read.value.object, members.count <= Self.limit else {
      throw .malformed("its \(part) is no small JSON object")
    }
    guard Set(members.map(\.key)).count == members.count else {
      throw .malformed("its \(part) has two members of one name")
    }
    self.members = members
  }

  var names: [String] { members.map(\.key) }

  subscript(name: String) -> JSONValue? { members.first { $0.key == name }?.value }
}
