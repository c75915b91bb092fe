/// A parsed HTTP request to the hub: a WebSocket handshake, which `accept` answers, or an ordinary request.
package struct IncomingRequest: Sendable {
  package let method: String
  /// The path, without the query.
  package let path: String
  /// The part after the question mark; nil if there is no question mark.
  package let query: String?
  /// Bytes that followed the request. A client may send frames before it has the answer.
  package let rest: [UInt8]
  private let head: HTTPHead

  /// The reason why a request is not a WebSocket handshake (RFC 6455, section 4.2.1).
  package enum Fault: Hashable, Sendable {
    /// The request does not ask for WebSocket.
    case ordinary
    /// The request asks for an unsupported version. The answer must name the supported one.
    case version
    case malformed
  }

  init(_ head: HTTPHead, rest: [UInt8]) throws(HandshakeError) {
    let words = head.start.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0",
      HTTPHead.isToken(String(words[0])), let target = Self.target(words[1], head)
    else { throw .notHTTP }
    method = String(words[0])
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : nil
    self.rest = rest
    self.head = head
  }

  /// Returns path and query of a request target, or nil if it is invalid.
  ///
  /// A target may be an absolute URI, as proxies send it (RFC 9112, 3.2). Its host must then match the `Host` field.
  private static func target(_ text: Substring, _ head: HTTPHead) -> Substring? {
    if text.hasPrefix("/") { return text }
    guard text.prefix(7).lowercased() == "http://" else { return nil }
    let rest = text.dropFirst(7)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard rest[..<end].lowercased() == head.onlyValue(of: "host")?.lowercased() else { return nil }
    return end < rest.endIndex && rest[end] == "/" ? rest[end...] : "/" + rest[end...]
  }

  /// Returns the only value of a name, ignoring case; nil if it is missing or repeated.
  package func value(of name: String) -> String? { head.onlyValue(of: name.lowercased()) }

  /// Whether there is a field with this name, once or repeated.
  package func has(_ name: String) -> Bool { !head.values(of: name.lowercased()).isEmpty }

  package var fault: Fault? {
    guard head.has("websocket", in: "upgrade") else { return .ordinary }
    guard method == "GET", head.start.hasSuffix("HTTP/1.1"), head.onlyValue(of: "host") != nil,
      head.has("upgrade", in: "connection"),
      let key = head.onlyValue(of: "sec-websocket-key"), HandshakeKey.isKey(key)
    else { return .malformed }
    return head.onlyValue(of: "sec-websocket-version") == "13" ? nil : .version
  }

  /// Returns the compression terms for the client's offers; nil for no compression. Windows have at most 2^`windowBits`
  /// bytes.
  package func compression(windowBits: Int = 15) -> CompressionTerms? {
    CompressionTerms(
      offers: head.elements(of: "sec-websocket-extensions"), windowBits: windowBits)
  }

  /// Returns the answer that opens the connection, with the agreed compression; nil if the request is not a handshake.
  package func accept(compression: CompressionTerms? = nil) -> [UInt8]? {
    guard fault == nil, let key = head.onlyValue(of: "sec-websocket-key") else { return nil }
    var lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(HandshakeKey.accept(key))",
    ]
    if let compression { lines.append("Sec-WebSocket-Extensions: \(compression.answer)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}

extension IncomingRequest {
  /// The names in the query, not decoded.
  package var queryNames: [String] {
    (query ?? "").split(separator: "&").map { String($0.prefix { $0 != "=" }) }
  }

  /// Returns the only value of a name in the query, percent-decoded. A plus sign stays a plus sign.
  ///
  /// Returns nil if the value is missing, repeated, or wrongly encoded.
  package func queryValue(of name: String) -> String? {
    let values = (query ?? "").split(separator: "&").compactMap { member -> Substring? in
      guard let sign = member.firstIndex(of: "="), member[..<sign] == name else { return nil }
      return member[member.index(after: sign)...]
    }
    return values.count == 1 ? Self.percentDecoded(values[0]) : nil
  }

  /// Decodes percent escapes (RFC 3986, 2.1); nil if an escape is invalid, or the result is not UTF-8.
  package static func percentDecoded(_ text: Substring) -> String? {
    var rest = text.utf8
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = hexDigit(rest.popFirst()), let low = hexDigit(rest.popFirst()) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8?) -> UInt8? {
    byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map { UInt8($0) }
  }
}
