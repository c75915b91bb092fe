internal import CLibcurl
internal import CLibcurlShim

extension EasyHandle {
  /// Sets one request: method, fields, body, and what to do with the answer.
  func setRequest(_ request: PreparedRequest, settings: TransportSettings) throws(HTTPError) {
    let version = settings.usesHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    try set(CURLOPT_HTTP_VERSION, version)
    // Only TLS tells early whether a connection can be shared; without it, waiting would be vain.
    try set(CURLOPT_PIPEWAIT, settings.usesHTTP2 && request.destination.scheme == "https")
    try set(CURLOPT_HTTP09_ALLOWED, false)
    try set(CURLOPT_FOLLOWLOCATION, false)
    try set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    try set(CURLOPT_USERAGENT, settings.userAgent)
    try set(CURLOPT_MAXFILESIZE_LARGE, offset: request.maximumResponseBytes)
    try set(lines: request.lines)
    switch request.method {
    case .get where request.bodyCount == 0:
      try set(CURLOPT_HTTPGET, true)
    case .delete where request.bodyCount == 0:
      try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    case .post:
      try set(CURLOPT_POST, true)
      try setBody(request)
    case .get, .put, .patch, .delete:
      try set(CURLOPT_POST, true)
      try setBody(request)
      try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }
  }

  /// A body in a file is asked for bit by bit; whoever carries the request sets what hands it out.
  private func setBody(_ request: PreparedRequest) throws(HTTPError) {
    guard let file = request.fileBody else { return try set(body: request.body) }
    try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: file.count)
  }
}
