/// The part of an HTTP address that may be shown: scheme, host, port and path.
///
/// Query, fragment and credentials are left out, because they may contain secrets.
package struct HTTPDestination: Hashable, Sendable {
  package var scheme: String
  /// The host name in ASCII, or a numeric address, with IPv6 in brackets.
  package var host: String
  /// The port, also if it is the scheme's default.
  package var port: Int
  /// The path, with its leading slash.
  package var path: String

  package init(scheme: String, host: String, port: Int, path: String = "/") {
    (self.scheme, self.host, self.port) = (scheme, host, port)
    self.path = path
  }

  /// Parses an address, without its credentials; nil if it is not a valid `http` or `https` address.
  package init?(readable url: String) {
    do throws(HTTPError) {
      self = try RequestURL(url, allowsCredentials: true).destination
    } catch {
      return nil
    }
  }

  /// Whether the host is this machine without a name lookup: `localhost`, 127.0.0.0/8 or `[::1]`.
  package var isLoopback: Bool {
    if HTTPHeaders.areEqual(host, "localhost") { return true }
    return IPAddress(host)?.isLoopback ?? false
  }
}

extension HTTPDestination: CustomStringConvertible {
  /// `https://host/path`, with the port unless it is the scheme's default.
  ///
  /// Everything but printable ASCII is percent-encoded. A long path is truncated.
  package var description: String {
    let usual = scheme == "https" ? 443 : 80
    let authority = port == usual ? host : "\(host):\(port)"
    return "\(scheme)://" + PrintableText.encoded(authority, limit: 256)
      + PrintableText.encoded(path, limit: 200)
  }
}
