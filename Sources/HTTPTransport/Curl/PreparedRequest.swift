/// A request that was checked and may be sent.
struct PreparedRequest: Sendable {
  /// The address, as libcurl takes it.
  let url: String
  /// What of the address may be shown.
  let destination: HTTPDestination
  let method: HTTPRequest.Method
  /// The header lines, as libcurl takes them.
  let lines: [String]
  let body: [UInt8]
  let fileBody: FileBody?
  let outputPath: String?
  let timeouts: HTTPTimeouts
  let maximumResponseBytes: Int
  /// The proxy to go through.
  let proxy: ProxyAddress?

  /// Checks a request against the settings.
  init(_ request: HTTPRequest, settings: TransportSettings) throws(HTTPError) {
    let url = try RequestURL(request.url)
    if url.destination.scheme == "http", !url.destination.isLoopback, !settings.allowsPlainText {
      throw .plainTextRefused(url.destination)
    }
    self.url = url.text
    destination = url.destination
    method = request.method
    guard PreparedRequest.isValue(settings.userAgent) else {
      throw .invalidField(name: "User-Agent", .value)
    }
    lines = try PreparedRequest.lines(request)
    body = request.body
    fileBody = request.fileBody
    outputPath = request.outputPath
    timeouts = request.timeouts
    maximumResponseBytes = max(0, request.maximumResponseBytes)
    if let address = settings.proxies.proxy(for: url.destination) {
      proxy = try ProxyAddress(address)
    } else {
      proxy = nil
    }
  }

  /// The bytes of the body.
  var bodyCount: Int { fileBody?.count ?? body.count }

  /// The machine that is connected to first.
  var peer: HTTPError.Peer {
    proxy?.peer ?? HTTPError.Peer(host: destination.host, port: destination.port)
  }

  /// Fields that frame the message, belong to one connection, or decide how the body is read.
  private static let reserved: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  private static func lines(_ request: HTTPRequest) throws(HTTPError) -> [String] {
    // libcurl would wait for a server's consent before it sends a large body.
    var lines = ["Expect:"]
    var hasType = false
    for field in request.headers.fields {
      let name = field.name.lowercased()
      guard !name.isEmpty, name.utf8.allSatisfy(isToken) else {
        throw .invalidField(name: field.name, .name)
      }
      guard !reserved.contains(name) else { throw .invalidField(name: field.name, .reserved) }
      guard isValue(field.value) else { throw .invalidField(name: field.name, .value) }
      let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      lines.append(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
      if name == "content-type" { hasType = true }
    }
    // libcurl would call a body a web form.
    if !hasType { lines.append("Content-Type:") }
    return lines
  }

  /// Whether a text may be a field's value: nothing below the space but tabs (RFC 9110, section 5.5).
  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Whether a byte may stand in a field's name (RFC 9110, section 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}
