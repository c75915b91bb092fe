/// Why a handshake did not come about.
package enum HandshakeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What a caller wants to send cannot stand in a request: the name of the field, or `:path`.
  case notSendable(String)
  case notHTTP
  case headTooLarge(limit: Int)
  case tooManyFields(limit: Int)
  /// The server answers with another status than 101; what it says of when to try again is in seconds, and of what is
  /// wrong with a token in words (`error_description`; RFC 6750, section 3).
  case refused(status: Int, retryAfter: Int?, reason: String? = nil)
  case notUpgraded
  /// The server's answer does not prove that it read the key: something in between answers.
  case wrongAccept
  case unknownSubprotocol(String)
  case unknownExtension(String)

  package var description: String {
    switch self {
    case .notSendable(":path"): "the path has characters that cannot be sent"
    case .notSendable(let name): "the header field \"\(Self.shown(name))\" cannot be sent"
    case .notHTTP: "the answer is not HTTP/1.1"
    case .headTooLarge(let limit): "the head has more than \(limit) bytes"
    case .tooManyFields(let limit): "the head has more than \(limit) fields"
    case .refused(let status, let retryAfter, let reason):
      "the server answered with status \(status)"
        + (reason.map { ": \($0)" } ?? "") + (retryAfter.map { " (try again in \($0) s)" } ?? "")
    case .notUpgraded: "the server did not go over to WebSocket"
    case .wrongAccept: "the server's accept key is not the one that belongs to our key"
    case .unknownSubprotocol(let name):
      "the server chose the subprotocol \"\(Self.shown(name))\", which was not offered"
    case .unknownExtension(let name):
      "the server uses the extension \"\(Self.shown(name))\", which was not offered"
    }
  }

  /// What a peer wrote, made fit for a terminal.
  private static func shown(_ text: String) -> String {
    String(
      decoding: text.utf8.prefix(80).map { $0 > 0x20 && $0 < 0x7F ? $0 : UInt8(ascii: "?") },
      as: UTF8.self)
  }
}
