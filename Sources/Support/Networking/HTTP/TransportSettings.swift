/// The settings of a `CurlTransport` or `CurlStream`: connections, proxies, trusted certificates, header limits.
package struct TransportSettings: Hashable, Sendable {
  /// The maximum connections to one host and port. Further HTTP/1 requests wait for a free one.
  package var maximumConnectionsPerHost = 256
  /// Whether `http` addresses of other machines are allowed. Anyone on the network path can then read the key.
  package var allowsPlainText = false
  package var proxies = ProxyRules.none
  /// A PEM file of certificate authorities; nil for the system's.
  package var authorityFile: String?
  /// A folder of certificate authorities as prepared by OpenSSL's `rehash`; nil for the system's.
  package var authorityFolder: String?
  /// The SHA-256 of the server's public key in base64, required in addition to the other checks. Nil accepts any key
  /// that an authority has certified.
  package var pinnedKey: String?
  /// The maximum header fields of a response, including interim responses and trailers.
  var maximumHeaderFields = 256
  /// The maximum header bytes of a response, including interim responses and trailers.
  var maximumHeaderBytes = 64 << 10
  package var userAgent = "actionitems"
}

extension TransportSettings {
  /// Reads proxies and certificate authorities from environment variables. By default, connections are direct and the
  /// authorities are the system's.
  ///
  /// The variables are those of `ProxyRules`; for the authorities' file, `CURL_CA_BUNDLE` or else `SSL_CERT_FILE`;
  /// for their folder, `SSL_CERT_DIR`.
  package init(environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    self.init(
      proxies: ProxyRules(environment: environment),
      authorityFile: value("CURL_CA_BUNDLE") ?? value("SSL_CERT_FILE"),
      authorityFolder: value("SSL_CERT_DIR"))
  }
}
