/// An HTTP request with its time limits and maximum response size. `FileBody` is a body read from a file.
///
/// Headers contain keys, so the `description` has only method, destination and body size.
package struct HTTPRequest: Hashable, Sendable {
  /// The request method. A `GET` has no body.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
  }

  package var method: Method
  /// The absolute `http` or `https` address, without credentials. A fragment is not sent.
  package var url: String
  /// The header fields. Fields that the transport sets itself are refused: `Accept-Encoding`, and those that frame
  /// the message, such as `Content-Length`, `Transfer-Encoding`, `Connection` and `Expect`.
  package var headers: HTTPHeaders
  /// The body; empty for none. Two copies are in memory while the request is in progress.
  package var body: [UInt8]
  /// A body in a file, used instead of `body`.
  package var fileBody: FileBody?
  /// The file to write the body of a successful response (2xx) to, readable only by its owner; nil to keep it in
  /// memory. A failed transfer leaves a partial file.
  package var outputPath: String?
  package var timeouts: HTTPTimeouts
  /// The maximum bytes of the response body after decompression.
  package var maximumResponseBytes: Int

  /// Creates a request. The default limit of the response is 16 MiB.
  package init(
    _ method: Method, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    timeouts: HTTPTimeouts = HTTPTimeouts(), maximumResponseBytes: Int = 16 << 20
  ) {
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.body, self.timeouts, self.maximumResponseBytes) = (body, timeouts, maximumResponseBytes)
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// For example `POST https://host/path, 120 bytes`.
  package var description: String {
    let destination = HTTPDestination(readable: url)?.description ?? "an invalid address"
    return "\(method.rawValue) \(destination), \(fileBody?.count ?? body.count) bytes"
  }

  /// Only the description, so that `dump` does not show keys.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// A request body with a file in the middle: `head`, bytes of the file, `tail`. The file is read during sending, so
/// its size does not matter. An example is a file upload in a form.
package struct FileBody: Hashable, Sendable {
  package var head: [UInt8]
  package var path: String
  /// The number of bytes to send, from the file's start. The request fails if the file is shorter.
  package var length: Int
  package var tail: [UInt8]

  package init(head: [UInt8] = [], path: String, length: Int, tail: [UInt8] = []) {
    (self.head, self.path, self.length) = (head, path, length)
    self.tail = tail
  }

  /// The size of the whole body in bytes.
  package var count: Int { head.count + length + tail.count }
}
