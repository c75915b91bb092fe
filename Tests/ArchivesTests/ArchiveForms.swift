import TestSupport

/// The forms of zip and gzip files.
enum ArchiveForms {
  static func sample(_ adjust: (inout ZipWriter.Member) -> Void = { _ in }) -> ZipWriter {
    var zip = ZipWriter()
    zip.add("users.json", "[]", adjust)
    zip.add("general/", "") { $0.isDeflated = false }
    zip.add("general/empty.json", "", adjust)
    zip.add("general/2026-03-01.json", long, adjust)
    zip.add("a/b/c/d/e.txt", "nested", adjust)
    return zip
  }

  static let long = Array(
    String(repeating: "Could you send the report by Friday? ", count: 9000).utf8)

  static let zip: [Zip] = [
    ("deflated", { _ in }),
    ("stored", { $0.isDeflated = false }),
    ("64 bits", { $0.isZip64 = true }),
    ("descriptor", { $0.descriptor = .signed }),
    ("descriptor without signature", { $0.descriptor = .unsigned }),
    ("descriptor with sizes in front too", { $0.descriptor = .redundant }),
    ("descriptor of 64 bits", { ($0.descriptor, $0.isZip64) = (.signed, true) }),
    ("stored with descriptor", { ($0.descriptor, $0.isDeflated) = (.signed, false) }),
    (
      "long extra fields",
      { $0.extra = [0x99, 0x99, 0x60, 0xea] + Array(repeating: 7, count: 60_000) }
    ),
    ("flagged names", { $0.flags = 0x800 }),
  ]

  typealias Zip = (name: String, adjust: @Sendable (inout ZipWriter.Member) -> Void)

  static let gzip: [Gzip] = [
    ("no optional field", { _ in }),
    ("name", { $0.fileName = Array("chat.jsonl".utf8) }),
    ("comment", { $0.comment = Array("made by hand".utf8) }),
    ("extra field", { $0.extra = Array(repeating: 7, count: 65_535) }),
    ("empty extra field", { $0.extra = [] }),
    ("header checksum", { $0.hasHeaderChecksum = true }),
    (
      "all",
      {
        $0.fileName = Array("chat.jsonl".utf8)
        $0.comment = Array(repeating: 0x20, count: 60_000)
        $0.extra = [1, 2, 0, 0]
        $0.modified = 1_700_000_000
        $0.hasHeaderChecksum = true
      }
    ),
  ]

  typealias Gzip = (name: String, adjust: @Sendable (inout GzipMember) -> Void)
}
