import Digests

/// Where a session's chance comes from.
public struct SessionRandom: Sendable {
  private let next: @Sendable () -> UInt64

  /// Takes 64 random bits from `next` each time.
  public init(_ next: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) }) {
    self.next = next
  }

  /// A number from 0 to 1.
  public func fraction() -> Double { Double(next() >> 11) / Double(1 << 53 as UInt64) }

  /// A random UUID (RFC 9562, 5.4) in lower case.
  public func uuid() -> String { UUIDv4.random(next) }
}
