import Testing

@testable import Peering

/// The addresses that an interface reaches, and addresses as text. Below: interrupted links, for `NetworkChanges`.
@Suite struct LinkInterfaceTests {
  private static let interface = LinkInterface(
    index: 2, name: "eth0",
    addresses: [
      .init(bytes: [10, 20, 128, 1], prefix: 17),
      .init(bytes: [0x20, 1, 0xD, 0xB8] + [UInt8](repeating: 1, count: 12), prefix: 64),
    ])

  // RFC 6762, 11.
  @Test(
    arguments: [
      ("the same network", [10, 20, 255, 9], true), ("another one", [10, 20, 127, 9], false),
      ("addresses that were made up", [169, 254, 3, 4], true),
      ("of this link", [0xFE, 0x80] + [UInt8](repeating: 9, count: 14), true),
      ("IPv6", [0x20, 1, 0xD, 0xB8, 1, 1, 1, 1] + [UInt8](repeating: 9, count: 8), true),
      ("another of IPv6", [0x20, 1, 0xD, 0xB9] + [UInt8](repeating: 1, count: 12), false),
    ] as [(String, [UInt8], Bool)])
  func `an interface recognizes addresses of its link`(
    name: String, address: [UInt8], isReached: Bool
  ) {
    #expect(Self.interface.reaches(address) == isReached, "\(name)")
  }

  @Test(
    arguments: [
      ("IPv4", [10, 0, 0, 1], "10.0.0.1"),
      ("IPv6", [0x20, 1] + [UInt8](repeating: 0, count: 13) + [1], "2001::1"),
      ("of this link", [0xFE, 0x80] + [UInt8](repeating: 0, count: 13) + [1], "fe80::1%eth0"),
      ("this machine", [127, 0, 0, 1], nil), ("none", [0, 0, 0, 0], nil),
      ("many", [224, 0, 0, 251], nil), ("all", [255, 255, 255, 255], nil),
      ("this machine in IPv6", [UInt8](repeating: 0, count: 15) + [1], nil),
      ("none in IPv6", [UInt8](repeating: 0, count: 16), nil),
      ("many in IPv6", [0xFF, 2] + [UInt8](repeating: 0, count: 14), nil),
      (
        "IPv4 within IPv6",
        [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 127, 0, 0, 1], nil
      ),
    ] as [(String, [UInt8], String?)])
  func `addresses that reach another host are printed as text`(
    name: String, address: [UInt8], text: String?
  ) {
    #expect(Self.interface.text(address) == text, "\(name)")
  }

  @Test func `a machine on its own finds itself on its own interface`() {
    var loopback = Self.interface
    loopback.isLoopback = true
    #expect(loopback.text([127, 0, 0, 1]) == "127.0.0.1")
  }

  // The layout of RTM_NEWLINK (16), RTM_DELLINK (17) and RTM_NEWADDR (20) in rtnetlink(7).
  @Test(
    arguments: [
      ("up and running", 16, 0x1_1043, []), ("without a carrier", 16, 0x1003, [7]),
      ("gone", 17, 0x1_1043, [7]), ("an address", 20, 0x1003, []),
    ] as [(String, UInt16, UInt32, [UInt32])])
  func `interrupted links are detected`(
    name: String, kind: UInt16, flags: UInt32, down: [UInt32]
  ) {
    var message: [UInt8] = []
    for value: UInt32 in [32, UInt32(kind), 0, 0, 0, 7, flags, 0] {
      withUnsafeBytes(of: value) { message += $0 }
    }
    let bytes = message + message
    #expect(bytes.withUnsafeBytes { NetworkChanges.linksDown($0) } == down + down, "\(name)")
    for count in 0..<32 {
      #expect(message.prefix(count).withUnsafeBytes { NetworkChanges.linksDown($0) }.isEmpty)
    }
  }
}
