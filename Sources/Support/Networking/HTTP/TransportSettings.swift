/// What holds for all requests of one transport.
package struct TransportSettings: Hashable, Sendable {
  /// The most connections to one host and port; a further HTTP/1 request waits for a free one.
  package var maximumConnectionsPerHost = 256
  /// Whether `http` addresses on other machines are allowed, where everybody on the way can read
  /// the key.
  package var allowsPlainText = false
  package var proxies = ProxyRules.none
  /// A PEM file of the authorities that may vouch for a server; nil for the system's.
  package var authorityFile: String?
  /// A folder of authorities as OpenSSL's `rehash` leaves it; nil for the system's.
  package var authorityFolder: String?
  /// The SHA-256 of the public key that a server has to have, in base64; nil where any will do that an
  /// authority vouches for. It comes on top of the other checks.
  package var pinnedKey: String?
  /// The most header fields an answer may have, interim answers and trailers included.
  var maximumHeaderFields = 256
  /// The most bytes that an answer's header may have, interim answers and trailers included.
  var maximumHeaderBytes = 64 << 10
  package var userAgent = "actionitems"
}

extension TransportSettings {
  /// Takes proxies and authorities from the usual variables; without any, connections are direct and the
  /// authorities are the system's.
  ///
  /// Those are the ones that `ProxyRules` names, and `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`, for the
  /// authorities' file, `SSL_CERT_DIR` for their folder.
  package init(environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      proxies: ProxyRules(environment: environment),
      authorityFile: value("CURL_CA_BUNDLE") ?? value("SSL_CERT_FILE"),
      authorityFolder: value("SSL_CERT_DIR"))
  }
}
