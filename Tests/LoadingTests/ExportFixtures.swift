import FoundationEssentials
import TestSupport

/// The fixtures of every format, to be damaged.
enum ExportFixtures {
  static let folder = Golden.path("exports")

  static let formats = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted()

  /// Pieces with a meaning in one format or another.
  static let tokens = [
    "\"", "[", "{", "}", "]", ":", ",", "\n", "\\u", "\\ud800", "null", "-1", "1e999", "<", ">",
    "&#", "\u{202F}", "9999999999999999999", "\u{0}", "\"id\":", "\"text\":", "\"messages\":[",
  ]

  /// Copies the fixtures of a format to a folder; returns their contents.
  static func copy(
    _ format: String, to copy: TemporaryDirectory
  ) throws -> [(name: String, bytes: [UInt8])] {
    let source = URL(filePath: folder).appending(path: format)
    var files: [(name: String, bytes: [UInt8])] = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: source.path).sorted() {
      // Folders have no contents of their own.
      guard let data = try? Data(contentsOf: source.appending(path: name)) else { continue }
      files.append((name, [UInt8](data)))
      try copy.write([UInt8](data), to: name)
    }
    return files
  }
}
