/// One WebSocket extension in a header field, with its parameters (RFC 6455, section 9.1).
struct ExtensionParameters {
  /// The parameters in order, each name once. Quoted values are without their quotes.
  let all: [(name: String, value: String?)]

  /// Parses `name; parameter; parameter=value`; nil for another extension, or if malformed.
  init?(_ text: String, name: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
      .map(HTTPHead.trimmed)
    guard parts[0] == name else { return nil }
    var all: [(name: String, value: String?)] = []
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(HTTPHead.trimmed)
      var value = sides.count > 1 ? sides[1] : nil
      if let quoted = value, quoted.count >= 2, quoted.first == "\"", quoted.last == "\"" {
        value = String(quoted.dropFirst().dropLast())
      }
      guard HTTPHead.isToken(sides[0]), value.map(HTTPHead.isToken) ?? true,
        !all.contains(where: { $0.name == sides[0] })
      else { return nil }
      all.append((sides[0], value))
    }
    self.all = all
  }
}
