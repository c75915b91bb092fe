/// One request to a server, with its limits.
///
/// What it prints is the method, the destination and the body's size: headers hold keys.
package struct HTTPRequest: Hashable, Sendable {
  /// What is asked of the resource; a `GET` has no body.
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
  }

  package var method: Method
  /// The absolute address, `http` or `https`, without credentials; a fragment is not sent.
  package var url: String
  /// Those that frame the message (`Content-Length`, `Transfer-Encoding`, `Connection`, `Expect`
  /// and their like) and `Accept-Encoding` are the transport's own and are refused here.
  package var headers: HTTPHeaders
  /// The body; empty for none. It is held twice while the request is under way.
  package var body: [UInt8]
  /// A body that lies in a file, in place of `body`.
  package var fileBody: FileBody?
  /// Where the body of a good answer (2xx) is written to, for its owner alone, instead of being held in
  /// memory; nil for memory. What failed leaves a part of it there.
  package var outputPath: String?
  package var timeouts: HTTPTimeouts
  /// The most bytes that the answer's body may have, counted after decompression.
  package var maximumResponseBytes: Int

  /// The largest answer is 16 MiB unless stated.
  package init(
    _ method: Method, _ url: String, headers: HTTPHeaders = [:], body: [UInt8] = [],
    timeouts: HTTPTimeouts = HTTPTimeouts(), maximumResponseBytes: Int = 16 << 20
  ) {
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.body, self.timeouts, self.maximumResponseBytes) = (body, timeouts, maximumResponseBytes)
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// `POST https://host/path, 120 bytes`.
  package var description: String {
    let destination = HTTPDestination(readable: url)?.description ?? "an invalid address"
    return "\(method.rawValue) \(destination), \(fileBody?.count ?? body.count) bytes"
  }

  /// The description alone, so that `dump` shows no key either.
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// A body that is read from a file while it is sent, between two pieces that are in memory: one part of a form,
/// for instance. It may have any size.
package struct FileBody: Hashable, Sendable {
  package var head: [UInt8]
  package var path: String
  /// So many bytes of the file are sent, from its start; one that turns out shorter fails the request.
  package var length: Int
  package var tail: [UInt8]

  package init(head: [UInt8] = [], path: String, length: Int, tail: [UInt8] = []) {
    (self.head, self.path, self.length) = (head, path, length)
    self.tail = tail
  }

  /// The bytes of the whole body.
  package var count: Int { head.count + length + tail.count }
}
