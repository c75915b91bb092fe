public import FoundationEssentials

/// Compares a test's result with a file under Fixtures/golden.
///
/// With `RECORD_GOLDEN` set in the environment, the file is written instead and the comparison still fails, so that
/// a person reviews the diff.
public enum Golden {
  /// The folder of all fixtures.
  public static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  /// The path of a fixture.
  public static func path(_ name: String) -> String { fixtures.appending(path: name).path }

  /// The differences from the golden file of a name; nil if there are none.
  public static func difference(_ actual: String, _ name: String) throws -> String? {
    let file = fixtures.appending(path: "golden").appending(path: name)
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(actual.utf8).write(to: file)
      return "\(name) was recorded; look at it with git diff"
    }
    guard FileManager.default.fileExists(atPath: file.path) else {
      return "no golden file \(name): run with RECORD_GOLDEN=1"
    }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    if actual == expected { return nil }
    return "\(name) differs:\n" + lines(expected, actual)
  }

  /// The lines that differ between two texts, from the first difference on.
  private static func lines(_ expected: String, _ actual: String) -> String {
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false)
    let start = zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let from = start ?? min(old.count, new.count)
    return
      (old.dropFirst(from).prefix(5).map { "- \($0)" }
      + new.dropFirst(from).prefix(5).map { "+ \($0)" }).joined(separator: "\n")
  }
}
