/// Collects received bytes up to the empty line that ends an HTTP head, and parses the head (`HTTPHead`). Refuses
/// heads that are too long, and other protocols.
struct HeadCollector {
  private var bytes: [UInt8] = []
  private var searched = 0

  /// The largest head in bytes, with its empty line.
  private static let mostBytes = 16 << 10

  /// Takes bytes. Returns the head once it is complete, with the bytes after it.
  mutating func take(
    _ more: some Collection<UInt8>
  ) throws(HandshakeError) -> (head: HTTPHead, rest: [UInt8])? {
    bytes.append(contentsOf: more)
    // Other protocols, such as TLS, may never send an empty line. In HTTP, empty lines may come first.
    if let first = bytes.first, first < 0x20, first != 0x0D, first != 0x0A { throw .notHTTP }
    var position = max(3, searched)
    while position < bytes.count {
      if bytes[position] == 0x0A, bytes[position - 1] == 0x0D, bytes[position - 2] == 0x0A,
        bytes[position - 3] == 0x0D
      {
        guard position < Self.mostBytes else { throw .headTooLarge(limit: Self.mostBytes) }
        let head = try HTTPHead(bytes[..<(position - 3)])
        let rest = Array(bytes[(position + 1)...])
        (bytes, searched) = ([], 0)
        return (head, rest)
      }
      position += 1
    }
    searched = bytes.count
    guard bytes.count < Self.mostBytes else { throw .headTooLarge(limit: Self.mostBytes) }
    return nil
  }
}
