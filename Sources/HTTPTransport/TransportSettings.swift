/// What holds for all requests of one transport.
public struct TransportSettings: Hashable, Sendable {
  /// The most connections to one host and port; a further HTTP/1 request waits for a free one.
  public var maximumConnectionsPerHost: Int
  /// How long an unused connection is kept.
  public var idleConnectionLifetime: Duration
  /// Whether HTTP/2 is spoken where the server offers it over TLS.
  public var usesHTTP2: Bool
  /// Whether `http` addresses on other machines are allowed, where everybody on the way can read
  /// the key.
  public var allowsPlainText: Bool
  /// The proxies.
  public var proxies: ProxyRules
  /// A PEM file of the authorities that may vouch for a server; nil for the system's.
  public var authorityFile: String?
  /// A folder of authorities as OpenSSL's `rehash` leaves it; nil for the system's.
  public var authorityFolder: String?
  /// The SHA-256 of the public key that a server has to have, in base64; nil where any will do that an
  /// authority vouches for. It comes on top of the other checks.
  public var pinnedKey: String?
  /// The most header fields an answer may have, interim answers and trailers included.
  public var maximumHeaderFields: Int
  /// The most bytes that an answer's header may have, interim answers and trailers included.
  public var maximumHeaderBytes: Int
  /// The `User-Agent` field.
  public var userAgent: String

  /// States the settings; the defaults are direct connections, the system's authorities, and 256
  /// fields of 64 KiB together.
  public init(
    maximumConnectionsPerHost: Int = 256, idleConnectionLifetime: Duration = .seconds(90),
    usesHTTP2: Bool = true, allowsPlainText: Bool = false, proxies: ProxyRules = .none,
    authorityFile: String? = nil, authorityFolder: String? = nil, pinnedKey: String? = nil,
    maximumHeaderFields: Int = 256, maximumHeaderBytes: Int = 64 << 10,
    userAgent: String = "actionitems"
  ) {
    self.maximumConnectionsPerHost = maximumConnectionsPerHost
    self.idleConnectionLifetime = idleConnectionLifetime
    self.usesHTTP2 = usesHTTP2
    self.allowsPlainText = allowsPlainText
    self.proxies = proxies
    self.authorityFile = authorityFile
    self.authorityFolder = authorityFolder
    self.pinnedKey = pinnedKey
    self.maximumHeaderFields = maximumHeaderFields
    self.maximumHeaderBytes = maximumHeaderBytes
    self.userAgent = userAgent
  }

  /// Takes proxies and authorities from the usual variables.
  ///
  /// Those are the ones that `ProxyRules` names, and `CURL_CA_BUNDLE`, else `SSL_CERT_FILE`, for the
  /// authorities' file, `SSL_CERT_DIR` for their folder.
  public init(environment: [String: String]) {
    func value(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    self.init(
      proxies: ProxyRules(environment: environment),
      authorityFile: value("CURL_CA_BUNDLE") ?? value("SSL_CERT_FILE"),
      authorityFolder: value("SSL_CERT_DIR"))
  }
}
