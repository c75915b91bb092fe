/// A request as the loopback server received it.
public struct LoopbackRequest: Sendable {
  /// The number of earlier requests to the server.
  public var number: Int
  /// The index of the server's connection, from 0.
  public var connection: Int
  /// The method, in its original case.
  public var method: String
  /// The request target, including the query.
  public var path: String
  /// The field names and values, in order.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// The first value of a field, ignoring case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

extension LoopbackRequest {
  /// The result of reading a connection's bytes.
  enum Reading {
    case incomplete
    case malformed
    case complete(LoopbackRequest, length: Int)
  }

  /// Reads the request at the start of a connection's bytes. A body has a length (RFC 9112, section 6.2); chunks
  /// are not read.
  static func read(_ bytes: [UInt8], number: Int, connection: Int) -> Reading {
    // A method starts with a letter; a TLS handshake does not.
    if let first = bytes.first, !(0x41...0x5A).contains(first) { return .malformed }
    guard let end = endOfHead(bytes) else {
      return bytes.count > 1 << 20 ? .malformed : .incomplete
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: true)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      return .malformed
    }
    var request = LoopbackRequest(
      number: number, connection: connection, method: String(words[0]), path: String(words[1]),
      headers: [], body: [])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return .malformed }
      let value = line[line.index(after: colon)...]
      request.headers.append((String(line[..<colon]), String(value.drop { $0 == " " })))
    }
    let length = request.header("Content-Length").map { Int($0) ?? -1 } ?? 0
    guard length >= 0, request.header("Transfer-Encoding") == nil else { return .malformed }
    guard bytes.count - end >= length else { return .incomplete }
    request.body = Array(bytes[end..<end + length])
    return .complete(request, length: end + length)
  }

  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 3..<bytes.count
    where bytes[index] == 0x0A && bytes[index - 1] == 0x0D && bytes[index - 2] == 0x0A
      && bytes[index - 3] == 0x0D
    {
      return index + 1
    }
    return nil
  }
}
