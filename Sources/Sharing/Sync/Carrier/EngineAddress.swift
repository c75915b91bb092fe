package import Networking
import Encoding

/// Where an engine is: an address as people write it, made whole.
///
/// `http` becomes `ws`, `https` becomes `wss`; a bare host gets `ws` on this machine and `wss` elsewhere.
package struct EngineAddress: Hashable, Sendable {
  /// `http` or `https`, host, port and path: what may be shown, and what the carrier connects to.
  package let destination: HTTPDestination
  /// Path and query, as they are asked for.
  let target: String

  package enum Fault: Error, Hashable, Sendable {
    case malformed
    case unknownScheme(String)
    case hasCredentials
    /// It leads to another machine without TLS, and nobody has allowed that.
    case insecure(host: String)
  }

}

extension EngineAddress {
  /// Reads an address; without TLS it may lead to another machine only where that is allowed.
  package init(_ text: String, allowsInsecure: Bool = false) throws(Fault) {
    let text = text.split(separator: "#", omittingEmptySubsequences: false).first ?? ""
    let (scheme, rest) = try EngineAddress.scheme(text)
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

  /// The address with a token in its query, for engines that look for it nowhere else.
  package func adding(token: String) -> EngineAddress {
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
    return EngineAddress(
      destination: destination,
      target: target + (target.contains("?") ? "&" : "?") + "token=\(text)")
  }

  /// What the `Host` field says: the port only where it is not the scheme's own.
  var host: String {
    let usual = destination.scheme == "https" ? 443 : 80
    return destination.port == usual
      ? destination.host : "\(destination.host):\(destination.port)"
  }

  /// The whole address, query included; it is read back as the same.
  package var text: String { "\(isPlain ? "ws" : "wss")://\(host)\(target)" }

  /// What the carrier is given: nothing of path and query, which are the handshake's.
  var carrierURL: String { "\(destination.scheme)://\(host)/" }

  /// Whether two addresses lead to the same place: scheme, host and port. One that cannot be read leads nowhere.
  package static func haveSameOrigin(_ one: String, _ other: String) -> Bool {
    guard let one = (try? EngineAddress(one, allowsInsecure: true))?.destination,
      let other = (try? EngineAddress(other, allowsInsecure: true))?.destination
    else { return false }
    return (one.scheme, one.host, one.port) == (other.scheme, other.host, other.port)
  }

  /// Whether what is sent can be read on the way.
  package var isPlain: Bool { destination.scheme == "http" }

  private static func scheme(_ text: Substring) throws(Fault) -> (String?, Substring) {
    guard let separator = text.firstPlace(of: "://") else {
      // What stands before the colon is a scheme where no port follows.
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

extension EngineAddress: CustomStringConvertible {
  /// `wss://host/path`, without the query, which may hold secrets.
  package var description: String {
    let text = destination.description
    return (isPlain ? "ws" : "wss") + text.dropFirst(destination.scheme.count)
  }
}

extension EngineAddress.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "the address cannot be read; write wss://host/path"
    case .unknownScheme(let scheme):
      "the address begins with \(scheme)://; write wss://, ws://, https:// or http://"
    case .hasCredentials:
      "the address holds a user name or password; put the token into the environment instead"
    case .insecure(let host):
      "ws:// to \(host) would show everything to everybody on the way; use wss://, or "
        + "--allow-insecure if that is what you want"
    }
  }
}
