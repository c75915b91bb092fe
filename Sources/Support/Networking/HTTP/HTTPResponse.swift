/// A server's answer, complete.
package struct HTTPResponse: Hashable, Sendable {
  package var status: Int
  /// The header fields of the final answer as received; trailers are dropped.
  package var headers: HTTPHeaders
  /// The body, decompressed where it came as gzip or deflate.
  package var body: [UInt8]

  package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
