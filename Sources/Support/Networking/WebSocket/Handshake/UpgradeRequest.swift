/// What a client asked for.
package struct UpgradeRequest: Sendable {
  package let method: String
  /// The path, without the query.
  package let path: String
  /// What stands behind the question mark; nil where there is none.
  package let query: String?
  /// Bytes that came behind the request: a client in a hurry sends frames before the answer.
  package let rest: [UInt8]
  private let head: MessageHead

  /// What keeps a request from being an opening handshake (section 4.2.1).
  package enum Fault: Hashable, Sendable {
    /// It does not ask for WebSocket: it is an ordinary request.
    case ordinary
    /// It asks for a version that is not known here; the answer has to name the one that is.
    case version
    case malformed
  }

  init(_ head: MessageHead, rest: [UInt8]) throws(HandshakeError) {
    let words = head.start.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0",
      MessageHead.isToken(String(words[0])), let target = Self.target(words[1], head)
    else { throw .notHTTP }
    method = String(words[0])
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    query = parts.count > 1 ? String(parts[1]) : nil
    self.rest = rest
    self.head = head
  }

  /// Path and query of what a request line names: those alone, or behind a whole address, as proxies write it (RFC 9112,
  /// 3.2), whose host has to be the one that is named besides; nil for anything else.
  private static func target(_ text: Substring, _ head: MessageHead) -> Substring? {
    if text.hasPrefix("/") { return text }
    guard text.prefix(7).lowercased() == "http://" else { return nil }
    let rest = text.dropFirst(7)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard rest[..<end].lowercased() == head.onlyValue(of: "host")?.lowercased() else { return nil }
    return end < rest.endIndex && rest[end] == "/" ? rest[end...] : "/" + rest[end...]
  }

  /// The only value under a name, whatever its case; nil where there is none or several.
  package func value(of name: String) -> String? { head.onlyValue(of: name.lowercased()) }

  /// Whether there is a field of a name, once or several times.
  package func has(_ name: String) -> Bool { !head.values(of: name.lowercased()).isEmpty }

  package var fault: Fault? {
    guard head.has("websocket", in: "upgrade") else { return .ordinary }
    guard method == "GET", head.start.hasSuffix("HTTP/1.1"), head.onlyValue(of: "host") != nil,
      head.has("upgrade", in: "connection"),
      let key = head.onlyValue(of: "sec-websocket-key"), HandshakeKey.isKey(key)
    else { return .malformed }
    return head.onlyValue(of: "sec-websocket-version") == "13" ? nil : .version
  }

  /// What can be agreed on of compression with what the client offers; nil for none. Windows are to be of
  /// 2^`windowBits` bytes at most.
  package func compression(windowBits: Int = 15) -> CompressionTerms? {
    CompressionTerms(
      offers: head.elements(of: "sec-websocket-extensions"), windowBits: windowBits)
  }

  /// The answer that opens the connection, with compression as agreed; nil where the request is no handshake.
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

extension UpgradeRequest {
  /// The names in the query, as they stand there.
  package var queryNames: [String] {
    (query ?? "").split(separator: "&").map { String($0.prefix { $0 != "=" }) }
  }

  /// The only value under a name in the query, percent-decoded; nil where there is none or several, or where it
  /// is not encoded as it should be. A plus sign is one.
  package func queryValue(of name: String) -> String? {
    let values = (query ?? "").split(separator: "&").compactMap { member -> Substring? in
      guard let sign = member.firstIndex(of: "="), member[..<sign] == name else { return nil }
      return member[member.index(after: sign)...]
    }
    return values.count == 1 ? Self.percentDecoded(values[0]) : nil
  }

  /// A part of an address with its escapes undone (RFC 3986, 2.1); nil where they are none, or no UTF-8.
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
