internal import CLibcurl
import Encoding

/// The address of a proxy, parsed and checked with libcurl. `server` is the part that may be shown.
struct ProxyAddress {
  /// The address for libcurl, including credentials.
  let text: String
  /// The host and port, which may be shown.
  let server: HTTPError.Server

  /// Parses an address. Without a scheme it is `http://`.
  init(_ address: String) throws(HTTPError) {
    guard let parts = curl_url() else { throw .unexpected(code: 27, text: "out of memory") }
    defer { curl_url_cleanup(parts) }
    let complete = address.holds("://") ? address : "http://" + address
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME)
    guard !address.utf8.contains(0),
      curl_url_set(parts, CURLUPART_URL, complete, flags) == CURLUE_OK,
      let scheme = parts.part(CURLUPART_SCHEME),
      ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme),
      let host = parts.part(CURLUPART_HOST), !host.isEmpty
    else { throw .invalidProxy }
    // libcurl's default ports.
    let usual = scheme == "https" ? 443 : 1080
    let port = parts.part(CURLUPART_PORT).flatMap { Int($0) }
    text = complete
    server = HTTPError.Server(host: host, port: port ?? usual, isProxy: true)
  }
}
