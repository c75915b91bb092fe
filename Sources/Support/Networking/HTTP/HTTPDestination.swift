/// Where a request goes: what of its address may be shown.
///
/// There is no query in it, no fragment and no credentials, as those hold secrets.
package struct HTTPDestination: Hashable, Sendable {
  package var scheme: String
  /// The host name in ASCII, or a numeric address, IPv6 in brackets.
  package var host: String
  /// The port, the scheme's own included.
  package var port: Int
  /// The path, from its first slash on.
  package var path: String

  package init(scheme: String, host: String, port: Int, path: String = "/") {
    (self.scheme, self.host, self.port) = (scheme, host, port)
    self.path = path
  }

  /// Reads what may be shown of an address that a server wrote; nil where it is not one of ours.
  package init?(readable url: String) {
    do throws(HTTPError) {
      self = try RequestURL(url, allowsCredentials: true).destination
    } catch {
      return nil
    }
  }

  /// Whether the host is this machine without asking anyone: `localhost`, 127.0.0.0/8 or `[::1]`.
  package var isLoopback: Bool {
    if HTTPHeaders.areEqual(host, "localhost") { return true }
    return IPAddress(host)?.isLoopback ?? false
  }
}

extension HTTPDestination: CustomStringConvertible {
  /// `https://host/path`, with the port where it is not the scheme's own.
  ///
  /// Everything but printable ASCII is percent-encoded, and a long path is cut.
  package var description: String {
    let usual = scheme == "https" ? 443 : 80
    let authority = port == usual ? host : "\(host):\(port)"
    return "\(scheme)://" + PrintableText.encoded(authority, limit: 256)
      + PrintableText.encoded(path, limit: 200)
  }
}
