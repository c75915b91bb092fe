import WebSocket

/// What a browser's form sends, in an address or in a body (`application/x-www-form-urlencoded`): one value for each name.
struct SentForm: Hashable, Sendable {
  /// What stands under each name; what was left empty is, too.
  private(set) var values: [String: String] = [:]

  /// Names that a form has at most.
  private static let limit = 100

  /// Reads what was sent; throws where a name is there twice, or something is not encoded as it should be.
  init(_ text: some StringProtocol) throws(ItemFields.Problem) {
    // At the bytes: as a character, a sign takes marks that follow.
    for member in Array(text.utf8).split(separator: UInt8(ascii: "&")) {
      let parts = member.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]),
        let value = Self.decoded(parts.count > 1 ? parts[1] : [])
      else { throw .init(status: 400, sentence: "what the form sent cannot be read") }
      guard values.count < Self.limit, values.updateValue(value, forKey: name) == nil else {
        throw .init(
          status: 400, sentence: "'\(SafeHeader.shown(name))' is given twice, or there is too much")
      }
    }
  }

  /// Reads the body of a request.
  init(_ body: [UInt8]) throws(ItemFields.Problem) {
    guard let text = String(validating: body, as: UTF8.self) else {
      throw .init(status: 400, sentence: "what the form sent is not UTF-8")
    }
    try self.init(text)
  }

  subscript(_ name: String) -> String { values[name] ?? "" }

  /// What is not left empty.
  var filled: [String: String] { values.filter { !$0.value.isEmpty } }

  /// A space is a plus sign here (URL Standard, 5.1).
  private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return UpgradeRequest.percentDecoded(Substring(String(decoding: spaced, as: UTF8.self)))
  }
}
