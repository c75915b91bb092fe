/// An `HTTPRequest` that was checked against the transport's settings, in the form that libcurl takes.
struct PreparedRequest: Sendable {
  /// The address, as libcurl takes it.
  let url: String
  /// The part of the address that may be shown.
  let destination: HTTPDestination
  let method: HTTPRequest.Method
  /// The header lines, as libcurl takes them.
  let lines: [String]
  let body: [UInt8]
  let fileBody: FileBody?
  let outputPath: String?
  let timeouts: HTTPTimeouts
  let maximumResponseBytes: Int
  let proxy: ProxyAddress?

  /// Checks a request against the settings. `url` is its parsed address.
  init(
    _ request: HTTPRequest, to url: RequestURL, settings: TransportSettings
  ) throws(HTTPError) {
    if url.destination.scheme == "http", !url.destination.isLoopback, !settings.allowsPlainText {
      throw .plainTextRefused(url.destination)
    }
    self.url = url.text
    destination = url.destination
    method = request.method
    guard HTTPHeaders.Field.isValue(settings.userAgent) else {
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

  var bodyCount: Int { fileBody?.count ?? body.count }

  /// The machine to connect to: the proxy if there is one, otherwise the server.
  var server: HTTPError.Server {
    proxy?.server ?? HTTPError.Server(host: destination.host, port: destination.port)
  }

  private static func lines(_ request: HTTPRequest) throws(HTTPError) -> [String] {
    // Otherwise libcurl would wait for the server's status 100 before it sends a large body.
    var lines = ["Expect:"]
    var hasType = false
    for field in request.headers.fields {
      if let fault = field.fault { throw .invalidField(name: field.name, fault) }
      let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      lines.append(isBlank ? "\(field.name);" : "\(field.name): \(field.value)")
      if field.name.lowercased() == "content-type" { hasType = true }
    }
    // Otherwise libcurl would send a body as a web form.
    if !hasType { lines.append("Content-Type:") }
    return lines
  }
}
