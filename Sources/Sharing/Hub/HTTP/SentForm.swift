import Networking

/// The values of a query or of a form's body, one for each name, parsed from `application/x-www-form-urlencoded` (URL
/// Standard, 5.1). A plus sign is a space.
struct SentForm: Hashable, Sendable {
  /// The values by name, empty ones included.
  private(set) var values: [String: String] = [:]

  private static let limit = 100

  /// Reads the values. Throws if a name is given twice, or if the encoding is invalid.
  init(_ text: some StringProtocol) throws(RequestProblem) {
    // Splits the bytes, because as a `Character` a sign would include combining marks that follow.
    for member in text.utf8.split(separator: UInt8(ascii: "&")) {
      let parts = member.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { Self.decoded(Array($0)) }
      guard let name = parts[0], let value = parts.count > 1 ? parts[1] : "" else {
        throw RequestProblem(400, "the form is not URL-encoded: % must be %25")
      }
      guard values.count < Self.limit, values.updateValue(value, forKey: name) == nil else {
        throw RequestProblem(
          400, "'\(SafeHeader.shown(name))' is repeated, or the form has too many fields")
      }
    }
  }

  init(_ body: [UInt8]) throws(RequestProblem) {
    guard let text = String(validating: body, as: UTF8.self) else {
      throw RequestProblem(400, "the form is not UTF-8")
    }
    try self.init(text)
  }

  subscript(_ name: String) -> String { values[name] ?? "" }

  private static func decoded(_ bytes: [UInt8]) -> String? {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return IncomingRequest.percentDecoded(Substring(String(decoding: spaced, as: UTF8.self)))
  }
}
