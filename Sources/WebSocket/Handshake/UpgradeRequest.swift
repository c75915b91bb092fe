/// What a client asked for.
public struct UpgradeRequest: Sendable {
  /// The method, as in `GET`.
  public let method: String
  /// The path, without the query.
  public let path: String
  /// What stands behind the question mark; nil where there is none.
  public let query: String?
  /// The subprotocols that the client offers, the ones it likes best first.
  public let subprotocols: [String]
  /// Bytes that came behind the request: a client in a hurry sends frames before the answer.
  public let rest: [UInt8]
  private let head: MessageHead

  /// What keeps a request from being an opening handshake (section 4.2.1).
  public enum Fault: Hashable, Sendable {
    /// It does not ask for WebSocket: it is an ordinary request.
    case ordinary
    /// It asks for a version that is not known here; the answer has to name the one that is.
    case version
    /// It is broken in another way.
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
    subprotocols = head.elements(of: "sec-websocket-protocol")
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
  public func value(of name: String) -> String? { head.onlyValue(of: name.lowercased()) }

  /// Whether there is a field of a name, once or several times.
  public func has(_ name: String) -> Bool { !head.values(of: name.lowercased()).isEmpty }

  /// What is wrong with the request as a handshake; nil where nothing is.
  public var fault: Fault? {
    guard head.has("websocket", in: "upgrade") else { return .ordinary }
    guard method == "GET", head.start.hasSuffix("HTTP/1.1"), head.onlyValue(of: "host") != nil,
      head.has("upgrade", in: "connection"),
      let key = head.onlyValue(of: "sec-websocket-key"), HandshakeKey.isKey(key)
    else { return .malformed }
    return head.onlyValue(of: "sec-websocket-version") == "13" ? nil : .version
  }

  /// What can be agreed on of compression with what the client offers; nil for none. Windows are to be of
  /// 2^`windowBits` bytes at most.
  public func compression(windowBits: Int = 15) -> CompressionTerms? {
    CompressionTerms(
      offers: head.elements(of: "sec-websocket-extensions"), windowBits: windowBits)
  }

  /// The answer that opens the connection, with a subprotocol of those offered, and compression as agreed; nil
  /// where the request is no handshake.
  public func accept(
    subprotocol: String? = nil, compression: CompressionTerms? = nil
  ) -> [UInt8]? {
    guard fault == nil, let key = head.onlyValue(of: "sec-websocket-key") else { return nil }
    var lines = [
      "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Accept: \(HandshakeKey.accept(key))",
    ]
    if let subprotocol, subprotocols.contains(subprotocol) {
      lines.append("Sec-WebSocket-Protocol: \(subprotocol)")
    }
    if let compression { lines.append("Sec-WebSocket-Extensions: \(compression.answer)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
