import System

/// The key by which `UnauthenticatedConnections` counts a client's connections: the part of an address that the
/// client cannot choose.
struct ClientAddress: Hashable {
  private let bytes: [UInt8]

  /// Takes the bytes of an IPv4 or IPv6 address. For IPv6, keeps the 64-bit network, which belongs to one client (RFC
  /// 4291, 2.5.1). An IPv4-mapped address becomes IPv4.
  init(_ bytes: [UInt8]) {
    self.bytes = Array(SocketAddress.unmapped(bytes).prefix(8))
  }
}
