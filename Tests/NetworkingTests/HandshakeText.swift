@testable import Networking

/// The handshakes of clients and servers: a client, a server's answer, and a request.
enum HandshakeText {
  static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  /// The `Sec-WebSocket-Accept` that answers `key`.
  static let accept = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="

  static func client(compresses: Bool = false) throws -> ClientHandshake {
    try ClientHandshake(
      host: "server.example.com", target: "/chat", fields: [("Origin", "http://example.com")],
      compresses: compresses, key: key)
  }

  /// A server's answer, with lines added or removed.
  static func answer(
    _ start: String = "HTTP/1.1 101 Switching Protocols", without: String = "",
    _ more: String...
  ) -> String {
    let lines = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: \(accept)"]
    return ([start] + lines.filter { !$0.hasPrefix(without) || without.isEmpty } + more)
      .joined(separator: "\r\n") + "\r\n\r\n"
  }

  static func request(
    _ start: String = "GET /chat?x=1 HTTP/1.1", without: String = "", _ more: String...
  ) -> [UInt8] {
    let lines = [
      "Host: h", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
      "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
    ]
    let kept = lines.filter { without.isEmpty || !$0.hasPrefix(without) }
    return Array((([start] + kept + more).joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }
}
