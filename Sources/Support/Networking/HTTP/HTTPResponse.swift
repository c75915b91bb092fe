/// A complete HTTP response, as `HTTPSending` returns it.
package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  /// The header fields of the final response as received. Trailers are dropped.
  package var headers: HTTPHeaders
  /// The body, decompressed if it was sent as gzip or deflate.
  package var body: [UInt8]

  package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
