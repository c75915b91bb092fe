import Encoding
package import Networking

/// The address of a sync server, parsed and completed from the text that the user typed.
///
/// `http` becomes `ws` and `https` becomes `wss`. A bare host gets `ws` on this machine and `wss` elsewhere.
package struct ServerAddress: Hashable, Sendable {
  /// Scheme (`http` or `https`), host, port and path: the destination of the transport, without secrets.
  package let destination: HTTPDestination
  /// The path and query of the request.
  let target: String

  /// The reason why a text is not an address, or is not allowed.
  package enum Fault: Error, Hashable, Sendable {
    case malformed
    case unknownScheme(String)
    case hasCredentials
    /// The address leads to another machine without TLS, and the caller did not allow that.
    case insecure(host: String)
  }

}

extension ServerAddress {
  /// Parses an address. Throws `.insecure` for another machine without TLS, unless `allowsInsecure` is true.
  package init(_ text: String, allowsInsecure: Bool = false) throws(Fault) {
    let text = text.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
    let (scheme, rest) = try ServerAddress.scheme(text)
    guard !rest.isEmpty, rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .malformed }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else { throw .hasCredentials }
    guard let secure = HTTPDestination(readable: "https://\(rest)") else { throw .malformed }
    let settled = scheme ?? (secure.isLoopback ? "http" : "https")
    destination = HTTPDestination(readable: "\(settled)://\(rest)") ?? secure
    let query = rest.firstIndex(of: "?").map { String(rest[$0...]) } ?? ""
    target = destination.path + query
    if destination.scheme == "http", !destination.isLoopback, !allowsInsecure {
      throw .insecure(host: destination.host)
    }
  }

  package var seemsToHoldToken: Bool {
    guard let start = target.firstIndex(of: "?") else { return false }
    return target[start...].dropFirst().split(separator: "&").contains { member in
      let name = member.prefix { $0 != "=" }.lowercased()
      return ["token", "secret", "password", "key", "auth"].contains { name.hasSuffix($0) }
    }
  }

  /// Returns the address with a token in its query, for servers that read the token only there.
  package func adding(token: String) -> ServerAddress {
    let allowed = Array("-._~".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in token.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: encoded.append(byte)
      case let byte where allowed.contains(byte): encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    let text = String(decoding: encoded, as: UTF8.self)
    return ServerAddress(
      destination: destination,
      target: target + (target.contains("?") ? "&" : "?") + "token=\(text)")
  }

  /// The value of the `Host` header. It has a port only if that is not the scheme's default.
  var host: String {
    let usual = destination.scheme == "https" ? 443 : 80
    return destination.port == usual
      ? destination.host : "\(destination.host):\(destination.port)"
  }

  /// The whole address with its query. Parsing it gives the same address.
  package var text: String { "\(isPlain ? "ws" : "wss")://\(host)\(target)" }

  /// The URL for the transport, without path and query: the handshake sends those.
  var httpURL: String { "\(destination.scheme)://\(host)/" }

  /// Whether two addresses have the same scheme, host and port. False if either cannot be parsed.
  package static func haveSameOrigin(_ one: String, _ other: String) -> Bool {
    guard let one = (try? ServerAddress(one, allowsInsecure: true))?.destination,
      let other = (try? ServerAddress(other, allowsInsecure: true))?.destination
    else { return false }
    return (one.scheme, one.host, one.port) == (other.scheme, other.host, other.port)
  }

  /// Whether the traffic is unencrypted.
  package var isPlain: Bool { destination.scheme == "http" }

  private static func scheme(_ text: Substring) throws(Fault) -> (String?, Substring) {
    guard let separator = text.firstPlace(of: "://") else {
      // A known scheme before the colon means an incomplete `://`, not a host with a port.
      let isScheme = ["ws:/", "wss:/", "http:/", "https:/"].contains {
        text.lowercased().hasPrefix($0)
      }
      if isScheme { throw .malformed }
      return (nil, text)
    }
    let rest = text[separator.upperBound...]
    switch text[..<separator.lowerBound].lowercased() {
    case "ws", "http": return ("http", rest)
    case "wss", "https": return ("https", rest)
    case let other: throw .unknownScheme(other)
    }
  }
}

extension ServerAddress: CustomStringConvertible {
  /// `wss://host/path`, without the query, which may hold secrets.
  package var description: String {
    let text = destination.description
    return (isPlain ? "ws" : "wss") + text.dropFirst(destination.scheme.count)
  }
}

extension ServerAddress.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "invalid address; use wss://host/path"
    case .unknownScheme(let scheme):
      "the address starts with \(scheme)://; use wss://, ws://, https:// or http://"
    case .hasCredentials:
      "the address contains a user name or password; put the token into the environment instead"
    case .insecure(let host):
      "ws:// to \(host) is not encrypted; use wss://, or "
        + "--allow-insecure"
    }
  }
}
