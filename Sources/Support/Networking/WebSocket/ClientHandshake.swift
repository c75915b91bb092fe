import Encoding

/// The client's side of the WebSocket handshake (RFC 6455, section 4.1): builds the request, checks the answer.
package struct ClientHandshake: Sendable {
  package struct Agreement: Hashable, Sendable {
    package var compression: CompressionTerms?
    /// Bytes that followed the answer: the first frames.
    package var rest: [UInt8]
  }

  package let request: [UInt8]
  private let key: String
  private let compresses: Bool
  private var collector = HeadCollector()

  /// Creates the request.
  ///
  /// `host` is the host of the address, with the port unless it is the default one. `target` is path and query.
  /// `fields` are sent unchanged. `compresses` offers permessage-deflate. `key` is sixteen random bytes in base64, set
  /// only in tests.
  package init(
    host: String, target: String, fields: [(name: String, value: String)] = [],
    compresses: Bool = false, key: String? = nil
  ) throws(HandshakeError) {
    let key = key ?? HandshakeKey.random()
    guard target.hasPrefix("/"), target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .notSendable(":path")
    }
    var lines = ["GET \(target) HTTP/1.1"]
    var all = [
      ("Host", host), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
      ("Sec-WebSocket-Key", key), ("Sec-WebSocket-Version", "13"),
    ]
    if compresses { all.append(("Sec-WebSocket-Extensions", CompressionTerms.offer)) }
    for (name, value) in all + fields.map({ ($0.name, $0.value) }) {
      guard HTTPHead.isToken(name), HTTPHead.isValue(value) else { throw .notSendable(name) }
      lines.append("\(name): \(value)")
    }
    request = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    self.key = key
    self.compresses = compresses
  }

  /// Takes bytes of the answer; returns nil if more are needed.
  ///
  /// Throws if the connection cannot be used, for example for a status other than 101.
  package mutating func receive(
    _ bytes: some Collection<UInt8>
  ) throws(HandshakeError) -> Agreement? {
    guard var (head, rest) = try collector.take(bytes) else { return nil }
    // Other interim responses are ignored (RFC 9110, section 15.2).
    while case let status = try ClientHandshake.status(of: head), status < 200, status != 101 {
      guard let next = try collector.take(rest) else { return nil }
      (head, rest) = next
    }
    try check(head)
    return Agreement(compression: try compression(head), rest: rest)
  }

  private static func status(of head: HTTPHead) throws(HandshakeError) -> Int {
    let words = head.start.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, words[0] == "HTTP/1.1", words[1].utf8.count == 3,
      let status = Int(words[1]), (100...599).contains(status)
    else { throw .notHTTP }
    return status
  }

  private func check(_ head: HTTPHead) throws(HandshakeError) {
    let status = try ClientHandshake.status(of: head)
    guard status == 101 else {
      let seconds = head.onlyValue(of: "retry-after").flatMap { Int($0) }
      throw .refused(
        status: status, retryAfter: seconds.map { min(max($0, 0), 86_400) },
        reason: head.onlyValue(of: "www-authenticate").flatMap(Self.reason))
    }
    guard head.onlyValue(of: "upgrade")?.lowercased() == "websocket",
      head.has("upgrade", in: "connection")
    else { throw .notUpgraded }
    guard head.onlyValue(of: "sec-websocket-accept") == HandshakeKey.accept(key) else {
      throw .wrongAccept
    }
    // The request offers no subprotocol.
    if let chosen = head.values(of: "sec-websocket-protocol").first {
      throw .unknownSubprotocol(chosen)
    }
  }

  /// Returns the error description of a challenge, without control characters.
  private static func reason(_ challenge: String) -> String? {
    let bytes = Array(challenge.utf8)
    guard let start = bytes.firstPlace(of: "error_description=\"".utf8) else { return nil }
    let words = bytes[start.upperBound...].prefix { $0 != UInt8(ascii: "\"") }.prefix(200)
    return words.isEmpty
      ? nil : String(decoding: words.filter { (0x20..<0x7F).contains($0) }, as: UTF8.self)
  }

  private func compression(_ head: HTTPHead) throws(HandshakeError) -> CompressionTerms? {
    let extensions = head.elements(of: "sec-websocket-extensions")
    guard let first = extensions.first else { return nil }
    guard compresses, extensions.count == 1, let terms = CompressionTerms(answer: first) else {
      throw .unknownExtension(first)
    }
    return terms
  }
}
