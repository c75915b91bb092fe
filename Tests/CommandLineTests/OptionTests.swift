import Testing

@testable import CommandLine

/// The values of options for sizes and for the limits of a store.
@Suite struct OptionTests {
  @Test(
    arguments: [
      ("bytes", "500000", 500_000), ("kibibytes", "64K", 65_536), ("mebibytes", "10M", 10 << 20),
      ("gibibytes", "2G", 2 << 30), ("nothing", "", nil), ("a unit alone", "K", nil),
      ("zero", "0", nil), ("a negative number", "-1M", nil), ("another unit", "1T", nil),
      ("too large a number", "9223372036854775807G", nil), ("a fraction", "1.5M", nil),
    ] as [(String, String, Int?)])
  func `a size is a number of bytes, with or without a unit`(
    name: String, text: String, bytes: Int?
  ) {
    #expect(Option<Int>.size("max-bytes", "").read(text) == bytes, "\(name)")
  }

  @Test(arguments: [
    ("0", "1", "63K", "64K"), ("-1", "2", "1", "65536"), ("", "1000", "65535", "1M"),
  ])
  func `a limit that no store can keep is refused`(
    noItems: String, items: String, fewBytes: String, bytes: String
  ) {
    #expect(
      StoreLimitOptions.items.read(noItems) == nil && StoreLimitOptions.bytes.read(fewBytes) == nil)
    #expect(
      StoreLimitOptions.items.read(items) != nil && StoreLimitOptions.bytes.read(bytes) != nil)
  }
}
