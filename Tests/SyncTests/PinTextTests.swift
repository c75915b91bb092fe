import Testing

@testable import Sync

@Suite struct PinTextTests {
  static let hex = String(repeating: "AB", count: 32)
  static let base64 = "q6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s="

  @Test(
    arguments: [
      ("base64", base64, base64), ("as curl has it", "sha256//" + base64, base64),
      ("hex", hex, base64), ("small letters", hex.lowercased(), base64),
      ("hex with its name", "sha256:" + hex, base64),
      (
        "colons between", "SHA256:" + Array(repeating: "AB", count: 32).joined(separator: ":"),
        base64
      ),
      ("too short", String(hex.dropLast(2)), nil), ("nothing", "", nil), ("words", "my pin", nil),
    ] as [(String, String, String?)])
  func `pins are parsed in the notation of common programs`(
    name: String, text: String, wanted: String?
  ) {
    #expect(RemoteOptions.pin(text) == wanted, "\(name)")
  }
}
