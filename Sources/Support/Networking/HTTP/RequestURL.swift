internal import CLibcurl

/// A request's address, parsed and checked by the libcurl that connects to it. `part`, below, returns a part of an
/// address that libcurl parsed.
struct RequestURL {
  /// The address in libcurl's notation, without a fragment.
  let text: String
  /// The part that may be shown.
  let destination: HTTPDestination

  /// Parses an absolute `http` or `https` address of at most 16 KiB. Credentials are refused unless allowed.
  init(_ url: String, allowsCredentials: Bool = false) throws(HTTPError) {
    guard !url.isEmpty else { throw .invalidURL(.empty) }
    guard url.utf8.count <= 16 << 10, !url.utf8.contains(0) else { throw .invalidURL(.malformed) }
    try RequestURL.checkScheme(url)
    guard let parts = curl_url() else { throw .unexpected(code: 27, text: "out of memory") }
    defer { curl_url_cleanup(parts) }
    let flags = allowsCredentials ? 0 : UInt32(CURLU_DISALLOW_USER)
    switch curl_url_set(parts, CURLUPART_URL, url, flags) {
    case CURLUE_OK: break
    case CURLUE_USER_NOT_ALLOWED: throw .invalidURL(.hasCredentials)
    case CURLUE_NO_HOST: throw .invalidURL(.noHost)
    default: throw .invalidURL(.malformed)
    }
    curl_url_set(parts, CURLUPART_FRAGMENT, nil, 0)
    guard let scheme = parts.part(CURLUPART_SCHEME), let host = parts.part(CURLUPART_HOST),
      let port = parts.part(CURLUPART_PORT, flags: CURLU_DEFAULT_PORT),
      let path = parts.part(CURLUPART_PATH), let text = parts.part(CURLUPART_URL)
    else { throw .invalidURL(.malformed) }
    self.text = text
    destination = HTTPDestination(scheme: scheme, host: host, port: Int(port) ?? 0, path: path)
  }

  /// Requires `http://` or `https://` and a host. libcurl alone would accept any number of slashes.
  private static func checkScheme(_ url: String) throws(HTTPError) {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")), url[colon...].hasPrefix("://")
    else { throw .invalidURL(.noScheme) }
    switch url[..<colon].lowercased() {
    case "http", "https": break
    case let other where other.utf8.allSatisfy({ $0 != UInt8(ascii: "/") }):
      throw .invalidURL(.notHTTP)
    default: throw .invalidURL(.noScheme)
    }
    let rest = url[colon...].utf8.dropFirst(3)
    guard let first = rest.first, !"/?#".utf8.contains(first) else { throw .invalidURL(.noHost) }
  }
}

extension OpaquePointer {
  /// A part of a parsed address; nil if it is missing.
  func part(_ part: CURLUPart, flags: Int32 = 0) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(self, part, &text, UInt32(flags)) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
