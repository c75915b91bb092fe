internal import CLibcurl
internal import CLibcurlShim

/// Sets the options of a libcurl handle: for a connection, for an HTTP request, or to connect only (byte streams).
/// Below: `Duration.milliseconds`.
extension EasyHandle {
  /// Sets the options of the connection to the server: address, proxy, TLS, sockets.
  func setConnection(
    url: String, proxy: ProxyAddress?, connectTimeout: Duration?, settings: TransportSettings
  ) throws(HTTPError) {
    try set(CURLOPT_URL, url)
    try EasyHandle.check(curl_shim_easy_allow_http_only(pointer))
    // Without signals, libcurl is safe in a program with several threads.
    try set(CURLOPT_NOSIGNAL, true)
    try EasyHandle.check(curl_shim_easy_leave_lookups_behind(pointer))
    // 0 would mean libcurl's own limit of five minutes. Its longest limit is about 24 days.
    let timeout = connectTimeout ?? .seconds(Int32.max / 1000)
    try set(CURLOPT_CONNECTTIMEOUT_MS, timeout.milliseconds)

    // Both are always set. Otherwise libcurl would read the environment.
    try set(CURLOPT_PROXY, proxy?.text ?? "")
    try set(CURLOPT_NOPROXY, "")
    try set(CURLOPT_HTTPPROXYTUNNEL, false)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
    try set(CURLOPT_HEADEROPT, 1)  // CURLHEADER_SEPARATE: no field of ours goes to a tunnel's proxy

    try set(CURLOPT_SSL_VERIFYPEER, true)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_PROXY_SSL_VERIFYPEER, true)
    try set(CURLOPT_PROXY_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
    if settings.authorityFile != nil || settings.authorityFolder != nil {
      // Given authorities replace the system's, so the option that was not given is cleared.
      try set(CURLOPT_CAINFO, settings.authorityFile)
      try set(CURLOPT_CAPATH, settings.authorityFolder)
      try set(CURLOPT_PROXY_CAINFO, settings.authorityFile)
      try set(CURLOPT_PROXY_CAPATH, settings.authorityFolder)
    }
    if let pinnedKey = settings.pinnedKey {
      try set(CURLOPT_PINNEDPUBLICKEY, "sha256//\(pinnedKey)")
    }

    try set(CURLOPT_TCP_NODELAY, true)
    // Probes keep the state of routers on the way alive while a model thinks.
    try set(CURLOPT_TCP_KEEPALIVE, true)
    try set(CURLOPT_TCP_KEEPIDLE, 45)
    try set(CURLOPT_TCP_KEEPINTVL, 15)
    // An unused connection is kept for this many seconds.
    try set(CURLOPT_MAXAGE_CONN, 90)
  }

  /// Sets one request: method, fields, body, and what to do with the answer.
  func setRequest(_ request: PreparedRequest, settings: TransportSettings) throws(HTTPError) {
    try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    // HTTP/2 is used only with TLS, so only there can it help to wait for a connection to share.
    try set(CURLOPT_PIPEWAIT, request.destination.scheme == "https")
    try set(CURLOPT_HTTP09_ALLOWED, false)
    try set(CURLOPT_FOLLOWLOCATION, false)
    try set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    try set(CURLOPT_USERAGENT, settings.userAgent)
    try set(CURLOPT_MAXFILESIZE_LARGE, offset: request.maximumResponseBytes)
    try set(lines: request.lines)
    if request.method == .get { return try set(CURLOPT_HTTPGET, true) }
    try set(CURLOPT_POST, true)
    if request.method == .patch { try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
    // libcurl asks for the bytes of a file piece by piece. `Transfer` sets the callback that reads them.
    guard let file = request.fileBody else { return try set(body: request.body) }
    try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: file.count)
  }

  /// Makes libcurl only connect; the caller then sends and receives the bytes. A proxy has to tunnel the connection.
  /// HTTP/2 is not offered.
  func setConnectOnly() throws(HTTPError) {
    try set(CURLOPT_CONNECT_ONLY, true)
    try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    try set(CURLOPT_HTTPPROXYTUNNEL, true)
  }
}

extension Duration {
  /// Whole milliseconds from 1 to what fits in 31 bits, rounded up.
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max / 1000) else { return Int(Int32.max) }
    let part = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return max(1, Int(seconds * 1000 + part))
  }
}
