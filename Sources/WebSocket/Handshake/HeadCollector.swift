/// Collects bytes up to the empty line that ends a head.
struct HeadCollector {
  private var bytes: [UInt8] = []
  /// How far the bytes were searched.
  private var searched = 0
  private let limits: HandshakeLimits

  init(limits: HandshakeLimits) {
    self.limits = limits
  }

  /// Takes bytes; returns the head once it is whole, and what came behind it.
  mutating func take(
    _ more: some Collection<UInt8>
  ) throws(HandshakeError) -> (head: MessageHead, rest: [UInt8])? {
    bytes.append(contentsOf: more)
    // What begins like nothing of HTTP, as TLS does, has no end to wait for. Empty lines may come first.
    if let first = bytes.first, first < 0x20, first != 0x0D, first != 0x0A { throw .notHTTP }
    var position = max(3, searched)
    while position < bytes.count {
      if bytes[position] == 0x0A, bytes[position - 1] == 0x0D, bytes[position - 2] == 0x0A,
        bytes[position - 3] == 0x0D
      {
        guard position < limits.bytes else { throw .headTooLarge(limit: limits.bytes) }
        let head = try MessageHead(bytes[..<(position - 3)], limits: limits)
        let rest = Array(bytes[(position + 1)...])
        (bytes, searched) = ([], 0)
        return (head, rest)
      }
      position += 1
    }
    searched = bytes.count
    guard bytes.count < limits.bytes else { throw .headTooLarge(limit: limits.bytes) }
    return nil
  }
}
